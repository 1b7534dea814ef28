import type { Database } from '@ticketgate/sdk';
import type { Knex } from 'knex';
import type { QueryConfig, QueryResult } from 'pg';

import { statementName } from './statement-name.js';
import { isUnavailable, translateDatabaseError } from './translate-error.js';

/** What of pg's client the fast path uses. */
interface Connection {
  query(config: QueryConfig): Promise<QueryResult>;
  /** Knex's mark of a connection that its pool must not hand out again. */
  __knex__disposed?: unknown;
}

/**
 * The database port on a Knex instance. `query` goes straight to the driver on a connection of Knex's pool: building and
 * parsing a query object per statement would cost more than many statements do.
 */
export class KnexDatabase implements Database {
  readonly knex: Knex;

  constructor(instance: Knex) {
    this.knex = instance;
  }

  async query<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    try {
      return await this.run<Row>(text, values);
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  async withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    try {
      return await this.knex.transaction((transaction) => work(new TransactionDatabase(transaction)));
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  private async run<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    // Knex types its client as any; acquireConnection gives a pg client.
    const client = this.knex.client as Knex.Client;
    const connection = (await client.acquireConnection()) as Connection;
    try {
      const name = statementName(text);
      const config: QueryConfig = { text, values: values as unknown[] };
      if (name !== undefined) config.name = name;
      const result = await connection.query(config);
      return result.rows as Row[];
    } catch (cause) {
      // The server ends a connection after it has answered with the reason: the end may come after the next use.
      if (isUnavailable(cause)) connection.__knex__disposed = cause;
      throw cause;
    } finally {
      await client.releaseConnection(connection);
    }
  }
}

/** Within a transaction all work uses its connection, and a transaction within is the same one. */
class TransactionDatabase extends KnexDatabase {
  override withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }
}
