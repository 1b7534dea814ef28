/**
 * Measures elapsed milliseconds with a clock that may jump. Jumps in either direction add to the elapsed time, so that caches do not keep
 * values longer than allowed.
 */
export function elapsedClock(now: () => Date): () => number {
  let last = now().getTime();
  // Caches interpret 0 as no time.
  let elapsed = 1;
  return () => {
    const moment = now().getTime();
    elapsed += Math.abs(moment - last);
    last = moment;
    return elapsed;
  };
}
