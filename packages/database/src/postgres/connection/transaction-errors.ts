/** A statement came after the end of its transaction, because it was not awaited. That is a bug, so it has no code. */
export class TransactionOver extends Error {
  constructor() {
    super(
      'This transaction has already ended. Await every statement before the operation answers, or inside the function passed to withTransaction().',
    );
  }
}

/** The transaction was rolled back at its commit, because the error of a statement was caught and ignored. */
export class TransactionLost extends Error {
  constructor() {
    super(
      'The transaction was rolled back: one of its statements had failed. Do not catch its error, so that callers see it.',
    );
  }
}

/** A statement would begin or end a transaction that others are in. That is a bug, so it has no code. */
class TransactionControl extends Error {
  constructor(text: string) {
    super(
      `"${text.trim().slice(0, LONGEST_SHOWN)}" would begin or end a transaction behind the back of the gateway. Use withTransaction() instead; throw to roll back.`,
    );
  }
}

const LONGEST_SHOWN = 60;

/** Statements that begin or end a transaction, after any comments. `rollback to` a savepoint does not. */
const CONTROL =
  /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(?:begin|start\s+transaction|commit|end|abort|prepare\s+transaction|rollback(?!\s+(?:(?:work|transaction)\s+)?to\b))\b/i;

/** @throws TransactionControl */
export function refuseTransactionControl(text: string): void {
  if (CONTROL.test(text)) throw new TransactionControl(text);
}
