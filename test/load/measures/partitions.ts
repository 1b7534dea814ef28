import { partitionTables } from '../data/partition-tables.js';
import { alternate, ratio } from '../driving/alternate.js';
import { atMost, type Measured } from '../report/measure.js';
import { gatewaySide, startBench, type Bench } from './bench.js';
import { GROWING } from './scale.js';

/** In each of two PostgreSQL. */
const TICKETS = Number(process.env.TICKETGATE_BENCH_TICKETS ?? 1_000_000);
/** What partitions may cost. */
const MOST = 1.3;

/** The cost of operations where the largest tables are partitioned, against the same tickets in whole tables, in turns. */
export async function measurePartitions(): Promise<readonly Measured[]> {
  const benches: Bench[] = [];
  try {
    for (let count = 0; count < 2; count += 1) benches.push(await startBench(TICKETS));
    const [whole, partitioned] = benches;
    if (whole === undefined || partitioned === undefined) throw new Error('There are no tickets.');
    await partitionTables(partitioned.system.database);
    const measures: Measured[] = [];
    for (const [operation] of GROWING) {
      const [ofWhole, ofParts] = await alternate([whole, partitioned].map((bench) => gatewaySide(bench, operation)));
      const measure = `cost of partitions at ${TICKETS} tickets: ${operation}`;
      measures.push({ measure, unit: 'ratio', value: ratio(ofWhole, ofParts), target: atMost(MOST) });
    }
    return measures;
  } finally {
    for (const { system } of benches) await system.stop();
  }
}
