import { isData } from '@ticketgate/sdk';

import type { OperationDefinition } from '../web-service.js';
import { readEntry } from './read-entry.js';
import { member } from './read-record.js';

/** Reads `Provider.Operation`; entries that are not maps have no type. */
export function readOperations(operations: unknown): ReadonlyMap<string, OperationDefinition> {
  const entries = Object.entries(isData(operations) ? operations : {});
  return new Map(entries.map(([name, entry]) => [name, readOperation(name, entry)]));
}

function readOperation(name: string, entry: unknown): OperationDefinition {
  return {
    ...readEntry(name, entry),
    timeout: readCount(member(entry, 'Timeout')),
    concurrency: readCount(member(entry, 'Concurrency')),
  };
}

/** A whole number above 0; `check` reports others. */
function readCount(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? count : undefined;
}
