import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@ticketgate/sdk';

import { DebugLogSize } from './debug-log-size.js';
import { RecordedRequests } from './recorded-requests.js';
import { removeRequests } from './remove-requests.js';
import { FIRST_BATCH, nextBatchSize, pauseAfter, type RetentionProgress } from './retention-pace.js';

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

const DAY = 86_400_000;
const MEGABYTE = 1_000_000;

interface Run {
  readonly signal: AbortSignal | undefined;
  /** The request that was recorded last when it began. */
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
export class DebugLogRetention {
  readonly #database: Database;
  readonly #size: DebugLogSize;
  readonly #requests: RecordedRequests;

  constructor(database: Database) {
    this.#database = database;
    this.#size = new DebugLogSize(database);
    this.#requests = new RecordedRequests(database);
  }

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
    return this.#database.withTransaction(async (transaction) => {
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
