/** A median, and the interval that the true one lies in with at least 95 % certainty. */
export interface Median {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Of fewer values no interval has 95 %: all of them may lie on one side of the true median. */
export const FEWEST_VALUES = 6;
/** What lies beyond each end of the interval, at most. */
const TAIL = 0.025;

/**
 * The exact interval for a median: between two of the values themselves, by how often a fair coin would put so many of them on one
 * side. It assumes nothing about how values are spread, so a turn that was disturbed counts as one turn.
 */
export function medianInterval(values: readonly number[]): Median {
  if (values.length < FEWEST_VALUES)
    throw new Error(`An interval needs ${FEWEST_VALUES} values, not ${values.length}.`);
  const sorted = [...values].sort((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? NaN;
  const middle = (sorted.length - 1) / 2;
  const rank = lowRank(sorted.length);
  return {
    value: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    low: at(rank),
    high: at(sorted.length - 1 - rank),
  };
}

/** How many of the smallest values lie outside. */
function lowRank(count: number): number {
  // The chance that exactly `rank` of `count` values lie below the true median.
  let chance = 0.5 ** count;
  let beyond = 0;
  for (let rank = 0; ; rank += 1) {
    beyond += chance;
    if (beyond > TAIL) return rank - 1;
    chance *= (count - rank) / (rank + 1);
  }
}
