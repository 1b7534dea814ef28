import { isData, type Data, type Database, type Events, type NewEvent } from '@ticketgate/sdk';

import type { DynamicField } from '../catalogue/catalogue.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import {
  EVENTS_OF_NEW,
  EVENTS_OF_UPDATE,
  FAMILY_EVENTS,
  raisedEvents,
  type FamilyEvent,
  type Raised,
  type RaisedBy,
} from './family-events.js';
import { includedTicket } from './present/included-ticket.js';
import { presentTicket, ticketFieldSources } from './present/ticket-fields.js';
import type { StoredTicket } from './read-tickets.js';

const OURS = ['ticket.created', 'ticket.updated', 'article.created', 'ticket.deleted'] as const;

/**
 * What plugins and invokers may listen to: events of ours, which name what was written, and the family's, which name each change. An
 * article is created with each ticket and by updates that have one.
 */
export const TICKET_EVENTS = [...OURS, ...FAMILY_EVENTS] as const;

type TicketEvent = (typeof OURS)[number] | FamilyEvent;

/** The ticket that something happened to, and its new article. */
interface ToldTicket {
  readonly ticketID: number;
  readonly number: string;
  readonly articleID?: number | undefined;
}

/** A write that is told of. */
export interface ToldWrite extends ToldTicket, RaisedBy {
  /** As it was before; undefined for a new ticket. */
  readonly stored?: StoredTicket;
}

/** Whether somebody listens to what a write may raise, so that it has to be told in one transaction with it. */
export function isWriteHeard(
  events: Events,
  isNew: boolean,
  fields: readonly { readonly field: Pick<DynamicField, 'name'> }[],
): boolean {
  const ofFields = fields.map(({ field }) => `TicketDynamicFieldUpdate_${field.name}` as const);
  const [own, raised] = isNew
    ? (['ticket.created', EVENTS_OF_NEW] as const)
    : (['ticket.updated', EVENTS_OF_UPDATE] as const);
  return events.isHeard(own, 'article.created', ...raised, ...ofFields);
}

/**
 * Tells what was written.
 *
 * @returns what to wait for after the transaction
 */
export async function emitWrite(
  transaction: Database,
  context: TicketContext,
  write: ToldWrite,
): Promise<readonly string[]> {
  const { events } = context.services;
  if (!isWriteHeard(events, write.isNew, write.fieldWrites)) return [];
  const ours = [eventOf(write.isNew ? 'ticket.created' : 'ticket.updated', write)];
  if (write.articleID !== undefined) ours.push(eventOf('article.created', write));
  const heard = raisedEvents(write, write.articleID !== undefined).filter(({ name }) => events.isHeard(name));
  const told = heard.length === 0 ? [] : await tellChanges(transaction, context, { write, heard });
  return events.emit(transaction, [...ours, ...told]);
}

export async function tellDeleted(
  transaction: Database,
  events: Events,
  tickets: readonly ToldTicket[],
): Promise<readonly string[]> {
  if (!events.isHeard('ticket.deleted', 'TicketDelete')) return [];
  const told = tickets.flatMap((ticket) => [
    eventOf('ticket.deleted', ticket),
    { name: 'TicketDelete', key: keyOf(ticket), data: { TicketID: String(ticket.ticketID) } } as const,
  ]);
  return events.emit<TicketEvent>(transaction, told);
}

/** The events that somebody listens to, as the family words them. */
async function tellChanges(
  transaction: Database,
  context: TicketContext,
  { write, heard }: { readonly write: ToldWrite; readonly heard: readonly Raised[] },
): Promise<readonly NewEvent<TicketEvent>[]> {
  const { ticketID, articleID, stored, isNew } = write;
  const sources = await ticketFieldSources(context);
  const old = stored === undefined ? {} : { OldTicketData: presentTicket(stored, sources) };
  let reading: Promise<Data> | undefined;
  const read = () => (reading ??= readTicket({ ...context, database: transaction }, write));
  return heard.map(({ name, data, hasOldTicket, isOfArticle }) => ({
    name,
    key: keyOf(write),
    data: {
      // The family has the id of a route as a text, and that of a new ticket as a number.
      TicketID: isNew ? ticketID : String(ticketID),
      ...(isOfArticle && articleID !== undefined ? { ArticleID: articleID } : {}),
      ...data,
      ...(hasOldTicket ? old : {}),
    },
    subject: async () => {
      const { Article, ...ticket } = await read();
      return isOfArticle ? { ...ticket, ...(Article as Data | undefined) } : ticket;
    },
  }));
}

/** The ticket as it is now, and its new article, with dynamic fields as members `DynamicField_<Name>`. */
async function readTicket(context: TicketContext, { ticketID, articleID }: ToldTicket): Promise<Data> {
  const written = { ticketID, articleID, hasAttachments: false, answer: {} };
  const { Article: article, ...ticket } = await includedTicket(written, context);
  return { ...withFieldMembers(ticket), ...(isData(article) ? { Article: withFieldMembers(article) } : {}) };
}

function withFieldMembers({ DynamicField: fields, ...members }: Data): Data {
  const listed: readonly unknown[] = Array.isArray(fields) ? fields : [];
  const named = listed.filter(isData).map(({ Name, Value }) => [`DynamicField_${String(Name)}`, Value] as const);
  return { ...members, ...Object.fromEntries(named) };
}

function eventOf(name: (typeof OURS)[number], ticket: ToldTicket): NewEvent<(typeof OURS)[number]> {
  const { ticketID, number, articleID } = ticket;
  const data = { TicketID: ticketID, TicketNumber: number };
  return { name, key: keyOf(ticket), data: articleID === undefined ? data : { ...data, ArticleID: articleID } };
}

function keyOf({ ticketID }: ToldTicket): string {
  return `ticket:${ticketID}`;
}
