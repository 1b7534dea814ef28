import { alternate, ratio, spentOf } from '../driving/alternate.js';
import { atLeast, type Measured } from '../report/measure.js';
import { gatewaySide, type Bench } from './bench.js';

/** Each worker has to compile what it needs, and gets half of the requests. */
const WARM_UP = { connections: 16, seconds: 6 };

/** One for which the gateway is half of the work, one for which it is two thirds; and one that PostgreSQL has most work with: only told. */
const OPERATIONS = [
  ['TicketGet', atLeast(1.2)],
  ['TicketSearch title', atLeast(1.2)],
  ['TicketCreate', undefined],
] as const;

/** Two workers against one process. */
export async function measureWorkers(bench: Bench): Promise<readonly Measured[]> {
  const two = await bench.system.startGateway({ words: ['--workers', '2'] });
  const measures: Measured[] = [];
  try {
    for (const [operation, target] of OPERATIONS) {
      const sides = [
        { ...gatewaySide(bench, operation, { gateway: two }), name: 'two workers' },
        { ...gatewaySide(bench, operation), name: 'one process' },
      ];
      const rounds = await alternate(sides, { warmUp: WARM_UP });
      const [ofTwo, ofOne] = rounds;
      measures.push({
        measure: `two workers instead of one, ${operation}`,
        unit: 'ratio',
        value: ratio(ofTwo, ofOne),
        target,
        spent: spentOf(rounds),
      });
    }
    return measures;
  } finally {
    await two.stop();
  }
}
