import type { Database, SharedRow, SharedStatement, StatementOptions } from '@ticketgate/sdk';
import knex, { type Knex } from 'knex';

import { refuseTransactionControl } from './database-errors.js';

/** A database on one connection: nothing is batched with other requests, and a transaction within a transaction is the same one. */
export abstract class SingleConnectionDatabase implements Database {
  abstract readonly knex: Knex;

  abstract query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<Row[]>;

  async queryTogether<Item, Row extends SharedRow>(
    statement: SharedStatement<Item>,
    item: Item,
  ): Promise<Row | undefined> {
    const { text, values } = statement.statementFor([item]);
    const [row] = await this.query<Row>(text, values);
    return row;
  }

  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  withConnection<Result>(work: (connection: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }
}

/** The members of a client that building and running statements needs; the others belong to its pool. */
const SHARED = ['version', 'config', 'driver', 'connectionSettings', 'valueForUndefined', 'logger'] as const;

/** The query builder of `instance`, bound to one connection. */
export function knexOn(instance: Knex, usableConnection: () => unknown): Knex {
  // Knex types its client as any.
  const client = instance.client as Knex.Client;
  // The types lack this method of the PostgreSQL client.
  const query = Reflect.get(client, 'query') as (connection: unknown, statement: object) => Promise<unknown>;
  // Deriving from the client itself would add event listeners to it each time.
  const bound = Object.create(Object.getPrototypeOf(client) as object) as Knex.Client;
  Object.assign(bound, Object.fromEntries(SHARED.map((key) => [key, client[key]])), {
    acquireConnection: async () => usableConnection(),
    releaseConnection: async () => undefined,
    query(connection: unknown, statement: { readonly sql: string }) {
      refuseTransactionControl(statement.sql);
      return query.call(bound, connection, statement);
    },
    transaction() {
      throw new Error('knex.transaction() within a transaction would end it. Use withTransaction() instead.');
    },
  });
  // Knex calls the class with `new`: a constructor that returns an object yields that object.
  const Bound = function (): Knex.Client {
    return bound;
  };
  return knex({ client: Bound as unknown as typeof Knex.Client });
}
