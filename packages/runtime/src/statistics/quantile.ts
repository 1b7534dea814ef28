/**
 * Estimates the duration (milliseconds) that a share of requests did not exceed, by linear interpolation within a step. Longer requests
 * count with the last step. Null without requests.
 *
 * @param durations numbers of requests by the upper bound of their step, as counted by `openRequestCounter`
 * @param share for example 0.95
 */
export function estimateQuantile(durations: Readonly<Record<string, number>>, share: number): number | null {
  const counted = DURATION_STEPS.map((step) => durations[String(step)] ?? 0);
  const all = counted.reduce((sum, requests) => sum + requests, durations.more ?? 0);
  if (all === 0) return null;
  let left = share * all;
  for (const [place, requests] of counted.entries()) {
    const [least, most] = [DURATION_STEPS[place - 1] ?? 0, DURATION_STEPS[place] ?? 0];
    if (requests > 0 && left <= requests) return least + (left / requests) * (most - least);
    left -= requests;
  }
  return DURATION_STEPS.at(-1) ?? 0;
}

/** Upper bounds, in milliseconds, of the steps in which durations are counted. Charts and metrics rely on them. */
export const DURATION_STEPS: readonly number[] = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000];
