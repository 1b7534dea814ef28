import type { Agent, CustomerUser, Data } from '@ticketgate/sdk';

import {
  type Catalogue,
  type CatalogueEntry,
  type Queue,
  type Service,
  type State,
  customerServiceIDs,
} from '../../catalogue/catalogue.js';
import { requireAtMost } from '../../request/limits.js';
import { invalidFor, missing, requireTexts, shown } from '../../request/input-errors.js';
import { asLookup, findEntry, isGiven, referenceTo, type EntryMember } from '../../request/find-entry.js';
import { isSkipped, PENDING_TIMES, readPendingTime } from '../../request/pending-time.js';
import { isFalsy, textOf } from '../../request/family-values.js';
import { whyNoEntry, type Candidates } from './why-no-entry.js';
import { SENT_TEXTS, type TicketRow } from '../../columns/ticket-columns.js';
import type { WriteSources } from './write-sources.js';

/** The resolved members of `Ticket`; undefined if missing. If both a name and an id are given, the id wins. */
export interface CheckedTicket {
  /** The customer user that `CustomerUser` names, if known. */
  readonly customer: CustomerUser | undefined;
  readonly queue: Queue | undefined;
  readonly lock: CatalogueEntry | undefined;
  readonly type: CatalogueEntry | undefined;
  readonly service: Service | undefined;
  readonly agreement: CatalogueEntry | undefined;
  readonly state: State | undefined;
  readonly priority: CatalogueEntry | undefined;
  readonly owner: Agent | undefined;
  readonly responsible: Agent | undefined;
  /** Seconds since 1970, or 0 if it cannot be stored. */
  readonly pendingTime: number | undefined;
}

const TEXTS = [...SENT_TEXTS.map(({ member }) => member), 'CustomerID'];

/** The members of a new ticket, some of which are required. */
export interface CheckedNewTicket extends CheckedTicket {
  readonly queue: Queue;
  readonly state: State;
  readonly priority: CatalogueEntry;
}

/**
 * Checks the members of `Ticket` in the order and with the texts of the family (`docs/compatibility.md`).
 *
 * @param stored the ticket that is changed; undefined for a new one, which needs some members
 * @throws OperationError `<Operation>.MissingParameter`, `<Operation>.InvalidParameter` for the first mistake
 */
export async function checkTicket(ticket: Data, stored: undefined, sources: WriteSources): Promise<CheckedNewTicket>;
export async function checkTicket(ticket: Data, stored: TicketRow, sources: WriteSources): Promise<CheckedTicket>;
export async function checkTicket(
  ticket: Data,
  stored: TicketRow | undefined,
  sources: WriteSources,
): Promise<CheckedTicket> {
  const { catalogue, directory, operation } = sources;
  const agents = asLookup(directory);
  const members = new Members(ticket, stored === undefined, sources);
  members.require('Title');
  requireTexts(ticket, TEXTS, { operation, part: 'Ticket' });
  members.require('CustomerUser');
  const customer = await checkCustomerUser(members, sources);
  const queue = members.entry('Queue', catalogue.queues, { isNeeded: true });
  const lock = members.entry('Lock', catalogue.locks, { isAnyValidity: true });
  const type = checkType(members, sources);
  const service = await checkService(members, stored, sources);
  const agreement = checkAgreement(members, service ?? catalogue.services.byID(stored?.serviceID ?? 0), catalogue);
  return {
    customer,
    queue,
    lock,
    type,
    service,
    agreement,
    state: members.entry('State', catalogue.states, { isNeeded: true }),
    priority: members.entry('Priority', catalogue.priorities, { isNeeded: true }),
    owner: members.entry('Owner', agents),
    responsible: members.entry('Responsible', agents),
    pendingTime: checkPendingTime(members, sources),
  };
}

/** Reads and checks single members. */
class Members {
  readonly ticket: Data;
  readonly isNew: boolean;
  readonly #sources: Pick<WriteSources, 'operation' | 'rules'>;
  /** Customers are not told names, which they may not know. */
  readonly #isAgent: boolean;

  constructor(ticket: Data, isNew: boolean, sources: Pick<WriteSources, 'operation' | 'rules' | 'caller'>) {
    this.ticket = ticket;
    this.isNew = isNew;
    this.#sources = sources;
    this.#isAgent = sources.caller.type !== 'Customer';
  }

  /** Requires a member in new tickets. */
  require(name: string): void {
    if (this.isNew && isFalsy(this.ticket[name])) throw this.missing(`Ticket->${name} parameter is missing!`);
  }

  /** Resolves a reference to an entry, which new tickets must have if `isNeeded`. */
  entry<Entry extends { readonly isValid: boolean }>(
    name: EntryMember,
    entries: Candidates<Entry>,
    { isNeeded = false, isAnyValidity = false } = {},
  ): Entry | undefined {
    const reference = referenceTo(this.ticket, name);
    if (!isGiven(reference)) {
      if (this.isNew && isNeeded) throw this.missing(`Ticket->${name}ID or Ticket->${name} parameter is required!`);
      return undefined;
    }
    const entry = findEntry(entries, reference);
    if (entry === undefined || !(isAnyValidity || entry.isValid)) {
      throw this.invalidPair(name, whyNoEntry({ name, reference, isAgent: this.#isAgent }, entries));
    }
    return entry;
  }

  missing(sentence: string): Error {
    return missing(this.#sources.operation, sentence);
  }

  invalid(name: string, why: string): Error {
    return invalidFor(this.#sources, `Ticket->${name} parameter is invalid!`, why);
  }

  invalidPair(name: EntryMember, why: string): Error {
    return this.invalid(`${name}ID or Ticket->${name}`, why);
  }
}

/** Checks a login, or the e-mail address of a possibly unknown person. */
async function checkCustomerUser(members: Members, sources: WriteSources): Promise<CustomerUser | undefined> {
  const { CustomerUser: given } = members.ticket;
  if (isFalsy(given)) return undefined;
  const login = textOf(given);
  requireAtMost('CustomerUserLength', { what: 'Ticket->CustomerUser', count: login.length }, sources);
  const customer = login === '' ? undefined : await sources.context.accounts.customers.findByLogin(login);
  const { settings, rules, context } = sources;
  const { customers } = context.accounts;
  const why =
    customer?.isValid === true ? undefined : await rules.findCustomerProblem(login, { customer, customers, settings });
  if (why !== undefined) throw members.invalid('CustomerUser', why);
  return customer;
}

function checkType(members: Members, { catalogue, settings }: WriteSources): CatalogueEntry | undefined {
  const type = members.entry('Type', catalogue.types);
  if (type === undefined && members.isNew && settings.flag('Ticket::Type')) {
    throw members.missing('Ticket->TypeID or Ticket->Type parameter is required by sysconfig option!');
  }
  return type;
}

/** Checks a service, which the customer of the request or of the ticket must be allowed to use. */
async function checkService(
  members: Members,
  stored: TicketRow | undefined,
  { catalogue, context }: WriteSources,
): Promise<Service | undefined> {
  const service = members.entry('Service', catalogue.services);
  if (service === undefined) return undefined;
  const { CustomerUser: given } = members.ticket;
  const customerUser = isFalsy(given) ? (stored?.customerUserID ?? '') : textOf(given);
  if (customerUser === '')
    throw members.invalidPair('Service', 'A service needs a customer user; send CustomerUser too.');
  const allowed = await customerServiceIDs(context.database, customerUser);
  if (!allowed.has(service.id)) {
    throw members.invalidPair(
      'Service',
      `The customer user ${shown(customerUser)} may not use ${shown(service.name)}.`,
    );
  }
  return service;
}

function checkAgreement(
  members: Members,
  service: Service | undefined,
  { serviceLevelAgreements }: Catalogue,
): CatalogueEntry | undefined {
  const agreement = members.entry('SLA', serviceLevelAgreements);
  if (agreement === undefined) return undefined;
  if (service === undefined) throw members.invalidPair('SLA', 'An SLA needs a service; send Service too.');
  if (!agreement.serviceIDs.has(service.id)) {
    throw members.invalidPair('SLA', `The SLA ${shown(agreement.name)} is not for the service ${shown(service.name)}.`);
  }
  return agreement;
}

function checkPendingTime(members: Members, sources: WriteSources): number | undefined {
  const { PendingTime: given } = members.ticket;
  if (isFalsy(given)) return undefined;
  const time = readPendingTime(given, sources);
  if (time === undefined) throw members.invalid('PendingTime', `It is ${shown(given)}; write ${PENDING_TIMES}.`);
  if (sources.rules.saysWhy && isSkipped(given, time, sources.zone)) {
    throw members.invalid(
      'PendingTime',
      `It is ${shown(given)}, when the clocks go forward in ${sources.zone}; write another time.`,
    );
  }
  return time;
}
