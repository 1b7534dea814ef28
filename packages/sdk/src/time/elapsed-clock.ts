/**
 * Elapsed milliseconds by a clock that may be corrected: a jump in either direction counts, so that nothing is kept for
 * longer because of one.
 */
export function elapsedClock(now: () => Date): () => number {
  let last = now().getTime();
  // Caches take 0 for no time at all.
  let elapsed = 1;
  return () => {
    const moment = now().getTime();
    elapsed += Math.abs(moment - last);
    last = moment;
    return elapsed;
  };
}
