import type { Data } from '@ticketgate/sdk';

import type { CheckedArticle } from '../../articles/check-article.js';
import type { NewArticle } from '../../articles/store/prepare-article.js';
import type { DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { isList } from '../../dynamic-fields/types/field-types.js';
import { isFalsy } from '../../request/family-values.js';
import type { DraftedHistory } from '../changes/history.js';
import type { TicketDraft } from '../changes/ticket-draft.js';
import { isFixedEvent, type FamilyEvent, type FixedEvent } from './event-names.js';
import type { TicketColumns } from '../../columns/ticket-columns.js';

/** Changes of a new ticket for which the family raises events; the others only initialize it. */
const OF_NEW: ReadonlySet<FixedEvent> = new Set([
  'TicketCustomerUpdate',
  'TicketOwnerUpdate',
  'TicketResponsibleUpdate',
  'TicketLockUpdate',
  'TicketPendingTimeUpdate',
]);

/** A write that raises events. */
export interface RaisedBy {
  readonly draft: TicketDraft;
  readonly isNew: boolean;
  readonly ticketID: number;
  readonly article: NewArticle | undefined;
  /** Ids of agents who had seen all previous articles. */
  readonly seenBy?: readonly number[];
}

/** An event with its data besides the ids. */
export interface Raised {
  readonly name: FamilyEvent;
  readonly data: Data;
  /** The ticket before the change, for events that include it. */
  readonly oldTicket: TicketColumns | undefined;
  /** Whether the event includes the id of the new article. */
  readonly hasArticle: boolean;
}

/** Events whose names are not `Ticket` and the type of their history entry. */
const OF_HISTORY: Readonly<Record<string, FixedEvent>> = {
  Move: 'TicketQueueUpdate',
  Lock: 'TicketLockUpdate',
  Unlock: 'TicketLockUpdate',
  SetPendingTime: 'TicketPendingTimeUpdate',
};
/** Events that have the ticket before the change; ArticleCreate has it, too. */
export const WITH_OLD_TICKET: ReadonlySet<string> = new Set([
  'TicketStateUpdate',
  'TicketQueueUpdate',
  'TicketSLAUpdate',
]);
const OF_PEOPLE: Readonly<Record<string, FixedEvent>> = {
  OwnerUpdate: 'NotificationOwnerUpdate',
  ResponsibleUpdate: 'NotificationResponsibleUpdate',
};
/** Events of tickets that name an article. */
export const WITH_ARTICLE: ReadonlySet<string> = new Set(['TicketAccountTime', 'NotificationAddNote']);
const UNLOCK_TIME = 'Reset of unlock time.';

/** The events of a write, in the order of the history; those of the new article come last. */
export function raisedEvents(
  { draft: { history, userID }, isNew, ticketID, article, seenBy = [] }: RaisedBy,
  hasArticle: boolean,
): readonly Raised[] {
  const articleEntry = hasArticle ? history.find(({ isOfArticle }) => isOfArticle) : undefined;
  const ofHistory = history.flatMap((entry, index) => {
    const around = { isNew, ticketID, previous: history[index - 1], next: history[index + 1] };
    const flags = entry === articleEntry ? raiseFlags(userID, seenBy) : [];
    const added = entry.isStored ? [raised('HistoryAdd')] : [];
    return [...added, ...raiseEvents(entry, around), ...flags];
  });
  if (!hasArticle) return ofHistory;
  const seen = raised('ArticleFlagSet', seenFlag(userID));
  const created = raised('ArticleCreate', {}, articleEntry?.before);
  const isMail = article?.prepared.mail !== undefined;
  const queued = isMail ? [raised('ArticleEmailSendingQueued', { TicketID: ticketID, ...QUEUED })] : [];
  const sent = isMail ? [raised('ArticleSend')] : [];
  if (isNew) return [...queued, seen, ...ofHistory, created, ...sent];
  return [...queued, ...ofHistory, seen, created, ...raiseNote(article?.draft), ...sent];
}

/** What the family says of a mail that waits for its daemon. */
export const QUEUED: Data = { Status: 'Queued', Message: 'Successfully stored message for sending.' };

/** Raises events for the agents to whom the article is new: all but its author. */
function raiseFlags(userID: number, seenBy: readonly number[]): readonly Raised[] {
  const deleted = seenBy.map((id) => raised('TicketFlagDelete', { Key: 'Seen', UserID: String(id) }));
  return [...deleted, raised('TicketFlagSet', seenFlag(userID))];
}

function seenFlag(userID: number): Data {
  return { Key: 'Seen', Value: 1, UserID: userID };
}

function raiseNote(article: CheckedArticle | undefined): readonly Raised[] {
  if (article?.historyType !== 'AddNote' || !isFalsy(article.input.NoAgentNotify)) return [];
  return [raised('NotificationAddNote', describeNote(article.senderType.id, Number(article.isVisible)))];
}

export function describeNote(senderTypeID: unknown, isVisible: unknown): Data {
  const unset = { Queue: null, Recipients: null, SkipRecipients: [], CustomerMessageParams: {} };
  return { SenderTypeID: String(senderTypeID), IsVisibleForCustomer: String(isVisible), ...unset };
}

interface Around {
  readonly isNew: boolean;
  readonly ticketID: number;
  readonly previous: DraftedHistory | undefined;
  readonly next: DraftedHistory | undefined;
}

/** The events of a history entry, besides HistoryAdd. */
function raiseEvents(entry: DraftedHistory, around: Around): readonly Raised[] {
  const { type, fieldWrite, userID, isOfArticle } = entry;
  if (fieldWrite !== undefined) return [ofField(fieldWrite, userID, around.ticketID)];
  if (isOfArticle) return type === 'TimeAccounting' ? [raised('TicketAccountTime')] : [];
  return ofLock(entry, around) ?? ofChange(entry, around);
}

/** Locking also resets the time until the lock expires. */
function ofLock(entry: DraftedHistory, { previous, next }: Around): readonly Raised[] | undefined {
  if (entry.type === 'Lock' && isReset(next)) return [];
  if (!isReset(entry)) return undefined;
  const reset = raised('TicketUnlockTimeoutUpdate');
  return previous?.type === 'Lock' ? [reset, raised('TicketLockUpdate')] : [reset];
}

function changeEvent(type: string): FixedEvent | undefined {
  const name = OF_HISTORY[type] ?? `Ticket${type}`;
  return isFixedEvent(name) ? name : undefined;
}

function ofChange(entry: DraftedHistory, { isNew, ticketID }: Around): readonly Raised[] {
  const name = changeEvent(entry.type);
  if (name === undefined || (isNew && !OF_NEW.has(name))) return [];
  if (name === 'TicketCustomerUpdate') return ofCustomer(isNew);
  return [
    ...raiseNotifications(entry, toFamilyID(isNew, ticketID)),
    raised(name, {}, WITH_OLD_TICKET.has(name) ? entry.before : undefined),
  ];
}

/** A new ticket is complete once its customer is set. */
function ofCustomer(isNew: boolean): readonly Raised[] {
  const customer = raised('TicketCustomerUpdate', { TicketCreated: isNew ? 1 : 0 });
  return isNew ? [customer, raised('TicketCreate')] : [customer];
}

/** The family requests notifications by events. We send none, but invokers may. */
function raiseNotifications({ type, name, userID }: DraftedHistory, ticketID: number | string): readonly Raised[] {
  const [, shown = '', id = ''] = name.split('%%');
  if (type === 'Move') return [raised('NotificationMove', { Recipients: [], CustomerMessageParams: { Queue: shown } })];
  if (type === 'ServiceUpdate') return [raised('NotificationServiceUpdate', { CustomerMessageParams: {} })];
  const event = OF_PEOPLE[type];
  // Agents are not notified of their own changes.
  if (event === undefined || id === '' || Number(id) === userID) return [];
  const params = { NewUser: shown, NewUserID: Number(id), TicketID: ticketID, UserID: userID };
  return [raised(event, { SkipRecipients: [], CustomerMessageParams: params })];
}

/** The ticket ID in the family's type: a text for existing tickets, a number for new ones. */
export function toFamilyID(isNew: boolean, ticketID: number): number | string {
  return isNew ? ticketID : String(ticketID);
}

function isReset(entry: DraftedHistory | undefined): boolean {
  return entry?.type === 'Misc' && entry.name === UNLOCK_TIME;
}

function raised(name: FamilyEvent, data: Data = {}, oldTicket?: TicketColumns): Raised {
  return { name, data, oldTicket, hasArticle: isOfArticle(name) || WITH_ARTICLE.has(name) };
}

/** Events of articles, whose conditions look at the article, too. */
export function isOfArticle(name: string): boolean {
  return name.startsWith('Article');
}

function ofField({ field, value, items, before }: DynamicFieldWrite, userID: number, ticketID: number): Raised {
  const stored = isList(field) ? items : (items[0] ?? null);
  const data = {
    FieldName: field.name,
    Value: typeof value === 'number' ? value : stored,
    OldValue: before,
    UserID: userID,
  };
  if (field.objectType === 'Article') return raised('ArticleDynamicFieldUpdate', { TicketID: ticketID, ...data });
  return raised(`TicketDynamicFieldUpdate_${field.name}`, data);
}
