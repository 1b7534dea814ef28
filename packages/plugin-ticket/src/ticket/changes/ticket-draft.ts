import { type Settings, formatEpoch, OperationFault, toEpoch } from '@ticketgate/sdk';

import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import { type DynamicFieldWrite, planRepeatedWrites } from '../../dynamic-fields/plan-writes.js';
import { limitText } from '../../request/family-values.js';
import { type CreatedNames, type DraftedHistory, type HistoryEntry, history, type Person } from './history.js';
import type { TicketColumns } from '../../columns/ticket-columns.js';
import type { ArticleDraft } from '../../articles/check-article.js';
import { type PreviousArticles, NO_PREVIOUS_ARTICLES } from '../../articles/previous-articles.js';
import type { CheckedNewTicket } from '../rules/check-ticket.js';
import type { NewArticle } from '../../articles/store/prepare-article.js';
import type { WriteSources } from '../rules/write-sources.js';

/** The data that changes are checked and named with. */
export type ChangeRules = Pick<WriteSources, 'catalogue' | 'directory' | 'settings' | 'tables' | 'answers' | 'zone'>;

/** Options of {@link TicketDraft.record}. */
export interface RecordOptions {
  readonly isOfArticle?: boolean;
  readonly fieldWrite?: DynamicFieldWrite;
  readonly isStored?: boolean;
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

  /** Changes columns, and records why. */
  change(columns: Partial<TicketColumns>, entry?: HistoryEntry, options: RecordOptions = {}): void {
    this.#beforeChange = this.#columns;
    this.#columns = { ...this.#columns, ...columns };
    this.#changedBy = options.userID ?? this.userID;
    if (entry !== undefined) this.record(entry, options);
  }

  record(
    { type, name }: HistoryEntry,
    { isOfArticle = false, fieldWrite, isStored = true, userID = this.userID }: RecordOptions = {},
  ): void {
    const { queueID, ownerID, priorityID, stateID, typeID } = this.columns;
    const ticket = { queueID, ownerID, priorityID, stateID, typeID: typeID ?? 1, before: this.#beforeChange };
    const cut = limitText(name, NAME_LENGTH);
    this.#history.push({ type, name: cut, isOfArticle, fieldWrite, isStored, userID, ...ticket });
  }
}

/** The customer of a ticket, as stored. */
export interface CustomerColumns {
  readonly customerID: string;
  readonly customerUserID: string;
}

/** @throws OperationFault if the columns cannot hold the customer */
export function setCustomer(
  draft: TicketDraft,
  { customerID, customerUserID }: CustomerColumns,
  { tables, failure }: Pick<ChangeRules, 'tables'> & { readonly failure?: string },
): void {
  const fits = (text: string, column: string) => text.length <= tables.lengthOf(`ticket.${column}`);
  if (!fits(customerID, 'customer_id') || !fits(customerUserID, 'customer_user_id')) throw new OperationFault(failure);
  draft.change({ customerID, customerUserID }, history.customer(customerID, customerUserID));
}

/** @throws OperationFault for a lock that the system does not have */
export function setLock(draft: TicketDraft, lock: CatalogueEntry | undefined, rules: ChangeRules): void {
  if (lock === undefined) throw new OperationFault();
  if (draft.columns.lockID === lock.id) return;
  if (lock.name === 'unlock') {
    unlock(draft, rules);
    return;
  }
  draft.change({ lockID: lock.id }, history.lock(lock.name));
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
    draft.change({ ownerID: 1 }, undefined, { userID });
  }
  draft.change({ lockID: lock.id }, history.lock(lock.name), { userID });
}

/** Restarts the time until the lock expires. */
function resetUnlockTime(draft: TicketDraft): void {
  if (draft.columns.timeout === draft.now) return;
  draft.change({ timeout: draft.now }, history.unlockTimeReset());
}

/** @param time seconds since 1970 */
export function setPendingTime(draft: TicketDraft, time: number, zone: string): void {
  draft.change({ untilTime: time }, history.pendingTime(formatEpoch(time, zone).slice(0, 16)));
}

/** Whether the first owner of a ticket becomes responsible for it. */
export function isOwnerResponsible(settings: Settings): boolean {
  return settings.flag('Ticket::Responsible') && settings.flag('Ticket::ResponsibleAutoSet');
}

export function setOwner(draft: TicketDraft, owner: Person): void {
  if (owner.id === draft.columns.ownerID) return;
  draft.change({ ownerID: owner.id }, history.owner(owner));
}

export function setResponsible(draft: TicketDraft, responsible: Person): void {
  if (responsible.id === draft.columns.responsibleID) return;
  draft.change({ responsibleID: responsible.id }, history.responsible(responsible));
}

/** Records an article. One of an agent, and a customer's answer to one, restarts the time until the lock expires. */
export function recordArticle(
  draft: TicketDraft,
  { historyType, historyComment, senderType }: ArticleDraft,
  { lastSenderType }: PreviousArticles,
): void {
  draft.change({}, { type: historyType, name: historyComment }, { isOfArticle: true });
  const isAnswer = senderType.name === 'customer' && lastSenderType === 'agent';
  if (senderType.name === 'agent' || isAnswer) resetUnlockTime(draft);
}

export function recordTime(draft: TicketDraft, unit: number, total: number): void {
  draft.record(history.timeAccounting(unit, total), { isOfArticle: true });
}

/** Records the changes of dynamic fields. Hosts without a type of history entry raise their events, but store no entry. */
export function recordFields(
  draft: TicketDraft,
  writes: readonly DynamicFieldWrite[],
  { catalogue: { historyTypes } }: Pick<ChangeRules, 'catalogue'>,
): void {
  for (const fieldWrite of writes) {
    const { historyType: type, historyName: name, field } = fieldWrite;
    draft.change({});
    const isStored = historyTypes.byName(type) !== undefined;
    draft.record({ type, name }, { isOfArticle: field.objectType === 'Article', fieldWrite, isStored });
  }
}

/** The parts of a new ticket. */
export interface NewTicket {
  readonly number: string;
  /** Without its people, customer and lock, which are set one by one. */
  readonly empty: TicketColumns;
  readonly customer: CustomerColumns;
  /** The requested type, or the default. */
  readonly type: CatalogueEntry | undefined;
  readonly checked: CheckedNewTicket;
  readonly names: CreatedNames;
  readonly article: NewArticle;
  readonly fieldWrites: readonly DynamicFieldWrite[];
}

const NOT_CREATED = 'Ticket could not be created, please contact the system administrator';

/**
 * Drafts a new ticket as an empty one that is changed in the order of the family (`docs/compatibility.md`). It belongs to root until
 * it has its article, and each change is recorded in the history, except those that initialize the ticket.
 */
export function draftTicket(ticket: NewTicket, sources: WriteSources): TicketDraft {
  const { draft: article } = ticket.article;
  const draft = new TicketDraft(ticket.empty, { now: toEpoch(sources.now), userID: sources.caller.userID });
  const ofTicket = ticket.fieldWrites.filter(({ field }) => field.objectType === 'Ticket');
  const ofArticle = ticket.fieldWrites.filter(({ field }) => field.objectType === 'Article');
  draft.record(history.created(ticket.number, ticket.names));
  recordFeatures(draft, ticket, sources);
  setCustomer(draft, ticket.customer, { tables: sources.tables, failure: NOT_CREATED });
  applyRequestedLock(draft, ticket.checked, sources);
  if (draft.columns.untilTime > 0) setPendingTime(draft, draft.columns.untilTime, sources.zone);
  recordFields(draft, ofTicket, sources);
  recordArticle(draft, article, NO_PREVIOUS_ARTICLES);
  if (!sources.answers.setsPeopleLast) setPeople(draft, ticket.checked, sources);
  if (article.timeUnit !== undefined) {
    const unit = Number(article.timeUnit);
    recordTime(draft, unit, unit);
  }
  // The family sets the fields a second time after the article.
  for (const { historyType: type, historyName: name } of planRepeatedWrites(ofTicket)) draft.record({ type, name });
  if (sources.answers.setsPeopleLast) setPeople(draft, ticket.checked, sources);
  recordFields(draft, ofArticle, sources);
  return draft;
}

/** Services, SLAs and types are recorded if they are enabled. */
function recordFeatures(draft: TicketDraft, { checked, type }: NewTicket, { settings }: ChangeRules): void {
  if (settings.flag('Ticket::Service')) {
    draft.record(history.service(checked.service, undefined));
    draft.record(history.agreement(checked.agreement, undefined));
  }
  if (settings.flag('Ticket::Type') && type !== undefined) draft.record(history.firstType(type));
}

/** Sets the requested lock, and unlocks the ticket if its state is closed. */
function applyRequestedLock(draft: TicketDraft, { lock, state }: CheckedNewTicket, rules: ChangeRules): void {
  if (lock === undefined) return;
  setLock(draft, lock, rules);
  if (state.typeName.startsWith('close')) unlock(draft, rules);
}

/** Sets owner and responsible. A named owner locks the ticket, even in a closed state, unless the request sets the lock. */
function setPeople(draft: TicketDraft, checked: CheckedNewTicket, sources: WriteSources): void {
  const { catalogue, caller, directory, settings } = sources;
  const owner = checked.owner ?? { id: caller.userID, login: directory.agentByID(caller.userID)?.login ?? '' };
  setOwner(draft, owner);
  if (checked.owner !== undefined && checked.lock === undefined) {
    setLock(draft, catalogue.locks.byName('lock'), sources);
  }
  const responsible = checked.responsible ?? (isOwnerResponsible(settings) ? owner : undefined);
  if (responsible !== undefined) setResponsible(draft, responsible);
}
