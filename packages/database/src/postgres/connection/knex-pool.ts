import type { Database, Logger } from '@ticketgate/sdk';
import knex, { type Knex } from 'knex';

import type { Connector, PooledClient } from './connector.js';
import { checkValues, refuseTransactionControl, translateDatabaseError } from './database-errors.js';
import { markIfUnusable } from './run-statement.js';
import { statementName } from './statement-name.js';
import { destroyClient, endClient } from './statement-watch.js';

interface QueryObject {
  sql: string;
  bindings?: readonly unknown[];
  options?: Record<string, unknown>;
}

/** Where a client gets its connections. */
interface ClientConfig extends Knex.Config {
  readonly connect?: () => Promise<PooledClient>;
  readonly usableConnection?: () => unknown;
  readonly run?: Database['query'];
}

/** The methods of Knex's clients that are overridden here. */
interface DialectClient {
  readonly config: ClientConfig;
  acquireRawConnection(): Promise<unknown>;
  validateConnection(connection: PooledClient): boolean;
  destroyRawConnection(connection: PooledClient): Promise<void>;
  acquireConnection(): Promise<unknown>;
  releaseConnection(): Promise<void>;
  query(connection: PooledClient, query: QueryObject): Promise<unknown>;
  _query(connection: PooledClient, query: QueryObject): Promise<unknown>;
  transaction(): unknown;
}

// A cast: Knex exports no dialect classes, and its types lack two of the methods.
const PostgresClient = (knex({ client: 'pg' }).client as object).constructor as new (
  config: ClientConfig,
) => DialectClient;

/** Knex's PostgreSQL client on our connections, with statements that are prepared once per connection. */
class PreparedClient extends PostgresClient {
  override async acquireRawConnection(): Promise<unknown> {
    return this.config.connect?.();
  }

  override validateConnection({ isUsable }: PooledClient): boolean {
    return isUsable;
  }

  override async destroyRawConnection(connection: PooledClient): Promise<void> {
    if (connection.isUsable) await endClient(connection);
    else destroyClient(connection);
  }

  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection();
    } catch (cause) {
      throw translateDatabaseError(cause);
    }
  }

  override async query(connection: PooledClient, query: QueryObject): Promise<unknown> {
    try {
      return await super.query(connection, query);
    } catch (cause) {
      markIfUnusable(connection, cause);
      throw translateDatabaseError(cause);
    }
  }

  override _query(connection: PooledClient, query: QueryObject): Promise<unknown> {
    checkValues(query.bindings ?? []);
    query.sql = connection.tableNames?.writtenIn(query.sql) ?? query.sql;
    const name = connection.namesStatements ? statementName(query.sql) : undefined;
    if (name !== undefined) query.options = { ...query.options, name };
    return super._query(connection, query);
  }
}

/** A client on one connection, in a transaction that is not Knex's. */
class BoundClient extends PreparedClient {
  override async acquireConnection(): Promise<unknown> {
    return this.config.usableConnection?.();
  }

  override async releaseConnection(): Promise<void> {
    // The connection stays with its transaction.
  }

  override _query(connection: PooledClient, query: QueryObject): Promise<unknown> {
    refuseTransactionControl(query.sql);
    return super._query(connection, query);
  }

  override transaction(): never {
    throw new Error('knex.transaction() within a transaction would end it. Use withTransaction() instead.');
  }
}

/** A client that passes statements to a function, which returns their rows. */
class RunningClient extends PreparedClient {
  override async acquireConnection(): Promise<unknown> {
    return {};
  }

  override async releaseConnection(): Promise<void> {
    // The function uses its own connections.
  }

  override async _query(_connection: PooledClient, query: QueryObject): Promise<unknown> {
    const rows = await this.config.run?.(query.sql, query.bindings);
    return Object.assign(query, { response: { command: 'SELECT', rows } });
  }

  override transaction(): never {
    throw new Error('knex.transaction() would change connections. Use withTransaction() instead.');
  }
}

interface PoolOptions {
  readonly connector: Connector;
  readonly log: Knex.Logger;
  /** Most connections. */
  readonly size: number;
  /** Milliseconds to wait for a free connection. */
  readonly acquireTimeout: number;
}

export function openPool({ connector, log, size, acquireTimeout }: PoolOptions): Knex {
  return builder(PreparedClient, {
    connect: () => connector.connect(),
    // Otherwise, Knex makes no pool.
    connection: {},
    pool: { min: 0, max: size },
    acquireConnectionTimeout: acquireTimeout,
    log,
  });
}

/** The query builder on one connection. */
export function knexOn(usableConnection: () => unknown): Knex {
  return builder(BoundClient, { usableConnection, log: SILENT });
}

/** The query builder for statements that only read. */
export function knexThrough(run: Database['query']): Knex {
  return builder(RunningClient, { run, log: SILENT });
}

const ignore = () => undefined;
/** For builders without a pool: Knex only logs about pools. */
const SILENT: Knex.Logger = { warn: ignore, error: ignore, deprecate: ignore, debug: ignore };

function builder(client: typeof PreparedClient, config: ClientConfig): Knex {
  // Without `compileSqlOnError: false`, error messages contain the values of statements. A cast: Knex has no types for dialect classes.
  const own: ClientConfig = { ...config, client: client as unknown as typeof Knex.Client, compileSqlOnError: false };
  return knex(own);
}

export interface PoolUse {
  readonly name: 'requests' | 'searches';
  /** Connections. */
  readonly used: number;
  readonly free: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

export function poolUse(name: PoolUse['name'], { client }: Knex): PoolUse {
  // A cast: Knex types it as any. The pool is tarn's, and undefined once it is closed.
  const { pool } = client as { readonly pool?: Extract<Knex.Client['pool'], { numUsed(): number }> };
  return { name, used: pool?.numUsed() ?? 0, free: pool?.numFree() ?? 0, waiting: pool?.numPendingAcquires() ?? 0 };
}

/** The logger for Knex, which is silent until the pool is open: before that, the caller gets the errors. */
export function poolLog(logger: Logger, isOpen: () => boolean): Knex.Logger {
  const write = (level: 'warn' | 'debug') => (message: unknown) => {
    if (isOpen()) logger[level]('knex', { message: String(message) });
  };
  return { warn: write('warn'), error: write('warn'), deprecate: write('debug'), debug: write('debug') };
}
