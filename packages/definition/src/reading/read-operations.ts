import { isData, isTrue, textOf } from '@ticketgate/sdk';

import type { OperationDefinition } from '../web-service.js';
import { readMapping } from './read-mapping.js';
import { member } from './read-record.js';

/** Reads `Provider.Operation`; entries that are not maps have no type. */
export function readOperations(operations: unknown): ReadonlyMap<string, OperationDefinition> {
  const entries = Object.entries(isData(operations) ? operations : {});
  return new Map(entries.map(([name, entry]) => [name, readOperation(name, entry)]));
}

function readOperation(name: string, entry: unknown): OperationDefinition {
  const type = member(entry, 'Type');
  return {
    name,
    type: isTrue(type) ? textOf(type) : '',
    description: textOf(member(entry, 'Description')),
    inbound: readMapping(member(entry, 'MappingInbound')),
    outbound: readMapping(member(entry, 'MappingOutbound')),
    timeout: readCount(member(entry, 'Timeout')),
    concurrency: readCount(member(entry, 'Concurrency')),
    options: isData(entry) ? entry : {},
  };
}

/** A whole number above 0; `check` reports others. */
function readCount(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? count : undefined;
}
