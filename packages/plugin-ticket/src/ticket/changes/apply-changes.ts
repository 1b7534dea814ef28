import { OperationFault, type Data } from '@ticketgate/sdk';

import type { ChangeRules, TicketDraft } from '../ticket-draft.js';
import { history } from '../history/history.js';
import { cutText } from '../../request/family-values.js';
import { changeCustomer } from './change-customer.js';
import { setLock } from './recorded-changes.js';
import { changeOwner, changeResponsible } from './change-people.js';
import { changeQueue } from './change-queue.js';
import { changeService, changeServiceLevelAgreement } from './change-service.js';
import { changeState } from './change-state.js';
import { textIfGiven, nameAndID, requestedEntry, type NameAndID } from './requested-entry.js';

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
  changeTitle(draft, textIfGiven(ticket.Title), rules);
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

function changePriority(draft: TicketDraft, requested: NameAndID, { catalogue }: ChangeRules): void {
  const priority = requestedEntry(catalogue.priorities, requested, { storedID: draft.before.priorityID });
  if (priority === undefined) return;
  const old = catalogue.priorities.byID(draft.columns.priorityID);
  draft.change({ priorityID: priority.id });
  draft.record(history.priority(priority, old));
}

/** The type of a ticket, by default 1. */
function changeType(draft: TicketDraft, requested: NameAndID, { catalogue }: ChangeRules): void {
  const type = requestedEntry(catalogue.types, requested, { storedID: draft.before.typeID ?? 1 });
  if (type === undefined) return;
  const old = catalogue.types.byID(draft.columns.typeID ?? 1);
  draft.change({ typeID: type.id });
  draft.record(history.type(type, old));
}

const SHOWN_LENGTH = 50;

/** Sets the title, cut to what the column takes. */
function changeTitle(draft: TicketDraft, title: string | undefined, { tables, answers }: ChangeRules): void {
  if (title === undefined || title === draft.before.title) return;
  const shown = cutText(title, SHOWN_LENGTH);
  const ending = Array.from(shown).length === SHOWN_LENGTH ? '...' : '';
  const old = draft.columns.title ?? '';
  const longest = tables.lengthOf('ticket.title');
  if (!answers.cutsUpdatedTitle && Array.from(title).length > longest) throw new OperationFault();
  draft.change({ title: cutText(title, longest) });
  draft.record(history.title(old, shown + ending));
}
