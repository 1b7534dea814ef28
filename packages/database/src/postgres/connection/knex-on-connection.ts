import knex, { type Knex } from 'knex';

import { refuseTransactionControl } from './transaction-errors.js';

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
