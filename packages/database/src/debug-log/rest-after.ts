/** Milliseconds between two batches at least, for those who serve meanwhile. */
const SHORTEST = 20;
/**
 * A rest is so many times as long as the batch before it took: what deletes has a twentieth of one connection's time, however large the
 * log and however slow the database is. A busy system loses some hundred requests a second that way, an idle one more than a thousand.
 */
const USUAL = 19;
/** The same while that is not enough: half of one connection's time. */
const BEHIND = 1;
/** Requests to delete for each one that is recorded: more than one, since nothing is deleted between two runs. */
const LEAD = 2;

/** The progress of a run: what it has deleted, and what was recorded since it began. */
export interface RetentionProgress {
  readonly deleted: number;
  readonly recorded: number;
}

/** Milliseconds without deleting, after a batch that took so many. */
export function pauseAfter(milliseconds: number, { deleted, recorded }: RetentionProgress): number {
  const times = deleted < LEAD * recorded ? BEHIND : USUAL;
  return Math.max(SHORTEST, times * milliseconds);
}
