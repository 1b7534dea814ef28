import type { Database, Logger } from '@ticketgate/sdk';
import knex from 'knex';

import { columnTypes } from './column-types.js';
import { KnexDatabase } from './knex-database.js';
import { PostgresNotifications, type Notifications } from './notifications.js';
import { PreparedClient } from './prepared-client.js';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Connections at most; default 10. */
  readonly poolSize?: number;
  /** Milliseconds a statement may take; default 30,000. */
  readonly statementTimeout?: number;
  /** Shown in `pg_stat_activity`; default `ticketgate`. */
  readonly applicationName?: string;
  readonly logger: Logger;
}

export interface OpenDatabase extends Database {
  readonly notifications: Notifications;
  /** Waits for running statements and closes all connections. */
  close(): Promise<void>;
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
    // A transaction whose process hangs must not hold its locks for ever.
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
  const instance = knex({
    // Typed by hand, since the dialects come without types.
    client: PreparedClient as unknown as typeof knex.Client,
    connection,
    pool: { min: 0, max: options.poolSize ?? 10 },
    acquireConnectionTimeout: 10_000,
    // Until then the caller gets to know what fails.
    log: knexLog(options.logger, () => isOpen),
  });
  const base = new KnexDatabase(instance);
  const notifications = new PostgresNotifications({
    config: { ...connection, statement_timeout: false },
    logger: options.logger,
    query: (text, values) => base.query(text, values),
  });
  const database = Object.assign(base, {
    notifications,
    async close() {
      await notifications.close();
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

/** What Knex would write to the console, once it is worth writing. */
function knexLog(logger: Logger, isWorthIt: () => boolean): knex.Knex.Logger {
  const write = (level: 'warn' | 'debug') => (message: unknown) => {
    if (isWorthIt()) logger[level]('knex', { message: String(message) });
  };
  return { warn: write('warn'), error: write('warn'), deprecate: write('debug'), debug: write('debug') };
}
