/** Requests that are deleted at a time. */
export const FIRST_BATCH = 100;
const LARGEST = 500;
const SMALLEST = 10;
/** Milliseconds that a batch should take at least, and at most. */
const SHORT = 50;
const LONG = 500;

/** How many requests are deleted next: their texts may be small or large, and a host's tables may lack the index for them. */
export function nextBatchSize(batch: number, milliseconds: number): number {
  if (milliseconds > LONG) return Math.max(SMALLEST, Math.floor(batch / 4));
  return milliseconds < SHORT ? Math.min(LARGEST, batch * 2) : batch;
}
