/** Milliseconds between two looks at the clock. */
const TICK = 100;

/** A running time limit. */
export interface RunningTimeout {
  readonly signal: AbortSignal;
  stop(): void;
}

/**
 * Aborts its signal after so many seconds during which this process could notice an answer: while it stands still, an answer may have
 * arrived that it has not read yet.
 *
 * @param seconds none or 0 for no limit
 */
export function startTimeout(seconds: number): RunningTimeout {
  const controller = new AbortController();
  let left = seconds * 1_000;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    left -= Math.min(now - last, 2 * TICK);
    last = now;
    if (left <= 0) controller.abort();
  };
  const timer = seconds > 0 ? setInterval(tick, TICK) : undefined;
  return {
    signal: controller.signal,
    stop: () => {
      clearInterval(timer);
    },
  };
}
