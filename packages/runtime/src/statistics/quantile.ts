/**
 * The milliseconds within which a share of requests was answered, estimated within the step that it falls into; requests beyond the last
 * step count as long as that. Null without requests.
 *
 * @param durations requests by the milliseconds that they took at most, as `RequestCounter` counts them
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

/** Milliseconds: how long requests took is counted in these steps. Charts and metrics rely on them. */
export const DURATION_STEPS: readonly number[] = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000];
