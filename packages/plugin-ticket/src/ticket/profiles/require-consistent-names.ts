import type { Data } from '@ticketgate/sdk';

import { agentsOf, findEntry, referenceTo, type EntryMember, type Lookup } from '../../request/find-entry.js';
import { readPendingTime } from '../../request/pending-time.js';
import { isFalsy } from '../../request/family-values.js';
import { invalid } from '../../request/input-errors.js';
import type { TicketParts } from '../checks/read-parts.js';
import type { RuleSources } from './write-rules.js';

/**
 * In profile contract, a name and an id of the same entry must agree, and a pending time must be storable. In the family only the id
 * is checked, but the name is written, and a mistake in it is a fault.
 *
 * @throws OperationError `TicketUpdate.InvalidParameter`
 */
export function requireConsistentNames(parts: TicketParts, sources: RuleSources): TicketParts {
  const { ticket } = parts;
  if (ticket === undefined) return parts;
  const entries = Object.entries(entriesOf(sources)) as [EntryMember, AnyEntries][]; // keys of the record
  for (const [name, all] of entries) requireSame(ticket, name, all);
  if (!isFalsy(ticket.PendingTime) && readPendingTime(ticket.PendingTime, sources) === 0) {
    throw invalid('TicketUpdate', 'Ticket->PendingTime is now or cannot be stored; write a time from now to 2038.');
  }
  return parts;
}

type AnyEntries = Lookup<{ readonly id: number }>;

function entriesOf({ catalogue, directory }: RuleSources): Readonly<Record<EntryMember, AnyEntries>> {
  const agents = agentsOf(directory);
  return {
    Queue: catalogue.queues,
    Lock: catalogue.locks,
    Type: catalogue.types,
    State: catalogue.states,
    Priority: catalogue.priorities,
    Service: catalogue.services,
    SLA: catalogue.serviceLevelAgreements,
    Owner: agents,
    Responsible: agents,
  };
}

function requireSame(ticket: Data, name: EntryMember, entries: AnyEntries): void {
  const { id, name: written } = referenceTo(ticket, name);
  if (isFalsy(id) || isFalsy(written)) return;
  const byID = findEntry(entries, { id, name: '' });
  // Later checks report an unknown id.
  if (byID === undefined || byID.id === findEntry(entries, { id: '', name: written })?.id) return;
  throw invalid('TicketUpdate', `Ticket->${name} and Ticket->${name}ID mean different things; send one of them.`);
}
