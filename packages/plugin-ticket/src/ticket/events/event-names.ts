import { listKeys } from '@ticketgate/sdk';

/** Our events, which name what was written; what happened comes first, in a few words for lists. */
const OURS = {
  'ticket.created': 'Ticket created, in the words of plugins',
  'ticket.updated': 'Ticket changed, in the words of plugins',
  'article.created': 'Article added, in the words of plugins',
  'ticket.deleted': 'Ticket deleted, in the words of plugins',
  'mail.queued': 'Mail waits to be sent, in the words of plugins',
} as const;

/** The family's names, for each change, which trigger invokers (`docs/invokers.md`). `*` is the name of a dynamic field. */
const FAMILY = {
  TicketCreate: 'Ticket created',
  TicketDelete: 'Ticket deleted',
  TicketTitleUpdate: 'Title changed',
  TicketQueueUpdate: 'Queue changed',
  TicketTypeUpdate: 'Type changed',
  TicketServiceUpdate: 'Service changed',
  TicketSLAUpdate: 'Service level agreement changed',
  TicketStateUpdate: 'State changed',
  TicketPriorityUpdate: 'Priority changed',
  TicketCustomerUpdate: 'Customer set or changed',
  TicketOwnerUpdate: 'Owner changed',
  TicketResponsibleUpdate: 'Responsible agent changed',
  TicketLockUpdate: 'Locked or unlocked',
  TicketUnlockTimeoutUpdate: 'Unlock time started anew',
  TicketPendingTimeUpdate: 'Pending time changed',
  TicketArchiveFlagUpdate: 'Archived, or back from the archive',
  NotificationMove: 'Notification of a move to another queue',
  NotificationServiceUpdate: 'Notification of another service',
  NotificationOwnerUpdate: 'Notification of a new owner',
  NotificationResponsibleUpdate: 'Notification of a new responsible agent',
  NotificationAddNote: 'Notification of a note',
  TicketAccountTime: 'Time accounted',
  TicketFlagSet: 'Flag set on a ticket',
  TicketFlagDelete: 'Flag removed from a ticket',
  'TicketDynamicFieldUpdate_*': 'Dynamic field changed',
  HistoryAdd: 'History has a new entry',
  ArticleCreate: 'Article added',
  ArticleSend: 'Article sent as a mail',
  ArticleEmailSendingQueued: 'Mail of an article waits to be sent',
  ArticleFlagSet: 'Flag set on an article',
  ArticleDynamicFieldUpdate: 'Dynamic field of an article changed',
} as const;

export type OurEvent = keyof typeof OURS;
export type FixedEvent = Exclude<keyof typeof FAMILY, 'TicketDynamicFieldUpdate_*'>;
export type FamilyEvent = FixedEvent | `TicketDynamicFieldUpdate_${string}`;
export type TicketEvent = OurEvent | FamilyEvent;

export function isFixedEvent(name: string): name is FixedEvent {
  return Object.hasOwn(FAMILY, name);
}

/** What plugins and invokers may listen to. An article is created with each ticket and by updates that have one. */
export const EVENT_SUMMARIES = { ...OURS, ...FAMILY } as const;

export const TICKET_EVENTS = listKeys(EVENT_SUMMARIES);
