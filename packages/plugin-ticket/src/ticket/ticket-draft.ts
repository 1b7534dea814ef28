import { type Agent, type Settings, formatEpoch, OperationFault } from '@ticketgate/sdk';

import type { CatalogueEntry } from '../catalogue/catalogue.js';
import type { DynamicFieldWrite } from '../dynamic-fields/plan-writes.js';
import { cutText } from '../request/family-values.js';
import type { TicketColumns } from '../columns/ticket-columns.js';
import type { ArticleDraft } from '../articles/check-article.js';
import type { PreviousArticles } from '../articles/previous-articles.js';
import type { WriteSources } from './write-sources.js';

/** A history entry: a name of `ticket_history_type`, and its text. */
export interface HistoryEntry {
  readonly type: string;
  readonly name: string;
}

/** A row of `ticket_history` that is going to be written, with what the ticket was when it was recorded. */
export interface DraftedHistory extends HistoryEntry {
  /** True for rows of the article that is written with them. */
  readonly isOfArticle: boolean;
  /** The value of a dynamic field that it tells of. */
  readonly fieldWrite: DynamicFieldWrite | undefined;
  /** The ticket before the change that it tells of. */
  readonly before: TicketColumns;
  readonly userID: number;
  readonly queueID: number;
  readonly ownerID: number;
  readonly priorityID: number;
  readonly stateID: number;
  readonly typeID: number;
}

/** The names of an agent. */
export type Person = Pick<Agent, 'id' | 'login'>;

/** Creates history entries, one function for each kind of change (`docs/compatibility.md`). */
export const history = {
  /** The ticket's id is added by the database. */
  created: (number: string, ticket: Readonly<Record<'queue' | 'priority' | 'state', CatalogueEntry>>) =>
    entry('NewTicket', `%%${number}%%${ticket.queue.name}%%${ticket.priority.name}%%${ticket.state.name}%%`),
  title: (old: string, shown: string) => entry('TitleUpdate', `%%${old}%%${shown}`),
  queue: (queue: CatalogueEntry, old: CatalogueEntry | undefined) => entry('Move', changed(queue, old)),
  type: (type: CatalogueEntry, old: CatalogueEntry | undefined) => entry('TypeUpdate', changed(type, old)),
  firstType: ({ name, id }: CatalogueEntry) => entry('TypeUpdate', `%%${name}%%${id}`),
  priority: (priority: CatalogueEntry, old: CatalogueEntry | undefined) =>
    entry('PriorityUpdate', `%%${old?.name ?? ''}%%${old?.id ?? ''}%%${priority.name}%%${priority.id}`),
  state: (state: CatalogueEntry, old: CatalogueEntry | undefined) =>
    entry('StateUpdate', `%%${old?.name ?? ''}%%${state.name}%%`),
  service: (service: CatalogueEntry | undefined, old: CatalogueEntry | undefined) =>
    entry('ServiceUpdate', orNull(service) + orNull(old)),
  agreement: (agreement: CatalogueEntry | undefined, old: CatalogueEntry | undefined) =>
    entry('SLAUpdate', orNull(agreement) + orNull(old)),
  customer: (customerID: string, customerUser: string) =>
    entry('CustomerUpdate', `%%CustomerID=${customerID};CustomerUser=${customerUser};`),
  owner: ({ login, id }: Person) => entry('OwnerUpdate', `%%${login}%%${id}`),
  ownerReset: () => entry('OwnerUpdate', 'Reset owner to root@localhost.'),
  responsible: ({ login, id }: Person) => entry('ResponsibleUpdate', `%%${login}%%${id}`),
  lock: (name: string) => entry(LOCK_TYPES[name] ?? 'Misc', `%%${name}`),
  unlockTimeReset: () => entry('Misc', 'Reset of unlock time.'),
  /** `YYYY-MM-DD HH:MM`. */
  pendingTime: (minute: string) => entry('SetPendingTime', `%%${minute}`),
  noPendingTime: () => entry('SetPendingTime', '%%00-00-00 00:00'),
  restored: () => entry('ArchiveFlagUpdate', '%%n'),
  timeAccounting: (unit: number, total: number) => entry('TimeAccounting', `%%${unit}%%${total}`),
};

const LOCK_TYPES: Readonly<Record<string, string>> = { lock: 'Lock', unlock: 'Unlock' };

function entry(type: string, name: string): HistoryEntry {
  return { type, name };
}

function changed(now: CatalogueEntry, old: CatalogueEntry | undefined): string {
  return `%%${now.name}%%${now.id}%%${old?.name ?? ''}%%${old?.id ?? ''}`;
}

/** `NULL` and an empty text if unset. */
function orNull(value: CatalogueEntry | undefined): string {
  return value === undefined ? '%%NULL%%' : `%%${value.name}%%${value.id}`;
}

/** The data that changes are checked and named with. */
export type ChangeRules = Pick<WriteSources, 'catalogue' | 'directory' | 'settings' | 'tables' | 'answers' | 'zone'>;

/** Options of {@link TicketDraft.record}. */
export interface RecordOptions {
  readonly isOfArticle?: boolean;
  readonly fieldWrite?: DynamicFieldWrite;
  /** Default: the acting user. */
  readonly userID?: number;
}

/** Characters that `ticket_history.name` holds. */
const NAME_LENGTH = 200;

/**
 * A ticket while its changes are worked out, in memory. Changes are asked for by comparison with `before`, the ticket as it was when
 * the request began, even when earlier changes of the same request had consequences (`docs/compatibility.md`).
 */
export class TicketDraft {
  readonly before: TicketColumns;
  /** Seconds since 1970. */
  readonly now: number;
  /** The acting user; for customers `CustomerPanelUserID`. */
  readonly userID: number;
  #changedBy: number | undefined;
  #columns: TicketColumns;
  #beforeChange: TicketColumns;
  readonly #history: DraftedHistory[] = [];

  constructor(before: TicketColumns, moment: { now: number; userID: number }) {
    this.before = before;
    this.now = moment.now;
    this.userID = moment.userID;
    this.#columns = before;
    this.#beforeChange = before;
  }

  /** With all changes so far. */
  get columns(): TicketColumns {
    return this.#columns;
  }

  /** The user who changed the ticket last; undefined before the first change. */
  get changedBy(): number | undefined {
    return this.#changedBy;
  }

  get history(): readonly DraftedHistory[] {
    return this.#history;
  }

  change(columns: Partial<TicketColumns>, userID = this.userID): void {
    this.#beforeChange = this.#columns;
    this.#columns = { ...this.#columns, ...columns };
    this.#changedBy = userID;
  }

  record(
    { type, name }: HistoryEntry,
    { isOfArticle = false, fieldWrite, userID = this.userID }: RecordOptions = {},
  ): void {
    const { queueID, ownerID, priorityID, stateID, typeID } = this.columns;
    const snapshot = { queueID, ownerID, priorityID, stateID, typeID: typeID ?? 1 };
    const before = this.#beforeChange;
    this.#history.push({
      type,
      name: cutText(name, NAME_LENGTH),
      isOfArticle,
      fieldWrite,
      before,
      userID,
      ...snapshot,
    });
  }
}

/** The customer of a ticket, as stored. */
export interface CustomerColumns {
  readonly customerID: string;
  readonly customerUserID: string;
}

/** @throws OperationFault when the columns cannot hold the customer */
export function setCustomer(
  draft: TicketDraft,
  { customerID, customerUserID }: CustomerColumns,
  { tables, failure }: Pick<ChangeRules, 'tables'> & { readonly failure?: string },
): void {
  const fits = (text: string, column: string) => text.length <= tables.lengthOf(`ticket.${column}`);
  if (!fits(customerID, 'customer_id') || !fits(customerUserID, 'customer_user_id')) throw new OperationFault(failure);
  draft.change({ customerID, customerUserID });
  draft.record(history.customer(customerID, customerUserID));
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

/** Records the changes of dynamic fields; hosts without a type of history entry do not. */
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
