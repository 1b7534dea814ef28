import type { CustomerUser, Data } from '@ticketgate/sdk';

import type { Catalogue, CatalogueEntry, Entries, Service } from '../../catalogue/catalogue.js';
import { customerServiceIDs } from '../../validation/customer-services.js';
import { isAddressLine } from '../../validation/email.js';
import { findValidAgent } from '../../validation/find-agent.js';
import { findEntry, isGiven, referenceTo, type EntryMember } from '../../validation/find-entry.js';
import { readPendingTime } from '../../validation/pending-time.js';
import { isFalsy, textOf } from '../../values.js';
import { invalid } from '../input-errors.js';
import { requireTexts } from '../require-texts.js';
import type { WriteSources } from '../write-sources.js';
import type { StoredTicket } from '../../ticket/read-tickets.js';

/** What was found out on the way. */
export interface CheckedTicket {
  /** The customer that `CustomerUser` names, when known. */
  readonly customer: CustomerUser | undefined;
}

/**
 * Checks the members of `Ticket` that are given, in the family's order. Where both a name and an id are, the id is checked.
 *
 * @throws OperationError `TicketUpdate.InvalidParameter` for the first that is wrong
 */
export async function checkTicket(ticket: Data, stored: StoredTicket, sources: WriteSources): Promise<CheckedTicket> {
  const { catalogue } = sources;
  requireTexts(ticket, ['Title', 'CustomerID'], { operation: 'TicketUpdate', part: 'Ticket' });
  const customer = await checkCustomerUser(ticket, sources);
  checkEntry(ticket, 'Queue', catalogue.queues);
  checkLock(ticket, catalogue);
  checkEntry(ticket, 'Type', catalogue.types);
  const service = await checkService(ticket, stored, sources);
  checkAgreement(ticket, service ?? catalogue.services.byID(stored.serviceID ?? 0), catalogue);
  checkEntry(ticket, 'State', catalogue.states);
  checkEntry(ticket, 'Priority', catalogue.priorities);
  checkAgent(ticket, 'Owner', sources);
  checkAgent(ticket, 'Responsible', sources);
  if (!isFalsy(ticket.PendingTime) && readPendingTime(ticket.PendingTime, sources) === undefined) {
    throw invalidMember('PendingTime');
  }
  return { customer };
}

function invalidMember(name: string): Error {
  return invalid('TicketUpdate', `Ticket->${name} parameter is invalid!`);
}

function invalidPair(name: string): Error {
  return invalid('TicketUpdate', `Ticket->${name}ID or Ticket->${name} parameter is invalid!`);
}

/** The valid entry that is given; undefined when none is. */
function checkEntry<Entry extends CatalogueEntry>(
  ticket: Data,
  name: EntryMember,
  entries: Entries<Entry>,
): Entry | undefined {
  const reference = referenceTo(ticket, name);
  if (!isGiven(reference)) return undefined;
  const entry = findEntry(entries, reference);
  if (entry?.isValid !== true) throw invalidPair(name);
  return entry;
}

/** Locks may be invalid. */
function checkLock(ticket: Data, { locks }: Catalogue): void {
  const reference = referenceTo(ticket, 'Lock');
  if (isGiven(reference) && findEntry(locks, reference) === undefined) throw invalidPair('Lock');
}

function checkAgent(ticket: Data, name: EntryMember, { directory }: WriteSources): void {
  const reference = referenceTo(ticket, name);
  if (isGiven(reference) && findValidAgent(directory, reference) === undefined) throw invalidPair(name);
}

async function checkCustomerUser(ticket: Data, { context }: WriteSources): Promise<CustomerUser | undefined> {
  if (isFalsy(ticket.CustomerUser)) return undefined;
  const login = textOf(ticket.CustomerUser);
  const customer = login === '' ? undefined : await context.accounts.customers.findByLogin(login);
  const isFine = customer?.isValid ?? (await isAddressLine(login, context.settings));
  if (!isFine) throw invalidMember('CustomerUser');
  return customer;
}

/** A service needs a customer who may use it: the one of the request, else that of the ticket. */
async function checkService(ticket: Data, stored: StoredTicket, sources: WriteSources): Promise<Service | undefined> {
  const service = checkEntry(ticket, 'Service', sources.catalogue.services);
  if (service === undefined) return undefined;
  const customerUser = isFalsy(ticket.CustomerUser) ? (stored.customerUserID ?? '') : textOf(ticket.CustomerUser);
  if (customerUser === '') throw invalidPair('Service');
  const allowed = await customerServiceIDs(sources.context.database, customerUser);
  if (!allowed.has(service.id)) throw invalidPair('Service');
  return service;
}

function checkAgreement(ticket: Data, service: Service | undefined, catalogue: Catalogue): void {
  const agreement = checkEntry(ticket, 'SLA', catalogue.serviceLevelAgreements);
  if (agreement === undefined) return;
  if (service === undefined || !agreement.serviceIDs.has(service.id)) throw invalidPair('SLA');
}
