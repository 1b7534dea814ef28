import type { ProfileName } from '@ticketgate/sdk';

import type { OperationRegistry } from '../dispatch/operation-registry.js';
import type { ServiceRecord } from '../ports.js';
import { transports } from '../transports/transports.js';
import { Publisher } from './publisher.js';

/** Compiles a version of a service that is not published; undefined if it cannot be served. */
export async function compileUnpublished(record: ServiceRecord, registry: OperationRegistry, profile?: ProfileName) {
  const publisher = new Publisher({ registry, transports }, { usualProfile: profile });
  const records = [{ ...record, validID: 1 }];
  await publisher.prepare(records);
  publisher.publish(records);
  return publisher.table.byName(record.name);
}
