import type { Database, Logger } from '@ticketgate/sdk';
import knex from 'knex';

import { columnTypes } from './column-types.js';
import { SoleProcess } from './sole-process.js';
import { KnexDatabase } from './knex-database.js';
import { PostgresNotifications, type Notifications } from './notifications.js';
import { PreparedClient } from './prepared-client.js';
import { SearchPool } from './search-pool.js';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Connections at most; default 10. */
  readonly poolSize?: number;
  /** Milliseconds a statement may take; default 30,000. */
  readonly statementTimeout?: number;
  /** Most connections for searches, in addition to the others; default 4. */
  readonly searchConnections?: number;
  /** Milliseconds that a search may take; default 5,000. */
  readonly searchTimeout?: number;
  /** Shown in `pg_stat_activity`; default `ticketgate`. */
  readonly applicationName?: string;
  readonly logger: Logger;
}

export interface OpenDatabase extends Database {
  readonly notifications: Notifications;
  /** What one process of all on the database does at a time. */
  readonly claims: SoleProcess;
  /** How busy the connections are. */
  pools(): readonly PoolUse[];
  /** Waits for running statements and closes all connections. */
  close(): Promise<void>;
}

export interface PoolUse {
  readonly name: 'requests' | 'searches';
  /** Connections. */
  readonly used: number;
  readonly free: number;
  /** Requests that wait for one. */
  readonly waiting: number;
}

// By default a user's own schema comes first, and a user named like our schema would get the family's tables there.
const OPTIONS = '-c timezone=UTC -c search_path=public';

/**
 * Opens a pool of connections and proves that one can be made.
 *
 * @throws OperationError `Database.Unavailable` when the server cannot be reached
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const connection = {
    connectionString: options.url,
    application_name: options.applicationName ?? 'ticketgate',
    statement_timeout: options.statementTimeout ?? 30_000,
    // A transaction whose process hangs must not keep its locks.
    idle_in_transaction_session_timeout: 60_000,
    options: OPTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes,
    // Statements are sent without waiting for the answers to those before.
    pipeline: true,
  };
  let isOpen = false;
  // Until then the caller gets to know what fails.
  const log = knexLog(options.logger, () => isOpen);
  const instance = openPool({ connection, log, size: options.poolSize ?? 10, patience: 10_000 });
  const searches = openSearches(options, { connection, log });
  const base = new KnexDatabase(instance, searches);
  const single = {
    config: { ...connection, statement_timeout: false },
    logger: options.logger,
    query: (text: string, values: readonly unknown[]) => base.query(text, values),
  } as const;
  const notifications = new PostgresNotifications(single);
  const claims = new SoleProcess(single);
  const database = Object.assign(base, {
    notifications,
    claims,
    pools: () => [useOf('requests', instance), ...(searches.knex ? [useOf('searches', searches.knex)] : [])],
    async close() {
      await notifications.close();
      await claims.release();
      await searches.close();
      await instance.destroy();
    },
  });
  try {
    await database.query('select 1');
    isOpen = true;
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return database;
}

interface TarnPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

function useOf(name: PoolUse['name'], { client }: knex.Knex): PoolUse {
  // Knex types its client as any; the pool that it makes is one of tarn's, and gone once it is closed.
  const { pool } = client as { readonly pool?: TarnPool };
  return { name, used: pool?.numUsed() ?? 0, free: pool?.numFree() ?? 0, waiting: pool?.numPendingAcquires() ?? 0 };
}

interface PoolParts {
  readonly connection: object;
  readonly log: knex.Knex.Logger;
}

function openPool({ connection, log, size, patience }: PoolParts & { size: number; patience: number }): knex.Knex {
  return knex({
    // Typed by hand, because the dialects have no types.
    client: PreparedClient as unknown as typeof knex.Client,
    connection,
    pool: { min: 0, max: size },
    acquireConnectionTimeout: patience,
    // Knex only asks for it to write SQL for very old servers.
    version: OLDEST_SERVER,
    log,
  });
}

const OLDEST_SERVER = '14';

function openSearches(
  { searchConnections, searchTimeout }: DatabaseOptions,
  { connection, log }: PoolParts,
): SearchPool {
  const patience = searchTimeout ?? 5_000;
  const limited = { ...connection, statement_timeout: patience };
  const open = () => new KnexDatabase(openPool({ connection: limited, log, size: searchConnections ?? 4, patience }));
  return new SearchPool(open, patience / 1000);
}

/** What Knex would write to the console, once it is worth writing. */
function knexLog(logger: Logger, isWorthIt: () => boolean): knex.Knex.Logger {
  const write = (level: 'warn' | 'debug') => (message: unknown) => {
    if (isWorthIt()) logger[level]('knex', { message: String(message) });
  };
  return { warn: write('warn'), error: write('warn'), deprecate: write('debug'), debug: write('debug') };
}
