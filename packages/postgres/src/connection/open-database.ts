import type { Database, Logger } from '@ticketgate/sdk';

import { columnTypes } from './column-types.js';
import { openPool, poolLog, useOf, type PoolUse } from './connection-pool.js';
import { Connector } from './connector.js';
import { DatabaseProbe } from './database-probe.js';
import { DatabaseURL } from './database-url.js';
import { KnexDatabase } from './knex-database.js';
import { PostgresNotifications, type Notifications } from './notifications.js';
import { SearchPool } from './search-pool.js';
import { PoolerUnfit, type Pooling, type SessionOptions } from './session.js';
import { StatementWatch } from './statement-watch.js';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`, or several `host:port` with commas between them. */
  readonly url: string;
  /** Connections at most; default 10. */
  readonly poolSize?: number;
  /** Milliseconds a statement may take; default 30,000. */
  readonly statementTimeout?: number;
  /** Most connections for searches, in addition to the others; default 4. */
  readonly searchConnections?: number;
  /** Milliseconds that a search may take; default 5,000. */
  readonly searchTimeout?: number;
  /** How a pooler at the URL gives connections; default `session`, as where there is none. */
  readonly pooling?: Pooling;
  /** Whether statements are prepared under names; default true with sessions. */
  readonly namedStatements?: boolean;
  /** The server itself, where the URL names a pooler: for `LISTEN`. Default: the URL. */
  readonly directUrl?: string;
  /** Shown in `pg_stat_activity`; default `ticketgate`. */
  readonly applicationName?: string;
  readonly logger: Logger;
}

export interface OpenDatabase extends Database {
  readonly notifications: Notifications;
  /** Whether the database can serve. */
  readonly probe: DatabaseProbe;
  /** Whether a pooler such as PgBouncer is in between. */
  isPooled(): boolean;
  /** How busy the connections are. */
  pools(): readonly PoolUse[];
  /** Waits for running statements and closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens a pool of connections and proves that one can be made.
 *
 * @throws OperationError `Database.Unavailable` when the server cannot be reached
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  let isOpen = false;
  // Until then the caller gets to know what fails.
  const log = poolLog(options.logger, () => isOpen);
  const place = placeOf(options);
  const requests = watched(place);
  const instance = openPool({ ...requests, log, size: options.poolSize ?? 10, patience: 10_000 });
  const searches = openSearches(options, place, log);
  const base = new KnexDatabase(instance, searches);
  const { logger } = options;
  // Between notifications there is nothing to wait for: whoever listens asks for an answer now and then.
  const url = new DatabaseURL(options.directUrl ?? options.url);
  const { connector } = watched({ ...place, url, pooling: 'session', statementTimeout: 0, silence: SILENCE });
  const notify = (text: string, values: readonly unknown[]) => base.query(text, values);
  const notifications = new PostgresNotifications({ logger, connector, query: notify });
  const probe = new DatabaseProbe(place.url, requests.watch, place);
  const database = Object.assign(base, {
    notifications,
    probe,
    isPooled: () => requests.watch.isPooled,
    pools: () => [useOf('requests', instance), ...(searches.knex ? [useOf('searches', searches.knex)] : [])],
    async close() {
      await notifications.close();
      await probe.close();
      await searches.close();
      await instance.destroy();
    },
  });
  try {
    await database.query('select 1');
    if (requests.watch.isPooled && place.pooling === 'session' && options.poolSize !== 1)
      await requireSessions(database);
    isOpen = true;
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return database;
}

/** Milliseconds beyond the limit of a statement: PostgreSQL ends it first, where it can. */
const MARGIN = 2_000;
/** Milliseconds within which an answer to a statement comes that takes no time. */
const SILENCE = 5_000;

/** Where a pooler gives connections to transactions, two of ours that are open at the same time have the same server process. */
async function requireSessions(database: Database): Promise<void> {
  const processOf = async (connection: Database) =>
    (await connection.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;
  const [one, other] = await database.withConnection((first) =>
    database.withConnection(async (second) => [await processOf(first), await processOf(second)]),
  );
  if (one !== other) return;
  throw new PoolerUnfit({
    reason:
      'it gives connections to transactions, and database.pooling is session. Set database.pooling to transaction and database.directUrl to the server itself, or set pool_mode to session in the pooler.',
  });
}

interface Place extends SessionOptions {
  readonly url: DatabaseURL;
  readonly application: string;
  readonly namesStatements: boolean;
}

function placeOf({ statementTimeout = 30_000, pooling = 'session', ...options }: DatabaseOptions): Place {
  return {
    url: new DatabaseURL(options.url),
    application: options.applicationName ?? 'ticketgate',
    namesStatements: options.namedStatements ?? pooling === 'session',
    statementTimeout,
    pooling,
  };
}

/** @param silence milliseconds after which a silent connection ends; default: a little more than a statement may take */
function watched({ application, silence, ...place }: Place & { readonly silence?: number }): {
  readonly connector: Connector;
  readonly watch: StatementWatch;
} {
  const { statementTimeout } = place;
  const watch = new StatementWatch(silence ?? (statementTimeout === 0 ? Infinity : statementTimeout + MARGIN));
  // With pipeline, statements are sent without waiting for the answers to those before.
  const config = { application_name: application, types: columnTypes, pipeline: true };
  return { watch, connector: new Connector({ ...place, config, watch }) };
}

function openSearches(
  { searchConnections, searchTimeout }: DatabaseOptions,
  place: Place,
  log: ReturnType<typeof poolLog>,
): SearchPool {
  const patience = searchTimeout ?? 5_000;
  const isShared = place.pooling === 'transaction';
  const own = isShared ? place : { ...place, statementTimeout: patience };
  const { connector } = watched({ ...own, silence: patience + MARGIN });
  const open = () => new KnexDatabase(openPool({ connector, log, size: searchConnections ?? 4, patience }));
  return new SearchPool(open, { milliseconds: patience, isShared });
}
