import type { CustomerUser, Data } from '@ticketgate/sdk';

import type { CatalogueEntry, Entries, Queue, Service, ServiceLevelAgreement } from '../../catalogue/catalogue.js';
import { customerServiceIDs } from '../../validation/customer-services.js';
import { isAddressLine } from '../../validation/email.js';
import { findValidAgent } from '../../validation/find-agent.js';
import { findEntry, findValidEntry, isGiven, referenceTo, type EntryMember } from '../../validation/find-entry.js';
import { readPendingTime } from '../../validation/pending-time.js';
import { cutText, isFalsy, textOf, withoutNul } from '../../values.js';
import { invalid, missing } from '../input-errors.js';
import { requireTexts } from '../require-texts.js';
import type { WriteSources } from '../write-sources.js';
import type { CheckedTicket } from './checked-ticket.js';

/** What the members of `Ticket` mean. */
export type TicketMembers = Omit<CheckedTicket, 'caller' | 'article' | 'dynamicFields' | 'attachments'>;

/** Checks the members of `Ticket` in the order and with the texts of the family (`docs/compatibility.md`, ticket operations 1.5). */
export async function checkTicket(ticket: Data, sources: WriteSources): Promise<TicketMembers> {
  const { operation, catalogue, directory } = sources;
  const title = checkTitle(ticket, operation);
  const { customer, login } = await checkCustomer(ticket, sources);
  const queue = requireEntry(ticket, catalogue.queues, { operation, name: 'Queue' });
  const lock = optionalEntry(ticket, catalogue.locks, { operation, name: 'Lock', isAnyValidity: true });
  const type = checkType(ticket, sources);
  const service = await checkService(ticket, login, sources);
  const agreement = checkAgreement(ticket, service, sources);
  const state = requireEntry(ticket, catalogue.states, { operation, name: 'State' });
  const priority = requireEntry(ticket, catalogue.priorities, { operation, name: 'Priority' });
  const owner = checkAgent(ticket, 'Owner', { operation, directory });
  const responsible = checkAgent(ticket, 'Responsible', { operation, directory });
  const untilTime = checkPendingTime(ticket, sources);
  return {
    title,
    customer,
    customerID: isFalsy(ticket.CustomerID) ? (customer?.customerID ?? '') : textOf(ticket.CustomerID),
    customerUserID: customer?.login ?? login,
    queue,
    queueName: isFalsy(ticket.Queue) ? queue.name : textOf(ticket.Queue),
    lock,
    type,
    service,
    agreement,
    state,
    priority,
    owner,
    responsible,
    untilTime: state.typeName.startsWith('pending') ? untilTime : 0,
  };
}

interface Naming {
  readonly operation: string;
  readonly name: EntryMember;
  /** Invalid entries are fine too. */
  readonly isAnyValidity?: boolean;
}

function checkTitle(ticket: Data, operation: string): string {
  if (isFalsy(ticket.Title)) throw missing(operation, 'Ticket->Title parameter is missing!');
  requireTexts(ticket, ['Title', 'CustomerID'], { operation, part: 'Ticket' });
  return cutText(withoutNul(textOf(ticket.Title)), 191);
}

/** A login, or an e-mail address: that of a known customer, or of one who is not known yet. */
async function checkCustomer(
  ticket: Data,
  { operation, context }: WriteSources,
): Promise<{ customer: CustomerUser | undefined; login: string }> {
  if (isFalsy(ticket.CustomerUser)) throw missing(operation, 'Ticket->CustomerUser parameter is missing!');
  const login = textOf(ticket.CustomerUser);
  const { customers } = context.accounts;
  const known = await customers.findByLogin(login);
  const isValid = known === undefined ? await isAddressLine(login, context.settings) : known.isValid;
  if (!isValid) throw invalid(operation, 'Ticket->CustomerUser parameter is invalid!');
  return { customer: known ?? (await customers.findByEmail(login)), login };
}

function requireEntry<Entry extends CatalogueEntry>(
  ticket: Data,
  entries: Entries<Entry>,
  { operation, name }: Naming,
): Entry {
  const entry = optionalEntry(ticket, entries, { operation, name });
  if (entry === undefined) throw missing(operation, `Ticket->${name}ID or Ticket->${name} parameter is required!`);
  return entry;
}

function optionalEntry<Entry extends CatalogueEntry>(
  ticket: Data,
  entries: Entries<Entry>,
  { operation, name, isAnyValidity }: Naming,
): Entry | undefined {
  const reference = referenceTo(ticket, name);
  if (!isGiven(reference)) return undefined;
  const find = isAnyValidity === true ? findEntry : findValidEntry;
  const entry = find(entries, reference);
  if (entry === undefined) throw invalid(operation, `Ticket->${name}ID or Ticket->${name} parameter is invalid!`);
  return entry;
}

function checkType(ticket: Data, { operation, catalogue, context }: WriteSources): CatalogueEntry | undefined {
  const type = optionalEntry(ticket, catalogue.types, { operation, name: 'Type' });
  if (type !== undefined) return type;
  if (context.settings.flag('Ticket::Type')) {
    throw missing(operation, 'Ticket->TypeID or Ticket->Type parameter is required by sysconfig option!');
  }
  return catalogue.types.byName(context.settings.text('Ticket::Type::Default')) ?? catalogue.types.byID(1);
}

async function checkService(
  ticket: Data,
  login: string,
  { operation, catalogue, context }: WriteSources,
): Promise<Service | undefined> {
  const service = optionalEntry(ticket, catalogue.services, { operation, name: 'Service' });
  if (service === undefined) return undefined;
  if ((await customerServiceIDs(context.database, login)).has(service.id)) return service;
  throw invalid(operation, 'Ticket->ServiceID or Ticket->Service parameter is invalid!');
}

function checkAgreement(
  ticket: Data,
  service: Service | undefined,
  { operation, catalogue }: WriteSources,
): ServiceLevelAgreement | undefined {
  const agreement = optionalEntry(ticket, catalogue.serviceLevelAgreements, { operation, name: 'SLA' });
  if (agreement === undefined || (service !== undefined && agreement.serviceIDs.has(service.id))) return agreement;
  throw invalid(operation, 'Ticket->SLAID or Ticket->SLA parameter is invalid!');
}

function checkAgent(
  ticket: Data,
  name: 'Owner' | 'Responsible',
  { operation, directory }: Pick<WriteSources, 'operation' | 'directory'>,
): CheckedTicket['owner'] {
  const reference = referenceTo(ticket, name);
  if (!isGiven(reference)) return undefined;
  const agent = findValidAgent(directory, reference);
  if (agent === undefined) throw invalid(operation, `Ticket->${name}ID or Ticket->${name} parameter is invalid!`);
  return agent;
}

function checkPendingTime(ticket: Data, { operation, now, zone }: WriteSources): number {
  if (isFalsy(ticket.PendingTime)) return 0;
  const time = readPendingTime(ticket.PendingTime, { now, zone });
  if (time === undefined) throw invalid(operation, 'Ticket->PendingTime parameter is invalid!');
  return time;
}

/** Every queue that a request names, since `create` is needed in all of them; undefined for a name that is none. */
export function namedQueues(ticket: Data, queues: Entries<Queue>): readonly (Queue | undefined)[] {
  const { QueueID: id, Queue: name } = ticket;
  return [
    ...(isFalsy(name) ? [] : [queues.byName(textOf(name))]),
    ...(isFalsy(id) ? [] : [queues.byID(Number(textOf(id)))]),
  ];
}
