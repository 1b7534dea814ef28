import { knexOn, PreparedClient, SingleConnectionDatabase } from '../postgres/index.js';
import knex, { type Knex } from 'knex';
import type { Client } from 'pg';

/** The database on one client of pg and within its transaction: a restore runs migrations as a part of its own transaction. */
export class ClientDatabase extends SingleConnectionDatabase {
  readonly #client: Client;
  #builder: Knex | undefined;

  constructor(client: Client) {
    super();
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
}
