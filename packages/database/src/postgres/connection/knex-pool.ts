import knex, { type Knex } from 'knex';
import type pg from 'pg';
import type { Logger } from '@ticketgate/sdk';

import type { TableNames } from '../hosts/table-names.js';
import type { Connector } from './connector.js';
import { destroyClient, endClient } from './statement-watch.js';
import { statementName } from './statement-name.js';
import { checkValues, translateDatabaseError } from './database-errors.js';

interface QueryObject {
  sql: string;
  bindings?: readonly unknown[];
  options?: Record<string, unknown>;
}

/** The configuration of a pool; without a connector it only builds statements. */
interface PoolConfig extends Knex.Config {
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

export interface PoolUse {
  readonly name: 'requests' | 'searches';
  /** Connections. */
  readonly used: number;
  readonly free: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

interface PoolOptions {
  readonly connector: Connector;
  readonly log: Knex.Logger;
  /** Connections at most. */
  readonly size: number;
  /** Milliseconds to wait for a free connection. */
  readonly acquireTimeout: number;
}

/** The version that Knex writes SQL for; it only matters for older servers. */
const OLDEST_SERVER = '14';

export function openPool({ connector, log, size, acquireTimeout }: PoolOptions): Knex {
  const config: PoolConfig = {
    // Knex has no types for its dialects.
    client: PreparedClient as unknown as typeof Knex.Client,
    connector,
    // Without it, Knex makes no pool.
    connection: {},
    pool: { min: 0, max: size },
    acquireConnectionTimeout: acquireTimeout,
    version: OLDEST_SERVER,
    // The message would contain the values of the statement.
    compileSqlOnError: false,
    log,
  };
  return knex(config);
}

interface TarnPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

export function poolUse(name: PoolUse['name'], { client }: Knex): PoolUse {
  // Knex types its client as any. Its pool is tarn's, and undefined once it is closed.
  const { pool } = client as { readonly pool?: TarnPool };
  return { name, used: pool?.numUsed() ?? 0, free: pool?.numFree() ?? 0, waiting: pool?.numPendingAcquires() ?? 0 };
}

/** The logger for Knex, which is silent until the pool is open: before that, the caller gets the errors. */
export function poolLog(logger: Logger, isOpen: () => boolean): Knex.Logger {
  const write = (level: 'warn' | 'debug') => (message: unknown) => {
    if (isOpen()) logger[level]('knex', { message: String(message) });
  };
  return { warn: write('warn'), error: write('warn'), deprecate: write('debug'), debug: write('debug') };
}
