import type { OperationRegistry } from './dispatch/operation-registry.js';
import type { ServiceRecord } from './ports.js';
import { Publisher } from './services/publisher.js';
import type { ServiceState } from './services/service-state.js';
import { transports } from './transports/transports.js';

/** What would be served of these records; for those who ask without serving. */
export function describeServices(
  records: readonly ServiceRecord[],
  registry: OperationRegistry,
): readonly ServiceState[] {
  const publisher = new Publisher({ registry, transports });
  publisher.publish(records);
  return publisher.states;
}
