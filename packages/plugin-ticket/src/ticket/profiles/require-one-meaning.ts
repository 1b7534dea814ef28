import type { Data } from '@ticketgate/sdk';

import { findValidAgent } from '../../request/find-agent.js';
import { findEntry, referenceTo, type EntryMember, type EntryReference } from '../../request/find-entry.js';
import { readPendingTime } from '../../request/pending-time.js';
import { isFalsy } from '../../request/family-values.js';
import { invalid } from '../../request/input-errors.js';
import type { TicketParts } from '../checks/read-parts.js';
import type { RuleSources } from './write-rules.js';

/**
 * In profile contract, a name and the id beside it mean the same, and a pending time is one that can be written. Elsewhere only the id
 * is checked, the name is what is written, and a mistake in it is a fault.
 *
 * @throws OperationError `TicketUpdate.InvalidParameter`
 */
export function requireOneMeaning(parts: TicketParts, sources: RuleSources): TicketParts {
  const { ticket } = parts;
  if (ticket === undefined) return parts;
  for (const name of Object.keys(FINDERS) as EntryMember[]) requireSame(ticket, name, sources); // keys of the record
  if (!isFalsy(ticket.PendingTime) && readPendingTime(ticket.PendingTime, sources) === 0) {
    throw invalid('TicketUpdate', 'Ticket->PendingTime is now or cannot be stored; write a time from now to 2038.');
  }
  return parts;
}

type Find = (reference: EntryReference, sources: RuleSources) => { readonly id: number } | undefined;

const FINDERS: Readonly<Record<EntryMember, Find>> = {
  Queue: (reference, { catalogue }) => findEntry(catalogue.queues, reference),
  Lock: (reference, { catalogue }) => findEntry(catalogue.locks, reference),
  Type: (reference, { catalogue }) => findEntry(catalogue.types, reference),
  State: (reference, { catalogue }) => findEntry(catalogue.states, reference),
  Priority: (reference, { catalogue }) => findEntry(catalogue.priorities, reference),
  Service: (reference, { catalogue }) => findEntry(catalogue.services, reference),
  SLA: (reference, { catalogue }) => findEntry(catalogue.serviceLevelAgreements, reference),
  Owner: (reference, { directory }) => findValidAgent(directory, reference),
  Responsible: (reference, { directory }) => findValidAgent(directory, reference),
};

function requireSame(ticket: Data, name: EntryMember, sources: RuleSources): void {
  const reference = referenceTo(ticket, name);
  if (isFalsy(reference.id) || isFalsy(reference.name)) return;
  const [byID, byName] = [
    FINDERS[name]({ ...reference, name: '' }, sources),
    FINDERS[name]({ ...reference, id: '' }, sources),
  ];
  // Later checks report an unknown id.
  if (byID === undefined || byID.id === byName?.id) return;
  throw invalid('TicketUpdate', `Ticket->${name} and Ticket->${name}ID mean different things; send one of them.`);
}
