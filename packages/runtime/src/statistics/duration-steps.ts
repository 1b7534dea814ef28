/** Milliseconds: how long requests took is counted in these steps. Charts and metrics rely on them. */
export const DURATION_STEPS: readonly number[] = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000];
