import { loadTickets } from '../data/load-tickets.js';
import { drive, type Load } from '../driving/drive.js';
import { median } from '../driving/statistics.js';
import { atMost, type Measured } from '../report/measure.js';
import type { OperationName } from '../requests/gateway-probes.js';
import { gatewaySide, type Bench } from './bench.js';
import { measurePlans } from './plans.js';

/** Tickets beside those that the benchmark has anyway, and what the load is called. */
const GROWTH = [
  { total: 100_000, name: 'b' },
  { total: 1_000_000, name: 'c' },
] as const;
const TURNS = 3;
const WARM_UP = { connections: 16, amount: 1_000 };
/** Until a process has compiled what it needs; otherwise a million tickets would look cheap beside the first ten thousand. */
const FIRST_WARM_UP = { connections: 16, amount: 4_000 };
const LOAD = { connections: 16, seconds: 3 };

/** How much more an operation may cost when the tickets are a hundred times as many. */
const GROWING: readonly (readonly [OperationName, number])[] = [
  ['TicketCreate', 1.3],
  ['TicketGet', 1.3],
  ['TicketUpdate', 1.3],
  ['TicketSearch title', 3],
  ['TicketSearch %word%', 3],
  ['TicketSearch full text', 3],
  ['TicketSearch dynamic field', 3],
];

/** The cost of operations at 10,000, 100,000 and 1,000,000 tickets, and how PostgreSQL finds them then. */
export async function measureScale(bench: Bench): Promise<readonly Measured[]> {
  const few = await measureAll(bench, FIRST_WARM_UP);
  let { count } = bench.tickets;
  let tickets = bench.tickets;
  const costs: Readonly<Record<string, number>>[] = [];
  for (const { total, name } of GROWTH) {
    tickets = await loadTickets(bench.system.database, total - count, name);
    count = total;
    costs.push(await measureAll({ ...bench, tickets }));
  }
  const measures = costs.flatMap((many, index) => compare(few, many, GROWTH[index]?.total ?? 0));
  return [...measures, await measurePlans({ ...bench, tickets })];
}

/** Requests per second by operation. */
async function measureAll(bench: Bench, warmUp: Load = WARM_UP): Promise<Readonly<Record<string, number>>> {
  const speeds: Record<string, number> = {};
  for (const [operation] of GROWING) {
    const { url, probe } = gatewaySide(bench, operation);
    await drive(url, probe, warmUp);
    const turns: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) turns.push((await drive(url, probe, LOAD)).perSecond);
    speeds[operation] = median(turns);
  }
  return speeds;
}

function compare(
  few: Readonly<Record<string, number>>,
  many: Readonly<Record<string, number>>,
  total: number,
): readonly Measured[] {
  return GROWING.map(([operation, most]) => ({
    measure: `cost at ${total} tickets against 10000: ${operation}`,
    unit: 'ratio',
    value: (few[operation] ?? 0) / (many[operation] ?? 1),
    target: atMost(most),
  }));
}
