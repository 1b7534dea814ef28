/** Size of the first batch of requests to delete, and of any. */
export const FIRST_BATCH = 100;
const LARGEST = 500;
const SMALLEST = 10;
/** Milliseconds that a batch should take. */
const SHORT = 50;
const LONG = 500;

/** Adapts the batch size to how long the last batch took: texts may be large, and a host's tables may lack the index for them. */
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

/** The requests that a run has deleted, and those recorded since it began. */
export interface RetentionProgress {
  readonly deleted: number;
  readonly recorded: number;
}

/** Milliseconds to pause after a batch. */
export function pauseAfter(milliseconds: number, { deleted, recorded }: RetentionProgress): number {
  const times = deleted < LEAD * recorded ? BEHIND : USUAL;
  return Math.max(SHORTEST, times * milliseconds);
}
