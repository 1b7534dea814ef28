import { OperationFault, type Data } from '@ticketgate/sdk';

import {
  type ChangeRules,
  type TicketDraft,
  setLock,
  setCustomer,
  isOwnerResponsible,
  setOwner,
  setResponsible,
  unlock,
} from './ticket-draft.js';
import { history } from './history.js';
import { limitText } from '../../request/family-values.js';
import { nameAndID, requestedEntry, textIfGiven, type NameAndID } from '../../request/requested-entry.js';
import { changeState } from './change-state.js';
import { asLookup } from '../../request/find-entry.js';
import { orFirstAgent, SENT_TEXTS } from '../../columns/ticket-columns.js';

/** The user as whom moved tickets are unlocked. */
const EVENT_USER = 1;

/**
 * Moves the ticket and unlocks it.
 *
 * @param mayMoveInto Whether the acting user may move tickets into a queue.
 * @throws OperationFault if the queue is unknown, invalid or forbidden.
 */
function changeQueue(draft: TicketDraft, requested: NameAndID, rules: ApplyingRules): void {
  const { queues } = rules.catalogue;
  const queue = orQueueFault(() => requestedEntry(queues, requested, { storedID: draft.before.queueID }));
  if (queue === undefined) return;
  if (!rules.mayMoveInto(queue.id)) throw queueFault();
  draft.change({ queueID: queue.id }, history.queue(queue, queues.byID(draft.columns.queueID)));
  unlock(draft, rules, EVENT_USER);
}

function orQueueFault<Result>(find: () => Result): Result {
  try {
    return find();
  } catch (cause) {
    throw queueFault(cause);
  }
}

function queueFault(cause?: unknown): OperationFault {
  return new OperationFault('Ticket queue could not be updated, please contact system administrator!', cause);
}

/** The members of `Ticket` in a request, with resolved references. */
export interface RequestedChanges {
  /** Checked members; falsy ones count as missing. */
  readonly ticket: Data;
  /** Seconds since 1970; undefined when missing, 0 when it cannot be stored. */
  readonly pendingTime: number | undefined;
  /** The CustomerID of the customer user in the request. */
  readonly ownCustomerID: string | undefined;
}

/** {@link ChangeRules}, with the permission to move tickets. */
export interface ApplyingRules extends ChangeRules {
  readonly mayMoveInto: (queueID: number) => boolean;
}

/** Applies all changes to the draft, in the order that clients can observe (`docs/compatibility.md`). */
export function applyChanges(
  draft: TicketDraft,
  { ticket, pendingTime, ownCustomerID }: RequestedChanges,
  rules: ApplyingRules,
): { readonly isOwnerChanged: boolean } {
  const [customerUser, customerID] = [textIfGiven(ticket.CustomerUser), textIfGiven(ticket.CustomerID)];
  for (const sent of SENT_TEXTS) changeText(draft, { ...sent, text: textIfGiven(ticket[sent.member]) }, rules);
  changeQueue(draft, nameAndID(ticket, 'Queue'), rules);
  changeLock(draft, nameAndID(ticket, 'Lock'), rules);
  changeType(draft, nameAndID(ticket, 'Type'), rules);
  changeState(draft, { ...nameAndID(ticket, 'State'), pendingTime }, rules);
  changeService(draft, nameAndID(ticket, 'Service'), rules);
  changeServiceLevelAgreement(draft, nameAndID(ticket, 'SLA'), rules);
  changeCustomer(draft, { customerUser, customerID, ownCustomerID }, rules);
  changePriority(draft, nameAndID(ticket, 'Priority'), rules);
  const isOwnerChanged = changeOwner(draft, nameAndID(ticket, 'Owner'), rules);
  changeResponsible(draft, nameAndID(ticket, 'Responsible'), rules);
  return { isOwnerChanged };
}

/** Sets the requested lock, which may be invalid. */
function changeLock(draft: TicketDraft, requested: NameAndID, rules: ChangeRules): void {
  const stored = { storedID: draft.before.lockID, isAnyValidity: true };
  const lock = requestedEntry(rules.catalogue.locks, requested, stored);
  if (lock !== undefined) setLock(draft, lock, rules);
}

function changePriority(draft: TicketDraft, requested: NameAndID, { catalogue: { priorities } }: ChangeRules): void {
  const priority = requestedEntry(priorities, requested, { storedID: draft.before.priorityID });
  if (priority === undefined) return;
  const old = priorities.byID(draft.columns.priorityID);
  draft.change({ priorityID: priority.id }, history.priority(priority, old));
}

/** The type of a ticket, by default 1. */
function changeType(draft: TicketDraft, requested: NameAndID, { catalogue }: ChangeRules): void {
  const type = requestedEntry(catalogue.types, requested, { storedID: draft.before.typeID ?? 1 });
  if (type === undefined) return;
  const old = catalogue.types.byID(draft.columns.typeID ?? 1);
  draft.change({ typeID: type.id }, history.type(type, old));
}

const SHOWN_LENGTH = 50;

type SentText = (typeof SENT_TEXTS)[number] & { readonly text: string | undefined };

/** Sets a text as it was sent, cut to what the column takes. */
function changeText(
  draft: TicketDraft,
  { name, column, text, historyType }: SentText,
  { tables, answers }: ChangeRules,
): void {
  if (text === undefined || text === draft.before[name]) return;
  const shown = limitText(text, SHOWN_LENGTH);
  const ending = Array.from(shown).length === SHOWN_LENGTH ? '...' : '';
  const old = draft.columns[name] ?? '';
  const longest = tables.lengthOf(column);
  if (!answers.cutsUpdatedTitle && Array.from(text).length > longest) throw new OperationFault();
  draft.change({ [name]: limitText(text, longest) }, history.text(historyType, old, shown + ending));
}

/** The requested customer, and the CustomerID of a known `customerUser`; members are undefined if missing or falsy. */
type RequestedCustomer = Readonly<Record<'customerUser' | 'customerID' | 'ownCustomerID', string | undefined>>;

/**
 * Sets both columns when either differs; a missing one counts as `''` and is cleared or filled
 * from the customer.
 *
 * @throws OperationFault if the columns cannot hold them
 */
function changeCustomer(draft: TicketDraft, requested: RequestedCustomer, rules: ChangeRules): void {
  const { customerUser, customerID, ownCustomerID } = requested;
  if (customerUser === undefined && customerID === undefined) return;
  const { before } = draft;
  if (isStored(customerUser, before.customerUserID) && isStored(customerID, before.customerID)) return;
  const columns = { customerID: customerID ?? ownCustomerID ?? '', customerUserID: customerUser ?? '' };
  setCustomer(draft, columns, rules);
}

function isStored(requested: string | undefined, stored: string | null): boolean {
  return (requested ?? '') === (stored ?? '');
}

/** Sets the owner without changing the lock. Returns whether a change was requested. */
function changeOwner(draft: TicketDraft, requested: NameAndID, rules: ChangeRules): boolean {
  const owner = requestedEntry(asLookup(rules.directory), requested, { storedID: draft.before.ownerID });
  if (owner === undefined) return false;
  if (owner.id === draft.columns.ownerID) return true;
  setOwner(draft, owner);
  // The first real owner, if nobody is responsible yet.
  if (isOwnerResponsible(rules.settings) && orFirstAgent(draft.columns) === 1) setResponsible(draft, owner);
  return true;
}

function changeResponsible(draft: TicketDraft, requested: NameAndID, rules: ChangeRules): void {
  const stored = { storedID: orFirstAgent(draft.before) };
  const responsible = requestedEntry(asLookup(rules.directory), requested, stored);
  if (responsible !== undefined) setResponsible(draft, responsible);
}

/** Sets the service, and first removes an SLA that does not belong to it. */
function changeService(draft: TicketDraft, requested: NameAndID, { catalogue }: ChangeRules): void {
  const service = requestedEntry(catalogue.services, requested, { storedID: draft.before.serviceID });
  if (service === undefined) return;
  const agreement = catalogue.serviceLevelAgreements.byID(draft.columns.slaID ?? 0);
  if (agreement !== undefined && !agreement.serviceIDs.has(service.id)) {
    draft.change({ slaID: null }, history.agreement(undefined, agreement));
  }
  const old = catalogue.services.byID(draft.columns.serviceID ?? 0);
  draft.change({ serviceID: service.id }, history.service(service, old));
}

/**
 * Sets the SLA.
 *
 * @throws OperationFault if the ticket's service does not have it, unless user 1 acts.
 */
function changeServiceLevelAgreement(draft: TicketDraft, requested: NameAndID, { catalogue }: ChangeRules): void {
  const { slaID: storedID } = draft.before;
  const agreement = requestedEntry(catalogue.serviceLevelAgreements, requested, { storedID });
  if (agreement === undefined) return;
  if (draft.userID !== 1 && !agreement.serviceIDs.has(draft.columns.serviceID ?? 0)) throw new OperationFault();
  const old = catalogue.serviceLevelAgreements.byID(draft.columns.slaID ?? 0);
  draft.change({ slaID: agreement.id }, history.agreement(agreement, old));
}
