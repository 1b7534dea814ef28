import { textOf } from '@ticketgate/sdk';

import { providerTransports } from '../provider-transports.js';
import type { TransportDefinition } from '../web-service.js';
import { member, nonEmptyMap } from './read-record.js';

/** Reads `Provider.Transport` (`docs/compatibility.md`). */
export function readTransport(transport: unknown): TransportDefinition {
  const type = textOf(member(transport, 'Type'));
  const served = providerTransports.get(type);
  return served === undefined ? { kind: 'not-served', type } : served.read(nonEmptyMap(member(transport, 'Config')));
}
