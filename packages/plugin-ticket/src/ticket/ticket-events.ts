import type { Database, Events, NewEvent } from '@ticketgate/sdk';

/** The events that other plugins may listen to. An article is created with each ticket and by updates that have one. */
export const TICKET_EVENTS = ['ticket.created', 'ticket.updated', 'article.created', 'ticket.deleted'] as const;

type TicketEvent = (typeof TICKET_EVENTS)[number];

/** The ticket that something happened to, and its new article. */
export interface ToldTicket {
  readonly ticketID: number;
  readonly number: string;
  readonly articleID?: number | undefined;
}

/** Whether somebody listens, so that a write has to tell what it did, in one transaction with it. */
export function hasListeners(events: Events, name: 'ticket.created' | 'ticket.updated'): boolean {
  return events.isHeard(name, 'article.created');
}

/** Tells that a ticket was created or updated, and with it its new article. */
export async function emitWrite(
  transaction: Database,
  events: Events,
  { name, ...ticket }: ToldTicket & { readonly name: 'ticket.created' | 'ticket.updated' },
): Promise<void> {
  const told = [eventOf(name, ticket)];
  if (ticket.articleID !== undefined) told.push(eventOf('article.created', ticket));
  await events.emit(transaction, told);
}

export async function tellDeleted(
  transaction: Database,
  events: Events,
  tickets: readonly ToldTicket[],
): Promise<void> {
  if (!events.isHeard('ticket.deleted')) return;
  await events.emit(
    transaction,
    tickets.map((ticket) => eventOf('ticket.deleted', ticket)),
  );
}

function eventOf(name: TicketEvent, { ticketID, number, articleID }: ToldTicket): NewEvent<TicketEvent> {
  const data = { TicketID: ticketID, TicketNumber: number };
  return {
    name,
    key: `ticket:${ticketID}`,
    data: articleID === undefined ? data : { ...data, ArticleID: articleID },
  };
}
