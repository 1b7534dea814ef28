import { alternate, ratio } from '../driving/alternate.js';
import { atMost, type Measured } from '../report/measure.js';
import type { OperationName } from '../requests/gateway-probes.js';
import { gatewaySide, startBench, type Bench } from './bench.js';
import { measurePlans } from './plans.js';

/** Each in a PostgreSQL of its own, beside that which the benchmark has anyway. */
const SIZES = [100_000, 1_000_000];

/** How much more an operation may cost when the tickets are a hundred times as many. */
export const GROWING: readonly (readonly [OperationName, number])[] = [
  ['TicketCreate', 1.3],
  ['TicketGet', 1.3],
  ['TicketUpdate', 1.3],
  ['TicketSearch title', 3],
  ['TicketSearch %word%', 3],
  ['TicketSearch full text', 3],
  ['TicketSearch dynamic field', 3],
  ['TicketList deep page', 1.3],
];

/** The cost of operations at 10,000, 100,000 and 1,000,000 tickets, in turns, and how PostgreSQL finds them among the most. */
export async function measureScale(few: Bench): Promise<readonly Measured[]> {
  const more: Bench[] = [];
  try {
    for (const size of SIZES) more.push(await startBench(size));
    const costs = await compare(few, more);
    const most = more.at(-1) ?? few;
    return [...costs, await measurePlans(most)];
  } finally {
    for (const { system } of more) await system.stop();
  }
}

async function compare(few: Bench, more: readonly Bench[]): Promise<readonly Measured[]> {
  const measures: Measured[] = [];
  for (const [operation, most] of GROWING) {
    const [ofFew, ...ofMore] = await alternate([few, ...more].map((bench) => gatewaySide(bench, operation)));
    const measured = ofMore.map((rounds, index) => ({
      measure: `cost at ${SIZES[index] ?? 0} tickets against ${few.tickets.count}: ${operation}`,
      unit: 'ratio' as const,
      value: ratio(ofFew, rounds),
      target: atMost(most),
    }));
    measures.push(...measured);
  }
  return measures;
}
