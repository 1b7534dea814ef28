import { formatEpoch, OperationFault, type Settings, type Tables } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../articles/store/article-draft.js';
import type { PreviousArticles } from '../../articles/previous-articles.js';
import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import type { DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { history, type Person } from '../history/history.js';
import type { ChangeRules, TicketDraft } from '../ticket-draft.js';

/** The customer of a ticket, as stored. */
export interface CustomerColumns {
  readonly customerID: string;
  readonly customerUserID: string;
}

export function setCustomer(
  draft: TicketDraft,
  { customerID, customerUserID }: CustomerColumns,
  { tables }: ChangeRules,
): void {
  const columns = { customerID, customerUserID };
  requireCustomerFits(columns, tables);
  draft.change(columns);
  draft.record(history.customer(customerID, customerUserID));
}

/** @throws OperationFault when the columns cannot hold the customer */
export function requireCustomerFits(
  { customerID, customerUserID }: CustomerColumns,
  tables: Tables,
  message?: string,
): void {
  const fits = (text: string, column: string) => text.length <= tables.lengthOf(`ticket.${column}`);
  if (fits(customerID, 'customer_id') && fits(customerUserID, 'customer_user_id')) return;
  throw new OperationFault(message);
}

/** @throws OperationFault for a lock that the system does not have */
export function setLock(draft: TicketDraft, lock: CatalogueEntry | undefined, rules: ChangeRules): void {
  if (lock === undefined) throw new OperationFault();
  if (draft.columns.lockID === lock.id) return;
  if (lock.name === 'unlock') {
    unlock(draft, rules);
    return;
  }
  draft.change({ lockID: lock.id });
  draft.record(history.lock(lock.name));
  if (lock.name === 'lock') resetUnlockTime(draft);
}

/** Unlocks the ticket if it is locked, for example when it is closed, moved, or its owner is away. */
export function unlock(draft: TicketDraft, rules: ChangeRules, userID = draft.userID): void {
  const lock = rules.catalogue.locks.byName('unlock');
  if (lock === undefined) throw new OperationFault();
  if (draft.columns.lockID === lock.id) return;
  if (rules.settings.flag('Ticket::OwnerResetOnUnlock')) {
    // Recorded with the old owner, as hosts do.
    draft.record(history.ownerReset(), { userID });
    draft.change({ ownerID: 1 }, userID);
  }
  draft.change({ lockID: lock.id }, userID);
  draft.record(history.lock(lock.name), { userID });
}

/** Restarts the time until the lock expires. */
function resetUnlockTime(draft: TicketDraft): void {
  if (draft.columns.timeout === draft.now) return;
  draft.change({ timeout: draft.now });
  draft.record(history.unlockTimeReset());
}

/** @param time seconds since 1970 */
export function setPendingTime(draft: TicketDraft, time: number, zone: string): void {
  draft.change({ untilTime: time });
  draft.record(history.pendingTime(formatEpoch(time, zone).slice(0, 16)));
}

/** Whether the first owner of a ticket becomes responsible for it. */
export function isOwnerResponsible(settings: Settings): boolean {
  return settings.flag('Ticket::Responsible') && settings.flag('Ticket::ResponsibleAutoSet');
}

export function setOwner(draft: TicketDraft, owner: Person): void {
  if (owner.id === draft.columns.ownerID) return;
  draft.change({ ownerID: owner.id });
  draft.record(history.owner(owner));
}

export function setResponsible(draft: TicketDraft, responsible: Person): void {
  if (responsible.id === draft.columns.responsibleID) return;
  draft.change({ responsibleID: responsible.id });
  draft.record(history.responsible(responsible));
}

/** Applies the effects of an article to its ticket: history, unlock time, an owner who is away, accounted time. */
export function addArticle(
  draft: TicketDraft,
  { article, earlier, isOwnerChanged }: { article: ArticleDraft; earlier: PreviousArticles; isOwnerChanged: boolean },
  rules: ChangeRules & { readonly now: Date },
): void {
  recordArticle(draft, article, earlier);
  const isAway = rules.directory.agentByID(draft.columns.ownerID)?.isOutOfOffice(rules.now) === true;
  if (rules.settings.flag('Ticket::UnlockOnAway') && !isOwnerChanged && isAway) unlock(draft, rules);
  if (article.timeUnit === undefined) return;
  const unit = Number(article.timeUnit);
  recordTime(draft, unit, Math.round((earlier.timeUnits + unit) * 100) / 100);
}

/** Records an article. One of an agent, and a customer's answer to one, restarts the time until the lock expires. */
export function recordArticle(
  draft: TicketDraft,
  { historyType, historyComment, senderType }: ArticleDraft,
  { lastSenderType }: PreviousArticles,
): void {
  draft.change({});
  draft.record({ type: historyType, name: historyComment }, { isOfArticle: true });
  const isAnswer = senderType.name === 'customer' && lastSenderType === 'agent';
  if (senderType.name === 'agent' || isAnswer) resetUnlockTime(draft);
}

export function recordTime(draft: TicketDraft, unit: number, total: number): void {
  draft.record(history.timeAccounting(unit, total), { isOfArticle: true });
}

/** Records the changes of dynamic fields. */
/** Hosts without a type of history entry do not record such changes. */
export function recordFields(
  draft: TicketDraft,
  writes: readonly DynamicFieldWrite[],
  { catalogue: { historyTypes } }: Pick<ChangeRules, 'catalogue'>,
): void {
  for (const fieldWrite of writes) {
    const { historyType: type, historyName: name, field } = fieldWrite;
    draft.change({});
    if (historyTypes.byName(type) === undefined) continue;
    draft.record({ type, name }, { isOfArticle: field.objectType === 'Article', fieldWrite });
  }
}
