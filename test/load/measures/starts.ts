import { atMost, type Measured } from '../report/measure.js';
import { median } from '../driving/statistics.js';
import { manyServices, shippedServices } from '../system/bench-services.js';
import { startSystem, type BenchSystem } from '../system/start-system.js';

const STARTS = 3;

/** How long a server takes until it is ready with the shipped services, on a database that is there, and with 200 services more. */
export async function measureStarts(): Promise<readonly Measured[]> {
  const system = await startSystem(shippedServices());
  try {
    const second = await measureStart(system);
    system.addServices(manyServices(200));
    const many = await measureStart(system);
    return [
      { measure: 'second start until ready', unit: 's', value: second, target: atMost(2) },
      { measure: 'start with 200 services', unit: 's', value: many, target: atMost(4) },
    ];
  } finally {
    await system.stop();
  }
}

async function measureStart(system: BenchSystem): Promise<number> {
  // The first start applies the definitions.
  await (await system.startGateway()).stop();
  const seconds: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const began = performance.now();
    const gateway = await system.startGateway();
    seconds.push((performance.now() - began) / 1000);
    await gateway.stop();
  }
  return median(seconds);
}
