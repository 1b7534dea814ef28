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
    options: '-c timezone=UTC',
    keepAlive: true,
    types: columnTypes,
  };
  const instance = knex({
    // Typed by hand, since the dialects come without types.
    client: PreparedClient as unknown as typeof knex.Client,
    connection,
    pool: { min: 0, max: options.poolSize ?? 10 },
    acquireConnectionTimeout: 10_000,
    log: knexLog(options.logger),
  });
  const notifications = new PostgresNotifications({ ...connection, statement_timeout: false }, options.logger);
  const database = Object.assign(new KnexDatabase(instance), {
    notifications,
    async close() {
      await notifications.close();
      await instance.destroy();
    },
  });
  try {
    await database.query('select 1');
  } catch (cause) {
    await database.close();
    throw cause;
  }
  return database;
}

/** What Knex would write to the console. */
function knexLog(logger: Logger): knex.Knex.Logger {
  const write = (level: 'warn' | 'debug') => (message: unknown) => {
    logger[level]('knex', { message: String(message) });
  };
  return { warn: write('warn'), error: write('warn'), deprecate: write('debug'), debug: write('debug') };
}
