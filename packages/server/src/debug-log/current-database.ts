import type { ConnectionOptions, Database, SharedRow, SharedStatement, StatementOptions } from '@ticketgate/sdk';

/** The transaction of the request that is replayed now, for what lives longer than that. */
export class CurrentDatabase implements Database {
  #current: Database | undefined;

  set current(transaction: Database | undefined) {
    this.#current = transaction;
  }

  get knex(): Database['knex'] {
    return this.#get().knex;
  }

  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<Row[]> {
    return this.#get().query<Row>(text, values, options);
  }

  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined> {
    return this.#get().queryTogether<Item, Row>(statement, item);
  }

  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return this.#get().withTransaction(work);
  }

  withConnection<Result>(
    work: (connection: Database) => Promise<Result>,
    options?: ConnectionOptions,
  ): Promise<Result> {
    return this.#get().withConnection(work, options);
  }

  #get(): Database {
    if (this.#current === undefined) throw new Error('No request is replayed now, so there is no transaction.');
    return this.#current;
  }
}
