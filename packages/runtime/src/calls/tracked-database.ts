import type { ConnectionOptions, Database, SharedRow, SharedStatement, StatementOptions } from '@ticketgate/sdk';

import { setCallDepth } from '../requester/call-depth.js';

/** A database that knows which of its transactions are open, so that calls of other operations take part in them. */
export class TrackedDatabase implements Database {
  readonly #database: Database;
  readonly #callDepth: number;
  /** Undefined until a transaction is opened, which most requests never do. */
  #open: Set<Database> | undefined;

  /** @param callDepth calls of invokers that the work on it is within */
  constructor(database: Database, callDepth = 0) {
    this.#database = database;
    this.#callDepth = callDepth;
    setCallDepth(this, callDepth);
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction === true;
  }

  get knex(): Database['knex'] {
    return this.#database.knex;
  }

  /**
   * The transaction that it has opened; undefined without one.
   *
   * @throws Error when several are open: nobody can tell which one is meant
   */
  get transaction(): Database | undefined {
    const open = [...(this.#open ?? [])];
    if (open.length < 2) return open[0];
    const example = 'context.call(type, input, { database: transaction })';
    throw new Error(`${open.length} transactions are open. Say which one to use: ${example}.`);
  }

  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<Row[]> {
    return this.#database.query<Row>(text, values, options);
  }

  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined> {
    return this.#database.queryTogether<Item, Row>(statement, item);
  }

  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return this.#database.withTransaction(async (transaction) => {
      // Within a transaction it is the same one again.
      const open = (this.#open ??= new Set());
      if (open.has(transaction)) return work(transaction);
      open.add(transaction);
      setCallDepth(transaction, this.#callDepth);
      try {
        return await work(transaction);
      } finally {
        open.delete(transaction);
      }
    });
  }

  withConnection<Result>(
    work: (connection: Database) => Promise<Result>,
    options?: ConnectionOptions,
  ): Promise<Result> {
    return this.#database.withConnection(work, options);
  }
}
