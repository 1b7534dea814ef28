import { alternate, ratio } from '../driving/alternate.js';
import { atLeast, type Measured } from '../report/measure.js';
import { gatewaySide, type Bench } from './bench.js';

/** Each worker has to compile what it needs, and gets half of the requests. */
const WARM_UP = { connections: 16, seconds: 8 };

/** Two workers against one process, by what keeps the gateway as busy as the database. */
export async function measureWorkers(bench: Bench): Promise<readonly Measured[]> {
  const two = await bench.system.startGateway(['--workers', '2']);
  try {
    const sides = [gatewaySide(bench, 'TicketGet', { gateway: two }), gatewaySide(bench, 'TicketGet')];
    const [ofTwo, ofOne] = await alternate(sides, WARM_UP);
    return [
      {
        measure: 'two workers instead of one, TicketGet',
        unit: 'ratio',
        value: ratio(ofTwo, ofOne),
        target: atLeast(1.2),
      },
    ];
  } finally {
    await two.stop();
  }
}
