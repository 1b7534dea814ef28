import type { OperationRegistry } from './dispatch/operation-registry.js';
import type { ServiceRecord } from './ports.js';
import { Publisher } from './services/publisher.js';
import type { ServiceState } from './services/service-state.js';
import { transports } from './transports/transports.js';

/** Which of these records would be served, without serving them. */
export async function describeServices(
  records: readonly ServiceRecord[],
  registry: OperationRegistry,
): Promise<readonly ServiceState[]> {
  const publisher = new Publisher({ registry, transports });
  await publisher.prepare(records);
  publisher.publish(records);
  return publisher.states;
}
