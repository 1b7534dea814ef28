/** A statement after the end of its transaction, because it was not awaited. That is a bug, so it has no code. */
export class TransactionOver extends Error {
  constructor() {
    super(
      'This transaction has already ended. Await every statement before the operation answers, or inside the function passed to withTransaction().',
    );
  }
}

/** A statement failed, its error was not passed on, and so nothing of the transaction was kept. */
export class TransactionLost extends Error {
  constructor() {
    super(
      'The transaction was rolled back: one of its statements had failed. Do not catch its error, so that callers see it.',
    );
  }
}
