import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@ticketgate/sdk';

export interface RetentionLimits {
  /** Undefined: for ever. */
  readonly keepDays: number | undefined;
  /** Undefined: any number. */
  readonly keepMegabytes: number | undefined;
}

/** Requests that are deleted at a time. */
const BATCH = 500;
/** Milliseconds between two batches at least, for those who serve meanwhile. */
const PAUSE = 20;
/**
 * A pause is so many times as long as the batch before it took: what deletes has a twentieth of one connection's time, however large the
 * log and however slow the database is. A busy system loses some hundred requests a second that way, an idle one more than a thousand,
 * and catches up.
 */
const REST = 19;

/** Keeps the debug log small: deletes what is too old or too much, the oldest first. Rows that a host wrote stay. */
export class DebugLogRetention {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param signal ends it before the limits are kept; the next time it goes on
   * @returns the number of requests that were deleted
   */
  async clean({ keepDays, keepMegabytes }: RetentionLimits, now: Date, signal?: AbortSignal): Promise<number> {
    const oldest = keepDays === undefined ? undefined : new Date(now.getTime() - keepDays * 86_400_000);
    const aged = oldest === undefined ? 0 : await this.#removeBefore(oldest, signal);
    const isEnough = keepMegabytes === undefined || signal?.aborted === true;
    return aged + (isEnough ? 0 : await this.#removeBeyond(keepMegabytes * 1_000_000, signal));
  }

  async #removeBefore(oldest: Date, signal: AbortSignal | undefined): Promise<number> {
    for (let removed = 0; ;) {
      const begin = performance.now();
      const { count } = await this.#removeBatch(oldest);
      removed += count;
      if (count < BATCH || !(await rest(begin, signal))) return removed;
    }
  }

  /** Of the texts as they were recorded: what they take on disk is less, and freed much later. */
  async #removeBeyond(most: number, signal: AbortSignal | undefined): Promise<number> {
    const [row] = await this.#database.query<{ bytes: number }>(
      'select coalesce(sum(bytes), 0)::bigint as bytes from ticketgate.debug_entry',
    );
    let tooMany = (row?.bytes ?? 0) - most;
    let removed = 0;
    while (tooMany > 0) {
      const begin = performance.now();
      const { count, bytes } = await this.#removeBatch();
      removed += count;
      tooMany -= bytes;
      if (count === 0 || !(await rest(begin, signal))) break;
    }
    return removed;
  }

  async #removeBatch(oldest?: Date): Promise<{ readonly count: number; readonly bytes: number }> {
    return this.#database.withTransaction(async (transaction) => {
      const rows = await transaction.query<{ id: number; bytes: number }>(
        `select id, bytes from ticketgate.debug_entry where created_at < $1
         order by created_at limit ${BATCH} for update skip locked`,
        [oldest?.toISOString() ?? 'infinity'],
      );
      await removeRequests(
        transaction,
        rows.map(({ id }) => id),
      );
      return { count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
    });
  }
}

/**
 * @param begin of the batch that has just ended
 * @returns whether to go on
 */
function rest(begin: number, signal: AbortSignal | undefined): Promise<boolean> {
  const pause = Math.max(PAUSE, REST * (performance.now() - begin));
  return wait(pause, undefined, { signal }).then(
    () => true,
    () => false,
  );
}

/** Requests and all that was recorded of them, by their ids. */
export async function removeRequests(transaction: Database, ids: readonly number[]): Promise<void> {
  await transaction.query('delete from gi_debugger_entry_content where gi_debugger_entry_id = any($1)', [ids]);
  await transaction.query('delete from gi_debugger_entry where id = any($1)', [ids]);
  await transaction.query('delete from ticketgate.debug_entry where id = any($1)', [ids]);
}
