import { isData, isTrue, textOf } from '@ticketgate/sdk';

import type { MappedEntry } from '../mapping-definition.js';
import { readMapping } from './read-mapping.js';
import { member } from './read-record.js';

/** Reads what operations and invokers have in common; an entry that is not a map has no type. */
export function readEntry(name: string, entry: unknown): MappedEntry {
  const type = member(entry, 'Type');
  return {
    name,
    type: isTrue(type) ? textOf(type) : '',
    description: textOf(member(entry, 'Description')),
    inbound: readMapping(member(entry, 'MappingInbound')),
    outbound: readMapping(member(entry, 'MappingOutbound')),
    options: isData(entry) ? entry : {},
  };
}
