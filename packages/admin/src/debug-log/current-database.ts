import type { ConnectionOptions, Database, SharedRow, SharedStatement, StatementOptions } from '@ticketgate/sdk';

/** A database that delegates to the transaction of the request being replayed, for services that outlive it. */
export class CurrentDatabase implements Database {
  readonly isTransaction = true;
  #current: Database | undefined;

  get current(): Database {
    if (this.#current === undefined) throw new Error('No request is replayed now, so there is no transaction.');
    return this.#current;
  }

  begin(transaction: Database): void {
    this.#current = transaction;
  }

  end(): void {
    this.#current = undefined;
  }

  get knex(): Database['knex'] {
    return this.current.knex;
  }

  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<Row[]> {
    return this.current.query<Row>(text, values, options);
  }

  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined> {
    return this.current.queryTogether<Item, Row>(statement, item);
  }

  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return this.current.withTransaction(work);
  }

  withConnection<Result>(
    work: (connection: Database) => Promise<Result>,
    options?: ConnectionOptions,
  ): Promise<Result> {
    return this.current.withConnection(work, options);
  }
}
