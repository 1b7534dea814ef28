import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work between two pauses. */
const SLICE = 10;

/**
 * Runs a generator that yields regularly, and lets other requests run every few milliseconds. Use it for work on clients' texts or lists that
 * may take longer.
 *
 * @example
 * function* longest(lines: readonly string[]): Generator<undefined, number> {
 *   let length = 0;
 *   for (const line of lines) {
 *     length = Math.max(length, line.length);
 *     yield;
 *   }
 *   return length;
 * }
 * const length = await inSteps(longest(lines));
 */
export async function inSteps<Result>(work: Generator<undefined, Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < SLICE) continue;
    await turn();
    began = performance.now();
  }
}
