import type { Data } from '@ticketgate/sdk';

import type { DynamicFieldWrite } from '../dynamic-fields/plan-writes.js';
import { fieldTypeOf } from '../dynamic-fields/types/field-types.js';
import type { DraftedHistory, TicketDraft } from './ticket-draft.js';

/** The family's names of what happens to tickets, which invokers listen to (`docs/invokers.md`). `*` is the name of a dynamic field. */
export const FAMILY_EVENTS = [
  'TicketCreate',
  'TicketDelete',
  'TicketTitleUpdate',
  'TicketQueueUpdate',
  'TicketTypeUpdate',
  'TicketServiceUpdate',
  'TicketSLAUpdate',
  'TicketStateUpdate',
  'TicketPriorityUpdate',
  'TicketCustomerUpdate',
  'TicketOwnerUpdate',
  'TicketResponsibleUpdate',
  'TicketLockUpdate',
  'TicketUnlockTimeoutUpdate',
  'TicketPendingTimeUpdate',
  'TicketArchiveFlagUpdate',
  'TicketAccountTime',
  'TicketDynamicFieldUpdate_*',
  'HistoryAdd',
  'ArticleCreate',
  'ArticleDynamicFieldUpdate',
] as const;

type FixedName = Exclude<(typeof FAMILY_EVENTS)[number], 'TicketDynamicFieldUpdate_*'>;

/** One of {@link FAMILY_EVENTS}. */
export type FamilyEvent = FixedName | `TicketDynamicFieldUpdate_${string}`;

/** The family raises none for what a ticket is made with. */
const NOT_OF_NEW: ReadonlySet<FixedName> = new Set([
  'TicketDelete',
  'TicketTitleUpdate',
  'TicketQueueUpdate',
  'TicketTypeUpdate',
  'TicketServiceUpdate',
  'TicketSLAUpdate',
  'TicketStateUpdate',
  'TicketPriorityUpdate',
  'TicketArchiveFlagUpdate',
]);

/** What of a write raises events. */
export interface RaisedBy {
  readonly draft: TicketDraft;
  readonly fieldWrites: readonly DynamicFieldWrite[];
  readonly isNew: boolean;
}

/** An event with what it says beside the ids. */
export interface Raised {
  readonly name: FamilyEvent;
  readonly data: Data;
  /** It has the ticket as it was before. */
  readonly hasOldTicket: boolean;
  readonly isOfArticle: boolean;
}

/** Changes that the history tells of, by its types. */
const OF_HISTORY: Readonly<Record<string, FixedName>> = {
  NewTicket: 'TicketCreate',
  TitleUpdate: 'TicketTitleUpdate',
  Move: 'TicketQueueUpdate',
  TypeUpdate: 'TicketTypeUpdate',
  ServiceUpdate: 'TicketServiceUpdate',
  SLAUpdate: 'TicketSLAUpdate',
  StateUpdate: 'TicketStateUpdate',
  PriorityUpdate: 'TicketPriorityUpdate',
  CustomerUpdate: 'TicketCustomerUpdate',
  OwnerUpdate: 'TicketOwnerUpdate',
  ResponsibleUpdate: 'TicketResponsibleUpdate',
  Lock: 'TicketLockUpdate',
  Unlock: 'TicketLockUpdate',
  SetPendingTime: 'TicketPendingTimeUpdate',
  ArchiveFlagUpdate: 'TicketArchiveFlagUpdate',
  TimeAccounting: 'TicketAccountTime',
};
const WITH_OLD_TICKET: ReadonlySet<string> = new Set(['TicketStateUpdate', 'TicketQueueUpdate', 'TicketSLAUpdate']);
const UNLOCK_TIME = 'Reset of unlock time.';

/** The events of a write, in the order of the history; ArticleCreate is the last one. */
export function raisedEvents({ draft, fieldWrites, isNew }: RaisedBy, hasArticle: boolean): readonly Raised[] {
  const { history, userID } = draft;
  const ofHistory = history.flatMap((entry) => {
    const event = eventOf(entry, isNew);
    const added = raised('HistoryAdd');
    return event === undefined ? [added] : [added, raised(event, dataOf(event, isNew))];
  });
  const article = hasArticle ? [raised('ArticleCreate', {}, !isNew)] : [];
  return [...ofHistory, ...fieldWrites.map((write) => ofField(write, userID)), ...article];
}

function eventOf({ type, name, isOfArticle }: DraftedHistory, isNew: boolean): FixedName | undefined {
  // The entry of an article may have any type.
  if (isOfArticle && type !== 'TimeAccounting') return undefined;
  if (type === 'Misc') return name === UNLOCK_TIME ? 'TicketUnlockTimeoutUpdate' : undefined;
  const event = OF_HISTORY[type];
  return isNew && event !== undefined && NOT_OF_NEW.has(event) ? undefined : event;
}

function dataOf(event: FixedName, isNew: boolean): Data {
  return event === 'TicketCustomerUpdate' ? { TicketCreated: isNew ? 1 : 0 } : {};
}

function raised(name: FamilyEvent, data: Data = {}, hasOldTicket = WITH_OLD_TICKET.has(name)): Raised {
  const isOfArticle = name.startsWith('Article') || name === 'TicketAccountTime';
  return { name, data, hasOldTicket, isOfArticle };
}

function ofField({ field, items, before }: DynamicFieldWrite, userID: number): Raised {
  const value = fieldTypeOf(field).isList(field) ? items : (items[0] ?? null);
  const data = { FieldName: field.name, Value: value, OldValue: before, UserID: userID };
  if (field.objectType === 'Article') return raised('ArticleDynamicFieldUpdate', data);
  return raised(`TicketDynamicFieldUpdate_${field.name}`, data);
}
