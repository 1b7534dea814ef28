import type { Data } from '@ticketgate/sdk';

import {
  type CatalogueEntry,
  type Queue,
  type Service,
  type State,
  customerServiceIDs,
} from '../../catalogue/catalogue.js';
import { requireAtMost } from '../../request/limits.js';
import { invalidFor, missing, requireTexts, shown } from '../../request/input-errors.js';
import { asLookup, findEntry, isGiven, referenceTo, type EntryMember, type Lookup } from '../../request/find-entry.js';
import { isSkipped, PENDING_TIMES, readPendingTime } from '../../request/pending-time.js';
import { isFalsy, toText } from '../../request/family-values.js';
import { whyNoEntry } from './why-no-entry.js';
import { SENT_TEXTS, type TicketRow } from '../../columns/ticket-columns.js';
import type { WriteSources } from './write-sources.js';

/** The resolved members of `Ticket`; undefined if missing. If both a name and an id are given, the id wins. */
export type CheckedTicket = Readonly<Awaited<ReturnType<typeof checkTicket>>>;

const TEXTS = [...SENT_TEXTS.map(({ member }) => member), 'CustomerID'];

/** The members of a new ticket, some of which are required. */
export type CheckedNewTicket = CheckedTicket & Readonly<{ queue: Queue; state: State; priority: CatalogueEntry }>;

/** @throws OperationError `TicketCreate.MissingParameter`, `TicketCreate.InvalidParameter` for the first mistake */
export async function checkNewTicket(ticket: Data, sources: WriteSources): Promise<CheckedNewTicket> {
  return (await checkTicket(ticket, undefined, sources)) as CheckedNewTicket; // those that are needed
}

/**
 * Checks the members of `Ticket` in the order and with the texts of the family (`docs/compatibility.md`).
 *
 * @param stored the ticket that is changed; undefined for a new one, which needs some members
 * @throws OperationError `<Operation>.MissingParameter`, `<Operation>.InvalidParameter` for the first mistake
 */
export async function checkTicket(ticket: Data, stored: TicketRow | undefined, sources: WriteSources) {
  const { catalogue, directory, operation } = sources;
  const agents = asLookup(directory);
  const isNew = stored === undefined;
  // Literals: for objects that are spread into another, V8 makes new hidden classes with each request.
  const request = { ticket, isNew, sources };
  const needed = { ticket, isNew, sources, isNeeded: true };
  requireMember('Title', request);
  requireTexts(ticket, TEXTS, { operation, part: 'Ticket' });
  requireMember('CustomerUser', request);
  const customer = await checkCustomerUser(ticket, sources);
  const queue = checkEntry('Queue', catalogue.queues, needed);
  const lock = checkEntry('Lock', catalogue.locks, { ticket, isNew, sources, isAnyValidity: true });
  const type = checkType(request);
  const service = await checkService(request, stored);
  const agreement = checkAgreement(request, service ?? catalogue.services.byID(stored?.serviceID ?? 0));
  return {
    /** The customer user that `CustomerUser` names, if known. */
    customer,
    queue,
    lock,
    type,
    service,
    agreement,
    state: checkEntry('State', catalogue.states, needed),
    priority: checkEntry('Priority', catalogue.priorities, needed),
    owner: checkEntry('Owner', agents, request),
    responsible: checkEntry('Responsible', agents, request),
    /** Seconds since 1970, or 0 if it cannot be stored. */
    pendingTime: checkPendingTime(ticket, sources),
  };
}

interface CheckedRequest {
  readonly ticket: Data;
  readonly isNew: boolean;
  readonly sources: WriteSources;
}

/** Requires a member in new tickets. */
function requireMember(name: string, { ticket, isNew, sources: { operation } }: CheckedRequest): void {
  if (isNew && isFalsy(ticket[name])) throw missing(operation, `Ticket->${name} parameter is missing!`);
}

interface EntryRequest extends CheckedRequest {
  readonly isNeeded?: boolean;
  readonly isAnyValidity?: boolean;
}

/** Resolves a reference to an entry, which new tickets must have if `isNeeded`. */
function checkEntry<Entry extends { readonly isValid: boolean }>(
  name: EntryMember,
  entries: Lookup<Entry>,
  { ticket, isNew, sources, isNeeded = false, isAnyValidity = false }: EntryRequest,
): Entry | undefined {
  const reference = referenceTo(ticket, name);
  if (!isGiven(reference)) {
    if (!isNew || !isNeeded) return undefined;
    throw missing(sources.operation, `Ticket->${name}ID or Ticket->${name} parameter is required!`);
  }
  const entry = findEntry(entries, reference);
  if (entry !== undefined && (isAnyValidity || entry.isValid)) return entry;
  // Customers must not learn names that they may not know.
  const isAgent = sources.caller.type !== 'Customer';
  throw wrongEntry(name, whyNoEntry({ name, reference, isAgent }, entries), sources);
}

function wrongMember(name: string, why: string, sources: WriteSources): Error {
  return invalidFor(sources, `Ticket->${name} parameter is invalid!`, why);
}

function wrongEntry(name: EntryMember, why: string, sources: WriteSources): Error {
  return wrongMember(`${name}ID or Ticket->${name}`, why, sources);
}

/** Checks a login, or the e-mail address of a possibly unknown person. */
async function checkCustomerUser({ CustomerUser: given }: Data, sources: WriteSources) {
  if (isFalsy(given)) return undefined;
  const login = toText(given);
  requireAtMost('CustomerUserLength', { what: 'Ticket->CustomerUser', count: login.length }, sources);
  const customer = login === '' ? undefined : await sources.context.accounts.customers.findByLogin(login);
  const { settings, rules, context } = sources;
  const { customers } = context.accounts;
  const why =
    customer?.isValid === true ? undefined : await rules.findCustomerProblem(login, { customer, customers, settings });
  if (why !== undefined) throw wrongMember('CustomerUser', why, sources);
  return customer;
}

function checkType(request: CheckedRequest): CatalogueEntry | undefined {
  const { catalogue, settings, operation } = request.sources;
  const type = checkEntry('Type', catalogue.types, request);
  if (type === undefined && request.isNew && settings.flag('Ticket::Type')) {
    throw missing(operation, 'Ticket->TypeID or Ticket->Type parameter is required by sysconfig option!');
  }
  return type;
}

/** Checks a service, which the customer of the request or of the ticket must be allowed to use. */
async function checkService(request: CheckedRequest, stored: TicketRow | undefined): Promise<Service | undefined> {
  const { ticket, sources } = request;
  const service = checkEntry('Service', sources.catalogue.services, request);
  if (service === undefined) return undefined;
  const customerUser = isFalsy(ticket.CustomerUser) ? (stored?.customerUserID ?? '') : toText(ticket.CustomerUser);
  if (customerUser === '') {
    throw wrongEntry('Service', 'A service needs a customer user; send CustomerUser too.', sources);
  }
  const allowed = await customerServiceIDs(sources.context.database, customerUser);
  if (allowed.has(service.id)) return service;
  const why = `The customer user ${shown(customerUser)} may not use ${shown(service.name)}.`;
  throw wrongEntry('Service', why, sources);
}

function checkAgreement(request: CheckedRequest, service: Service | undefined): CatalogueEntry | undefined {
  const { sources } = request;
  const agreement = checkEntry('SLA', sources.catalogue.serviceLevelAgreements, request);
  if (agreement === undefined) return undefined;
  if (service === undefined) throw wrongEntry('SLA', 'An SLA needs a service; send Service too.', sources);
  if (agreement.serviceIDs.has(service.id)) return agreement;
  const why = `The SLA ${shown(agreement.name)} is not for the service ${shown(service.name)}.`;
  throw wrongEntry('SLA', why, sources);
}

function checkPendingTime({ PendingTime: given }: Data, sources: WriteSources): number | undefined {
  if (isFalsy(given)) return undefined;
  const time = readPendingTime(given, sources);
  const came = `It is ${shown(given)}`;
  if (time === undefined) throw wrongMember('PendingTime', `${came}; write ${PENDING_TIMES}.`, sources);
  if (sources.rules.isStrict && isSkipped(given, time, sources.zone)) {
    const why = `${came}, when the clocks go forward in ${sources.zone}; write another time.`;
    throw wrongMember('PendingTime', why, sources);
  }
  return time;
}
