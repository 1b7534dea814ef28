import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work between which other requests get their turn. */
const SLICE = 10;

/** Runs work that offers pauses, so that other requests are not kept waiting by it. */
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
