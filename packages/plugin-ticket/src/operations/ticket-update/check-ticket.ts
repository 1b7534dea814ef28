import type { Accounts, Data, Database, Directory, Settings } from '@ticketgate/sdk';

import type { Catalogue, CatalogueEntry, Entries, Service } from '../../catalogue/catalogue.js';
import { servicesOfCustomer } from '../../catalogue/customer-services.js';
import { isUsableAddress, parseAddresses } from '../../validation/email.js';
import { readPendingTime } from '../../validation/pending-time.js';
import { isData } from '@ticketgate/sdk';
import { isFalsy, textOf } from '../../values.js';
import { nameAndID } from './changes/requested-changes.js';
import type { StoredTicket } from './rows/stored-ticket.js';
import { invalidParameter } from './update-error.js';

/** What members of `Ticket` are checked against. */
export interface TicketCheckSources {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly accounts: Accounts;
  readonly settings: Settings;
  readonly database: Database;
  readonly now: Date;
  /** The system's time zone. */
  readonly zone: string;
}

/**
 * Checks the members of `Ticket` that are given, in the family's order. Where both a name and an id are, the id is checked.
 *
 * @throws OperationError `TicketUpdate.InvalidParameter` for the first that is wrong
 */
export async function checkTicket(ticket: Data, stored: StoredTicket, sources: TicketCheckSources): Promise<void> {
  const { catalogue } = sources;
  if (isData(ticket.Title) || Array.isArray(ticket.Title))
    throw invalidParameter('Ticket->Title parameter is invalid!');
  await checkCustomerUser(ticket, sources);
  checkEntry(ticket, 'Queue', catalogue.queues);
  checkEntry(ticket, 'Lock', { ...catalogue.locks, isAnyValidity: true });
  checkEntry(ticket, 'Type', catalogue.types);
  const service = await checkService(ticket, stored, sources);
  checkAgreement(ticket, service ?? catalogue.services.byID(stored.service_id ?? 0), catalogue);
  checkEntry(ticket, 'State', catalogue.states);
  checkEntry(ticket, 'Priority', catalogue.priorities);
  checkAgent(ticket, 'Owner', sources.directory);
  checkAgent(ticket, 'Responsible', sources.directory);
  if (!isFalsy(ticket.PendingTime) && readPendingTime(ticket.PendingTime, sources) === undefined) {
    throw invalidParameter('Ticket->PendingTime parameter is invalid!');
  }
}

function isGiven(ticket: Data, name: string): boolean {
  return !isFalsy(ticket[name]) || !isFalsy(ticket[`${name}ID`]);
}

function invalidPair(name: string): Error {
  return invalidParameter(`Ticket->${name}ID or Ticket->${name} parameter is invalid!`);
}

/** The entry that the id names, else the one of the name. */
function findEntry<Entry extends CatalogueEntry>(
  ticket: Data,
  name: string,
  entries: Entries<Entry>,
): Entry | undefined {
  const given = nameAndID(ticket, name);
  if (given.id !== undefined) return entries.byID(given.id);
  return given.name === undefined ? undefined : entries.byName(given.name);
}

function checkEntry<Entry extends CatalogueEntry>(
  ticket: Data,
  name: string,
  entries: Entries<Entry> & { readonly isAnyValidity?: boolean },
): Entry | undefined {
  if (!isGiven(ticket, name)) return undefined;
  const entry = findEntry(ticket, name, entries);
  if (entry === undefined || !(entry.isValid || entries.isAnyValidity === true)) throw invalidPair(name);
  return entry;
}

function checkAgent(ticket: Data, name: string, directory: Directory): void {
  if (!isGiven(ticket, name)) return;
  const given = nameAndID(ticket, name);
  const agent = given.id === undefined ? directory.agentByLogin(given.name ?? '') : directory.agentByID(given.id);
  if (agent?.isValid !== true) throw invalidPair(name);
}

async function checkCustomerUser(ticket: Data, { accounts, settings }: TicketCheckSources): Promise<void> {
  if (isFalsy(ticket.CustomerUser)) return;
  const login = textOf(ticket.CustomerUser);
  const customer = login === '' ? undefined : await accounts.customers.findByLogin(login);
  const isFine = customer?.isValid ?? (await isAddressLine(login, settings));
  if (!isFine) throw invalidParameter('Ticket->CustomerUser parameter is invalid!');
}

async function isAddressLine(line: string, settings: Settings): Promise<boolean> {
  const addresses = parseAddresses(line);
  const usable = await Promise.all(addresses.map(({ address }) => isUsableAddress(address, settings)));
  return addresses.length > 0 && usable.every(Boolean);
}

/** A service needs a customer who may use it: the one of the request, else that of the ticket. */
async function checkService(
  ticket: Data,
  stored: StoredTicket,
  { catalogue, database }: TicketCheckSources,
): Promise<Service | undefined> {
  const service = checkEntry(ticket, 'Service', catalogue.services);
  if (service === undefined) return undefined;
  const customerUser = isFalsy(ticket.CustomerUser) ? (stored.customer_user_id ?? '') : textOf(ticket.CustomerUser);
  const allowed = customerUser === '' ? new Set<number>() : await servicesOfCustomer(database, customerUser);
  if (!allowed.has(service.id)) throw invalidPair('Service');
  return service;
}

function checkAgreement(ticket: Data, service: Service | undefined, catalogue: Catalogue): void {
  const agreement = checkEntry(ticket, 'SLA', catalogue.serviceLevelAgreements);
  if (agreement === undefined) return;
  if (service === undefined || !agreement.serviceIDs.has(service.id)) throw invalidPair('SLA');
}
