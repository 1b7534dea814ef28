import type { Database, Logger } from '@ticketgate/sdk';

import { columnTypes } from './column-types.js';
import { openPool, poolLog, useOf, type PoolUse } from './connection-pool.js';
import { Connector } from './connector.js';
import { DatabaseProbe } from './database-probe.js';
import { DatabaseURL } from './database-url.js';
import { KnexDatabase } from './knex-database.js';
import { PostgresNotifications, type Notifications } from './notifications.js';
import { SearchPool } from './search-pool.js';
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
  /** Shown in `pg_stat_activity`; default `ticketgate`. */
  readonly applicationName?: string;
  readonly logger: Logger;
}

export interface OpenDatabase extends Database {
  readonly notifications: Notifications;
  /** Whether the database can serve. */
  readonly probe: DatabaseProbe;
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
  const url = new DatabaseURL(options.url);
  const application = options.applicationName ?? 'ticketgate';
  let isOpen = false;
  // Until then the caller gets to know what fails.
  const log = poolLog(options.logger, () => isOpen);
  const requests = watched({ url, application, statementTimeout: options.statementTimeout ?? 30_000 });
  const instance = openPool({ ...requests, log, size: options.poolSize ?? 10, patience: 10_000 });
  const searches = openSearches(options, { url, application, log });
  const base = new KnexDatabase(instance, searches);
  const { logger } = options;
  // Between notifications there is nothing to wait for: whoever listens asks for an answer now and then.
  const single = { logger, connector: watched({ url, application, statementTimeout: 0, silence: SILENCE }).connector };
  const notify = (text: string, values: readonly unknown[]) => base.query(text, values);
  const notifications = new PostgresNotifications({ ...single, query: notify });
  const probe = new DatabaseProbe(url, requests.watch);
  const database = Object.assign(base, {
    notifications,
    probe,
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

interface WatchedOptions {
  readonly url: DatabaseURL;
  readonly application: string;
  /** Milliseconds; 0 for no limit. */
  readonly statementTimeout: number;
  /** Milliseconds after which a silent connection ends; default: a little more than a statement may take. */
  readonly silence?: number;
}

function watched({ url, application, statementTimeout, silence }: WatchedOptions): {
  readonly connector: Connector;
  readonly watch: StatementWatch;
} {
  const watch = new StatementWatch(silence ?? (statementTimeout === 0 ? Infinity : statementTimeout + MARGIN));
  // With pipeline, statements are sent without waiting for the answers to those before.
  const config = { application_name: application, types: columnTypes, pipeline: true };
  return { watch, connector: new Connector({ url, config, statementTimeout, watch }) };
}

function openSearches(
  { searchConnections, searchTimeout }: DatabaseOptions,
  {
    log,
    ...place
  }: { readonly log: ReturnType<typeof poolLog>; readonly url: DatabaseURL; readonly application: string },
): SearchPool {
  const patience = searchTimeout ?? 5_000;
  const { connector } = watched({ ...place, statementTimeout: patience });
  const open = () => new KnexDatabase(openPool({ connector, log, size: searchConnections ?? 4, patience }));
  return new SearchPool(open, patience / 1000);
}
