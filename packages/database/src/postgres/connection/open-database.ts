import type { Database, Logger } from '@ticketgate/sdk';

import { TableNames } from '../hosts/table-names.js';
import { columnTypes } from './column-types.js';
import { openPool, poolLog, poolUse, type PoolUse } from './knex-pool.js';
import { Connector, type Around } from './connector.js';
import { DatabaseProbe } from './database-probe.js';
import { DatabaseURL } from './database-url.js';
import { KnexDatabase } from './knex-database.js';
import { PostgresNotifications } from './notifications.js';
import { SearchPool } from './search-pool.js';
import { PoolerUnfit, type Pooling, type SessionOptions } from './session.js';
import { StatementWatch } from './statement-watch.js';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`, or several `host:port` separated by commas. */
  readonly url: string;
  /** Most connections; default: 10. */
  readonly poolSize?: number;
  /** Milliseconds that a statement may take; default: 30,000. */
  readonly statementTimeout?: number;
  /** Most connections for searches, in addition to the others; default: 4. */
  readonly searchConnections?: number;
  /** Milliseconds that a search may take; default: 5,000. */
  readonly searchTimeout?: number;
  /** The mode of a pooler at the URL; default: `session`, which also suits a server without one. */
  readonly pooling?: Pooling;
  /** Whether statements are prepared under names; default: true with pooling `session`. */
  readonly namedStatements?: boolean;
  /** The URL of the server itself for `LISTEN`, if `url` names a pooler. Default: `url`. */
  readonly directUrl?: string;
  readonly logger: Logger;
}

export interface OpenDatabase extends Database {
  readonly notifications: Pick<PostgresNotifications, 'listen' | 'notify' | 'close'>;
  readonly probe: DatabaseProbe;
  readonly tableNames: TableNames;
  /** Whether the connections go through a pooler such as PgBouncer. */
  isPooled(): boolean;
  /** The use of the connections. */
  pools(): readonly PoolUse[];
  /** Waits for running statements and closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens a pool of connections and checks that it can connect.
 *
 * @throws OperationError `Database.Unavailable` if the server cannot be reached
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  let isOpen = false;
  const log = poolLog(options.logger, () => isOpen);
  const target = makeTarget(options);
  const pools = openPools(options, target, log);
  const { base, requests } = pools;
  const { logger } = options;
  const url = new DatabaseURL(options.directUrl ?? options.url);
  const { connector } = watchedConnector({
    ...target,
    url,
    pooling: 'session',
    statementTimeout: 0,
    silence: HEARTBEAT_TIMEOUT,
  });
  const notify = (text: string, values: readonly unknown[]) => base.query(text, values);
  const notifications = new PostgresNotifications({ logger, connector, query: notify });
  const probe = new DatabaseProbe(target.url, requests.watch, target);
  const database = Object.assign(base, {
    notifications,
    probe,
    tableNames: target.tableNames,
    isPooled: () => requests.watch.isPooled,
    pools: pools.use,
    async close() {
      await notifications.close();
      await probe.close();
      await pools.close();
    },
  });
  try {
    await database.query('select 1');
    if (requests.watch.isPooled && target.pooling === 'session' && options.poolSize !== 1)
      await requireSessions(database);
    isOpen = true;
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return database;
}

/** Milliseconds after the statement timeout before a connection counts as lost: PostgreSQL cancels the statement first, if it can. */
const MARGIN = 2_000;
/** Milliseconds within which a heartbeat must be answered. */
const HEARTBEAT_TIMEOUT = 5_000;

/** Refuses a pooler in transaction mode, where two connections that are open at the same time may share a server process. */
async function requireSessions(database: Database): Promise<void> {
  const readProcess = async (connection: Database) =>
    (await connection.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;
  const [one, other] = await database.withConnection((first) =>
    database.withConnection(async (second) => [await readProcess(first), await readProcess(second)]),
  );
  if (one !== other) return;
  throw new PoolerUnfit({
    reason:
      'it gives connections to transactions, and database.pooling is session. Set database.pooling to transaction and database.directUrl to the server itself, or set pool_mode to session in the pooler.',
  });
}

export interface ConnectionTarget extends SessionOptions {
  readonly url: DatabaseURL;
  readonly namesStatements: boolean;
  readonly tableNames: TableNames;
  readonly around?: Around;
}

export function openPools(options: DatabaseOptions, target: ConnectionTarget, log: ReturnType<typeof poolLog>) {
  const requests = watchedConnector(target);
  const instance = openPool({ ...requests, log, size: options.poolSize ?? 10, acquireTimeout: 10_000 });
  const searches = openSearches(options, target, log);
  return {
    base: new KnexDatabase(instance, searches.pool),
    requests,
    watches: [requests.watch, searches.watch],
    use: () => [
      poolUse('requests', instance),
      ...(searches.pool.knex === undefined ? [] : [poolUse('searches', searches.pool.knex)]),
    ],
    async close() {
      await searches.pool.close();
      await instance.destroy();
    },
  };
}

export function makeTarget({
  statementTimeout = 30_000,
  pooling = 'session',
  ...options
}: DatabaseOptions): ConnectionTarget {
  return {
    url: new DatabaseURL(options.url),
    namesStatements: options.namedStatements ?? pooling === 'session',
    tableNames: new TableNames(),
    statementTimeout,
    pooling,
  };
}

/** @param silence milliseconds after which a silent connection ends; default: a little more than a statement may take */
export function watchedConnector({ silence, ...target }: ConnectionTarget & { readonly silence?: number }): {
  readonly connector: Connector;
  readonly watch: StatementWatch;
} {
  const { statementTimeout } = target;
  const watch = new StatementWatch(silence ?? (statementTimeout === 0 ? Infinity : statementTimeout + MARGIN));
  // With `pipeline`, statements are sent without waiting for previous answers.
  const config = { application_name: 'ticketgate', types: columnTypes, pipeline: true };
  return { watch, connector: new Connector({ ...target, config, watch }) };
}

function openSearches(
  { searchConnections, searchTimeout }: DatabaseOptions,
  target: ConnectionTarget,
  log: ReturnType<typeof poolLog>,
): { readonly pool: SearchPool; readonly watch: StatementWatch } {
  const timeout = searchTimeout ?? 5_000;
  const isShared = target.pooling === 'transaction';
  const own = isShared ? target : { ...target, statementTimeout: timeout };
  const { connector, watch } = watchedConnector({ ...own, silence: timeout + MARGIN });
  const size = searchConnections ?? 4;
  const open = () => new KnexDatabase(openPool({ connector, log, size, acquireTimeout: timeout }));
  return { pool: new SearchPool(open, { milliseconds: timeout, isShared }), watch };
}
