import { setTimeout as wait } from 'node:timers/promises';

import { readValue } from '../postgres/index.js';
import { RecordedRequests } from './recorded-requests.js';
import { removeRequests } from './debug-log.js';
import { TableAccess } from '../table-access.js';

/** Requests in the first batch to delete, and in any batch. */
const FIRST_BATCH = 100;
const LARGEST = 500;
const SMALLEST = 10;
/** Milliseconds that a batch should take. */
const SHORT = 50;
const LONG = 500;

/** Adapts the batch size to the duration of the last batch: texts may be large, and a host's tables may lack the index. */
export function nextBatchSize(batch: number, milliseconds: number): number {
  if (milliseconds > LONG) return Math.max(SMALLEST, Math.floor(batch / 4));
  return milliseconds < SHORT ? Math.min(LARGEST, batch * 2) : batch;
}

/** Shortest pause between two batches, in milliseconds. */
const SHORTEST = 20;
/**
 * The pause after a batch is this many times as long as the batch, so that deleting takes a twentieth of one connection's time. A busy
 * system deletes some hundred requests a second, an idle one more than a thousand.
 */
const USUAL = 19;
/** Used while that is too slow: half of one connection's time. */
const BEHIND = 1;
/** Requests to delete for each one that is recorded: more than one, since nothing is deleted between two runs. */
const LEAD = 2;

interface RetentionProgress {
  readonly deleted: number;
  readonly recorded: number;
}

/** Milliseconds to pause after a batch. */
export function pauseAfter(milliseconds: number, { deleted, recorded }: RetentionProgress): number {
  const times = deleted < LEAD * recorded ? BEHIND : USUAL;
  return Math.max(SHORTEST, times * milliseconds);
}

const DAY = 86_400_000;

/** Tracks the bytes of all recorded texts. They take less space on disk, where it is freed much later. */
export class DebugLogSize extends TableAccess {
  #countedAt = -Infinity;

  /** Adds up what was written and deleted since the last call. Once a day all requests are counted, since a host may delete some. */
  async read(now: Date): Promise<number> {
    const isDue = now.getTime() - this.#countedAt >= DAY;
    const bytes = await readValue<number>(this.database, isDue ? COUNT : ADD_UP);
    if (isDue) this.#countedAt = now.getTime();
    return bytes ?? 0;
  }
}

/** Each transaction that writes or deletes requests adds a separate row, so that none waits for another. */
const ADD_UP = `
with change as (delete from ticketgate.debug_log_size returning bytes)
insert into ticketgate.debug_log_size (bytes) select coalesce(sum(bytes), 0) from change returning bytes`;

/** Consistent, because both tables hide the rows of running transactions. */
const COUNT = `
with change as (delete from ticketgate.debug_log_size)
insert into ticketgate.debug_log_size (bytes) select coalesce(sum(bytes), 0) from ticketgate.debug_entry returning bytes`;

export interface RetentionLimits {
  /** Undefined: no limit. */
  readonly keepDays: number | undefined;
  /** Undefined: no limit. */
  readonly keepMegabytes: number | undefined;
}

export interface RetentionResult extends RetentionProgress {
  /** Whether the log is within its limits. */
  readonly isDone: boolean;
}

const MEGABYTE = 1_000_000;

interface Run {
  readonly signal: AbortSignal | undefined;
  /** The last request that was recorded when the run began. */
  readonly newest: number;
  /** Requests to delete at a time. */
  batch: number;
  deleted: number;
  deletedBytes: number;
  recorded: number;
  /** Time up to which requests have been deleted, so that the next batch skips their index entries. */
  reached: string;
}

/** Deletes the oldest requests when the debug log is too old or too large. Rows of a host stay. */
export class DebugLogRetention extends TableAccess {
  readonly #requests = new RecordedRequests(this.database);
  readonly #size = new DebugLogSize(this.database);

  /** @param signal ends the run early; the next run continues */
  async clean({ keepDays, keepMegabytes }: RetentionLimits, now: Date, signal?: AbortSignal): Promise<RetentionResult> {
    const run: Run = {
      signal,
      newest: await this.#requests.newestID(),
      reached: '-infinity',
      batch: FIRST_BATCH,
      deleted: 0,
      deletedBytes: 0,
      recorded: 0,
    };
    const bytes = await this.#size.read(now);
    const oldest = keepDays === undefined ? undefined : new Date(now.getTime() - keepDays * DAY).toISOString();
    const isAgeKept = oldest === undefined || (await this.#remove(run, oldest));
    const tooMany = keepMegabytes === undefined ? 0 : bytes - keepMegabytes * MEGABYTE;
    const isSizeKept = isAgeKept && (await this.#remove(run, 'infinity', tooMany));
    return { deleted: run.deleted, recorded: run.recorded, isDone: isSizeKept };
  }

  /**
   * Deletes requests from before a moment, until none are left or `bytes` were deleted.
   *
   * @returns false if it was aborted
   */
  async #remove(run: Run, before: string, bytes = Infinity): Promise<boolean> {
    while (run.deletedBytes < bytes) {
      if (run.signal?.aborted === true) return false;
      const begin = performance.now();
      if ((await this.#removeBatch(run, before)) < run.batch) break;
      const milliseconds = performance.now() - begin;
      run.batch = nextBatchSize(run.batch, milliseconds);
      await this.#pause(run, milliseconds);
    }
    return true;
  }

  async #removeBatch(run: Run, before: string): Promise<number> {
    return this.database.withTransaction(async (transaction) => {
      const rows = await transaction.query<{ id: number; bytes: number; reached: string }>(
        `select id, bytes, created_at::text as reached from ticketgate.debug_entry
         where created_at >= $1 and created_at < $2
         order by created_at limit $3 for update skip locked`,
        [run.reached, before, run.batch],
        { isPlannedByValues: true },
      );
      await removeRequests(
        transaction,
        rows.map(({ id }) => id),
      );
      run.deleted += rows.length;
      run.deletedBytes += rows.reduce((sum, { bytes }) => sum + bytes, 0);
      run.reached = rows.at(-1)?.reached ?? run.reached;
      return rows.length;
    });
  }

  async #pause(run: Run, milliseconds: number): Promise<void> {
    run.recorded = (await this.#requests.newestID()) - run.newest;
    const { signal } = run;
    await wait(pauseAfter(milliseconds, run), undefined, { signal }).catch((reason: unknown) => {
      if (signal?.aborted !== true) throw reason;
    });
  }
}
