import type { MeteredTurn } from '../driving/metered-turn.js';
import { medianInterval, type Median } from './median-interval.js';

/** Turns of both checkouts, pair by pair. */
export interface Pairs {
  readonly ours: readonly MeteredTurn[];
  readonly other: readonly MeteredTurn[];
}

/** Ratios of this checkout to the other one. */
export interface Comparison {
  /** Requests per second; below 1 is slower. */
  readonly throughput: Median;
  /** Processor time of server and PostgreSQL per request; above 1 is slower. Undefined where the system does not tell. */
  readonly processor: Median | undefined;
  readonly verdict: Verdict;
}

export type Verdict = 'slower' | 'faster' | 'same' | 'unclear';

/** What a change may cost. */
export const TOLERANCE = 1.05;

/** `slower`: one of the two intervals lies wholly beyond what is tolerated. */
export function compare(pairs: Pairs): Comparison {
  const throughput = medianInterval(ratios(pairs, ({ perSecond }) => perSecond));
  const costs = ratios(pairs, processorTime);
  const processor = costs.some(Number.isNaN) ? undefined : medianInterval(costs);
  const verdicts = [judge(inverse(throughput)), ...(processor === undefined ? [] : [judge(processor)])];
  const verdict = (['slower', 'unclear', 'faster'] as const).find((each) => verdicts.includes(each)) ?? 'same';
  return { throughput, processor, verdict };
}

function ratios({ ours, other }: Pairs, measure: (turn: MeteredTurn) => number): readonly number[] {
  return ours.flatMap((turn, index) => {
    const beside = other[index];
    return beside === undefined ? [] : [measure(turn) / measure(beside)];
  });
}

/** Seconds per request; not a number where the system does not tell. */
function processorTime({ server = NaN, database = NaN, requests }: MeteredTurn): number {
  return (server + database) / requests;
}

/** Of costs: above 1 is slower. */
function judge({ low, high }: Median): Verdict {
  if (low > TOLERANCE) return 'slower';
  if (high < 1 / TOLERANCE) return 'faster';
  return low >= 1 / TOLERANCE && high <= TOLERANCE ? 'same' : 'unclear';
}

function inverse({ value, low, high }: Median): Median {
  return { value: 1 / value, low: 1 / high, high: 1 / low };
}
