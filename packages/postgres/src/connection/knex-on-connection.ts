import knex, { type Knex } from 'knex';

import { refuseTransactionControl } from './transaction-errors.js';

/** Members that a client needs to build and run statements; the others are about its pool. */
const SHARED = ['version', 'config', 'driver', 'connectionSettings', 'valueForUndefined', 'logger'] as const;

/** The query builder of `instance` on one connection, for the statements that a transaction composes. */
export function knexOn(instance: Knex, usableConnection: () => unknown): Knex {
  // Knex types its client as any.
  const client = instance.client as Knex.Client;
  // A client of pg has this method.
  const query = Reflect.get(client, 'query') as (connection: unknown, statement: object) => Promise<unknown>;
  // Not derived from the client itself, whose event listeners would pile up.
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
  // Knex makes its client by this class; one that is already there stays the one.
  const Bound = function (): Knex.Client {
    return bound;
  };
  return knex({ client: Bound as unknown as typeof Knex.Client });
}
