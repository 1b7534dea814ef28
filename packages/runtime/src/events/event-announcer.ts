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
export function createAnnouncer(database: Database) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let last = -Infinity;
  /** Notifies at once. Never rejects: that the database is unavailable is logged elsewhere. */
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    const consumers = [...waiting];
    waiting.clear();
    if (consumers.length > 0) await database.query(NOTIFY, [EVENT_CHANNEL, consumers]).catch(() => undefined);
  };
  const announce = (consumers: readonly string[]): void => {
    if (consumers.length === 0) return;
    for (const consumer of consumers) waiting.add(consumer);
    timer ??= setTimeout(() => void flush(), Math.max(0, last + INTERVAL - performance.now()));
  };
  return { announce, flush };
}
