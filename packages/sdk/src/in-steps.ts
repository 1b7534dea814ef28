import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work between which other requests get their turn. */
const SLICE = 10;

/**
 * Runs work that offers pauses by `yield`, so that it does not keep other requests waiting: after some milliseconds of work they get
 * their turn. Work on a text or list of a client that may take longer belongs in it.
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
