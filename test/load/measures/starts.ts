import { atMost, type Measured } from '../report/measure.js';
import { median } from '../driving/statistics.js';
import { manyServices } from '../system/bench-services.js';
import type { BenchSystem } from '../system/start-system.js';

const STARTS = 3;

/** How long a server takes until it is ready, on a database that is there. */
export async function measureStarts(system: BenchSystem): Promise<readonly Measured[]> {
  const second = await measureStart(system);
  system.addServices(manyServices(200));
  // The first start applies them.
  await (await system.startGateway()).stop();
  const many = await measureStart(system);
  return [
    { measure: 'second start until ready', unit: 's', value: second, target: atMost(2) },
    { measure: 'start with 200 services', unit: 's', value: many, target: atMost(4) },
  ];
}

async function measureStart(system: BenchSystem): Promise<number> {
  const seconds: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const began = performance.now();
    const gateway = await system.startGateway();
    seconds.push((performance.now() - began) / 1000);
    await gateway.stop();
  }
  return median(seconds);
}
