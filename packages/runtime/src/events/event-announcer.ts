import { EVENT_CHANNEL } from '@ticketgate/database/postgres';
import type { Database } from '@ticketgate/sdk';

/** Milliseconds between two notifications. */
const INTERVAL = 100;
/** A lost notification does no harm, so the commit does not wait for the disk. */
const NOTIFY = `
select set_config('synchronous_commit', 'off', true), pg_notify($1, consumer) from unnest($2::text[]) consumer`;

/**
 * Notifies consumers of new events, in a transaction of its own for all writes of the last milliseconds: PostgreSQL commits transactions
 * with notifications one at a time. If the process or its connection ends first, the next check for due events finds the events.
 */
export class EventAnnouncer {
  readonly #database: Database;
  readonly #consumers = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #last = -Infinity;

  constructor(database: Database) {
    this.#database = database;
  }

  announce(consumers: readonly string[]): void {
    if (consumers.length === 0) return;
    for (const consumer of consumers) this.#consumers.add(consumer);
    this.#timer ??= setTimeout(() => void this.flush(), Math.max(0, this.#last + INTERVAL - performance.now()));
  }

  /** Notifies at once. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#last = performance.now();
    const consumers = [...this.#consumers];
    this.#consumers.clear();
    if (consumers.length === 0) return;
    try {
      await this.#database.query(NOTIFY, [EVENT_CHANNEL, consumers]);
    } catch {
      // The database is unavailable, which is logged elsewhere.
    }
  }
}
