import { alternate, ratio, ratioInterval, spentOf } from '../driving/alternate.js';
import type { Side } from '../peers/check-peers.js';
import { atMost, type Measured } from '../report/measure.js';

/** A ratio up to which single turns differ by more than a side may cost. */
const SMALL = 1.1;
const MANY_ROUNDS = 20;

/** How many times as long a request to `featured` takes as one to `plain`, and how much that may be. */
export async function measureCost(
  measure: string,
  [plain, featured]: readonly [plain: Side, featured: Side],
  most: number,
): Promise<Measured> {
  const isSmall = most <= SMALL;
  const rounds = await alternate([plain, featured], isSmall ? { rounds: MANY_ROUNDS } : {});
  const [ofPlain, ofFeatured] = rounds;
  const told = { measure, unit: 'ratio', target: atMost(most), spent: spentOf(rounds) } as const;
  if (!isSmall) return { ...told, value: ratio(ofPlain, ofFeatured) };
  const { value, low, high } = ratioInterval(ofPlain, ofFeatured);
  return { ...told, value, interval: { low, high } };
}
