import type { ConnectionOptions, Database, SharedRow, SharedStatement, StatementOptions } from '@ticketgate/sdk';

import { setCallDepth } from '../requester/call-depth.js';

/** A database that tracks its open transactions, so that calls of other operations take part in them. */
export class TrackedDatabase implements Database {
  readonly #database: Database;
  readonly #callDepth: number;
  /** Undefined until the first transaction: most requests open none. */
  #open: Set<Database> | undefined;

  /** @param callDepth number of nested invoker calls */
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
   * The open transaction; undefined if there is none.
   *
   * @throws Error if several are open
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
      // A transaction within a transaction is the same one.
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
