import { queryAlone, type Database, type SharedRow, type SharedStatement } from '@ticketgate/sdk';
import knex, { type Knex } from 'knex';
import type { Client } from 'pg';
import { knexOn, PreparedClient } from '@ticketgate/postgres';

/** The database port on one connection and within its transaction, for migrations that are a part of something bigger. */
export class ClientDatabase implements Database {
  readonly #client: Client;
  #builder: Knex | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  get knex(): Knex {
    // Typed by hand, because the dialects have no types. It opens no connection of its own.
    this.#builder ??= knexOn(knex({ client: PreparedClient as unknown as typeof knex.Client }), () => this.#client);
    return this.#builder;
  }

  async query<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { rows } = await this.#client.query<Row & Record<string, unknown>>(text, [...values]);
    return rows;
  }

  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined> {
    return queryAlone<Item, Row>(this, statement, item);
  }

  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  withConnection<Result>(work: (connection: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }
}
