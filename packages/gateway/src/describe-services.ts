import type { LoadedWebService } from '@ticketgate/definition';

import type { OperationRegistry } from './dispatch/operation-registry.js';
import type { ServiceRecord } from './ports.js';
import { Publisher } from './services/publisher.js';
import type { ServiceState } from './services/service-state.js';
import { transports } from './transports/transports.js';

/** Large definitions of the last call: lists are asked for often, and definitions seldom change. */
let kept: ReadonlyMap<string, LoadedWebService> = new Map();

/** Which of these records would be served, without serving them. */
export async function describeServices(
  records: readonly ServiceRecord[],
  registry: OperationRegistry,
): Promise<readonly ServiceState[]> {
  const [before, next] = [kept, new Map<string, LoadedWebService>()];
  const publisher = new Publisher({ registry, transports }, undefined, {
    get: (fingerprint) => before.get(fingerprint),
    set: (fingerprint, read) => next.set(fingerprint, read),
  });
  await publisher.prepare(records);
  kept = next;
  publisher.publish(records);
  return publisher.states;
}
