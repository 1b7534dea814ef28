import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@ticketgate/sdk';
import pg from 'pg';

/** Messages between the processes on one database. */
export interface Notifications {
  /** Calls `handler` for each message on `channel`, and with undefined when messages may have been missed. Resolves to the way to stop. */
  listen(channel: string, handler: (payload: string | undefined) => void): Promise<() => void>;
  close(): Promise<void>;
}

type Handler = (payload: string | undefined) => void;

const RECONNECT_MILLISECONDS = 500;

/** LISTEN on one connection of its own, opened when first needed and again whenever it is lost. */
export class PostgresNotifications implements Notifications {
  readonly #config: pg.ClientConfig;
  readonly #logger: Logger;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #closing = new AbortController();
  #connection: Promise<pg.Client> | undefined;

  constructor(config: pg.ClientConfig, logger: Logger) {
    this.#config = config;
    this.#logger = logger;
  }

  async listen(channel: string, handler: Handler): Promise<() => void> {
    const handlers = this.#handlers.get(channel) ?? new Set<Handler>();
    this.#handlers.set(channel, handlers.add(handler));
    this.#connection ??= this.#connect();
    const client = await this.#connection;
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return () => {
      handlers.delete(handler);
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.then((client) => client.end()).catch(() => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', (error) => {
      this.#logger.warn('the connection for notifications was lost', { error: error.message });
    });
    client.on('end', () => {
      if (!this.#closing.signal.aborted) void this.#reconnect();
    });
    client.on('notification', ({ channel, payload }) => {
      this.#handlers.get(channel)?.forEach((handler) => {
        handler(payload ?? '');
      });
    });
    await client.connect();
    return client;
  }

  /** Whoever listens is told that messages may have been missed: now, and when the connection is back. */
  async #reconnect(): Promise<void> {
    this.#tellMissed();
    while (!this.#closing.signal.aborted) {
      try {
        await wait(RECONNECT_MILLISECONDS, undefined, { signal: this.#closing.signal });
        const client = await this.#connect();
        for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
        this.#connection = Promise.resolve(client);
        this.#tellMissed();
        return;
      } catch {
        // The next round tries again.
      }
    }
  }

  #tellMissed(): void {
    for (const handlers of this.#handlers.values()) {
      handlers.forEach((handler) => {
        handler(undefined);
      });
    }
  }
}
