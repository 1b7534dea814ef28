import { setTimeout as wait } from 'node:timers/promises';
import { keptIn, type Logger } from '@ticketgate/sdk';
import pg from 'pg';

import type { Connector } from './connector.js';
import { ReadOnlyServer } from './session.js';
import { destroyClient, endClient } from './statement-watch.js';
import { translateDatabaseError } from './database-errors.js';

type Handler = (payload: string | undefined) => void;

interface NotificationOptions {
  /** Makes connections that end when the server stops responding. */
  readonly connector: Connector;
  readonly logger: Logger;
  readonly query: (text: string, values: readonly unknown[]) => Promise<unknown>;
}

const RECONNECT_MILLISECONDS = 500;
const HEARTBEAT_MILLISECONDS = 5_000;

/**
 * Messages between the processes on one database. Listens on a separate connection, which is opened when first needed, and reopened whenever
 * it is lost.
 */
export class PostgresNotifications {
  readonly #options: NotificationOptions;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #closing = new AbortController();
  /** Pending while a lost connection is replaced. */
  #connection: Promise<pg.Client> | undefined;

  constructor(options: NotificationOptions) {
    this.#options = options;
  }

  /**
   * Calls `handler` for each message on `channel`, and with undefined if messages may have been missed. Resolves to a function that stops it.
   *
   * @throws OperationError `Database.Unavailable` if the database cannot be reached
   */
  async listen(channel: string, handler: Handler): Promise<() => void> {
    const handlers = keptIn(this.#handlers, channel, () => new Set()).add(handler);
    const stop = () => {
      handlers.delete(handler);
      if (handlers.size === 0) this.#handlers.delete(channel);
    };
    try {
      this.#connection ??= this.#openFirst();
      await listenOn(await this.#connection, channel);
    } catch (cause) {
      stop();
      throw translateDatabaseError(cause);
    }
    return stop;
  }

  /** Sends `payload` (at most 7,999 bytes) to all listeners, including this process. */
  async notify(channel: string, payload: string): Promise<void> {
    await this.#options.query('select pg_notify($1, $2)', [channel, payload]);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#connection?.catch(() => undefined);
    if (client !== undefined) await endClient(client);
  }

  /** Forgets a failed first attempt, so that the next listener tries again. */
  async #openFirst(): Promise<pg.Client> {
    try {
      return await this.#open();
    } catch (cause) {
      this.#connection = undefined;
      throw cause;
    }
  }

  async #open(): Promise<pg.Client> {
    const client = await this.#options.connector.connect();
    client.on('notification', ({ channel, payload }) => {
      this.#handlers.get(channel)?.forEach((handler) => handler(payload ?? ''));
    });
    try {
      for (const channel of this.#handlers.keys()) await listenOn(client, channel);
    } catch (cause) {
      destroyClient(client);
      throw cause;
    }
    startHeartbeat(client);
    // Not earlier: a connection that fails to open also emits `end`, and would start another series of attempts.
    client.once('end', () => this.#replace());
    return client;
  }

  /** Reopens the connection. Calls listeners because messages may have been missed: now, and when it is restored. */
  #replace(): void {
    if (this.#closing.signal.aborted) return;
    this.#options.logger.warn('the connection for notifications was lost and will be reopened');
    this.#connection = this.#reopen();
    // Only close() rejects it.
    this.#connection.catch(() => undefined);
    this.#notifyMissed();
  }

  async #reopen(): Promise<pg.Client> {
    for (;;) {
      await wait(RECONNECT_MILLISECONDS, undefined, { signal: this.#closing.signal });
      const client = await this.#open().catch(() => undefined);
      if (client === undefined) continue;
      this.#options.logger.info('the connection for notifications is restored');
      this.#notifyMissed();
      return client;
    }
  }

  #notifyMissed(): void {
    for (const handlers of this.#handlers.values()) handlers.forEach((handler) => handler(undefined));
  }
}

async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
}

/** Queries the server now and then: one that is silent or no longer takes writes sends no notifications either. */
function startHeartbeat(client: pg.Client): void {
  const timer = setInterval(() => {
    client.query<{ readonly readOnly: string }>(`select current_setting('transaction_read_only') as "readOnly"`).then(
      ({ rows }) => {
        if (rows[0]?.readOnly === 'on') destroyClient(client, new ReadOnlyServer());
      },
      // The event `end` follows.
      () => undefined,
    );
  }, HEARTBEAT_MILLISECONDS).unref();
  client.once('end', () => clearInterval(timer));
}
