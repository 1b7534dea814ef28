import knex, { type Knex } from 'knex';
import type pg from 'pg';

import type { TableNames } from '../hosts/table-names.js';
import type { Connector } from './connector.js';
import { destroyClient, endClient } from './statement-watch.js';
import { statementName } from './statement-name.js';
import { checkValues } from './statement-too-large.js';
import { translateDatabaseError } from './translate-error.js';

interface QueryObject {
  sql: string;
  bindings?: readonly unknown[];
  options?: Record<string, unknown>;
}

/** The configuration of a pool; without a connector it only builds statements. */
export interface PoolConfig extends Knex.Config {
  readonly connector?: Connector;
}

type PooledClient = pg.Client & {
  __knex__disposed?: unknown;
  readonly namesStatements?: boolean;
  readonly tableNames?: TableNames;
};

type ClientClass = new (config: PoolConfig) => Knex.Client & {
  readonly config: PoolConfig;
  query(connection: unknown, query: QueryObject): Promise<unknown>;
  _query(connection: PooledClient, query: QueryObject): Promise<unknown>;
  _acquireOnlyConnection(): Promise<unknown>;
  destroyRawConnection(connection: PooledClient): Promise<void>;
};

// Knex exports no dialect classes, and types its clients as any.
const PostgresClient = (knex({ client: 'pg' }).client as object).constructor as ClientClass;

/** Knex's PostgreSQL client on connections of ours, with statements that are prepared once per connection. */
export class PreparedClient extends PostgresClient {
  override async _acquireOnlyConnection(): Promise<PooledClient | undefined> {
    const connection: PooledClient | undefined = await this.config.connector?.connect();
    const dispose = (reason?: unknown) => {
      if (connection !== undefined) connection.__knex__disposed ??= reason ?? 'The connection ended.';
    };
    return connection?.on('error', dispose).on('end', dispose);
  }

  override async destroyRawConnection(connection: PooledClient): Promise<void> {
    if (connection.__knex__disposed === undefined) await endClient(connection);
    else destroyClient(connection);
  }

  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection();
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  /** Gives errors of Knex's statements the codes of `translateDatabaseError`. */
  override async query(connection: unknown, query: QueryObject): Promise<unknown> {
    try {
      return await super.query(connection, query);
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  override _query(connection: PooledClient, query: QueryObject): Promise<unknown> {
    checkValues(query.bindings ?? []);
    query.sql = connection.tableNames?.writtenIn(query.sql) ?? query.sql;
    const name = connection.namesStatements === false ? undefined : statementName(query.sql);
    if (name !== undefined) query.options = { ...query.options, name };
    return super._query(connection, query);
  }
}
