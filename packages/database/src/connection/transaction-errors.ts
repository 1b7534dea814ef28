/** A statement came after its transaction: somebody forgot to await it. A mistake in our code, hence no code. */
export class TransactionOver extends Error {
  constructor() {
    super('This transaction has ended already. Await every statement within the function given to withTransaction().');
  }
}

/** A statement failed, its error was not passed on, and so nothing of the transaction was kept. */
export class TransactionLost extends Error {
  constructor() {
    super(
      'The transaction was rolled back: one of its statements had failed. Let its error pass, so that callers see it.',
    );
  }
}
