import { findAnswers } from '@ticketgate/database/postgres';
import { formatEpoch, type Data, type Database, type Events, type JsonSchema, type NewEvent } from '@ticketgate/sdk';
import { objectsIn } from '@ticketgate/sdk/schema/words';

import { articleSchema } from '../../articles/article-schema.js';
import { storedValue } from '../../dynamic-fields/plan-writes.js';
import { listFields, readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import { NO_ESCALATION } from '../../escalation/escalation-times.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import type { Moment } from '../../time/moment.js';
import { isOfArticle, raisedEvents, toFamilyID, type Raised, type RaisedBy } from './family-events.js';
import { TICKET_EVENTS, type OurEvent, type TicketEvent } from './event-names.js';
import { includedTicket } from '../reading/answer-write.js';
import { presentTicket, ticketFieldSources } from '../reading/ticket-fields.js';
import { ticketWithArticles } from '../reading/ticket-schema.js';
import type { StoredTicket } from '../reading/read-tickets.js';
import type { TicketWrite, WriteDetails } from '../storage/ticket-write.js';
import type { TicketColumns, TicketRow } from '../../columns/ticket-columns.js';

/** Begins the names of dynamic fields among the members of a ticket. */
export const FIELD = 'DynamicField_';

/** What conditions can look at. Deleted tickets and our own events have nothing. */
export function eventSubjects(): Readonly<Record<string, JsonSchema>> {
  const { Article: _articles, ...ticket } = ticketWithArticles.properties;
  const names = TICKET_EVENTS.filter((name) => name !== 'TicketDelete' && !name.includes('.'));
  const describe = (name: string) => ({
    properties: isOfArticle(name) ? { ...ticket, ...articleSchema.properties } : ticket,
    patternProperties: { [`^${FIELD}`]: {} },
  });
  return Object.fromEntries(names.map((name) => [name, describe(name)]));
}

/** The ticket that something happened to, and its new article. */
interface EventTicket {
  readonly ticketID: number;
  readonly number: string;
  readonly articleID?: number | undefined;
}

/** A write, with everything that its events need. */
interface RaisingWrite extends EventTicket, RaisedBy, WriteDetails {
  /** As it was before; undefined for a new ticket. */
  readonly stored?: StoredTicket;
}

interface Written {
  readonly articleID?: number | undefined;
  /** Events that the client waits for. */
  readonly awaited: readonly string[];
}

/**
 * Stores a write together with what it raises: in one statement, or where a condition of an invoker looks at what was written, in one
 * transaction.
 *
 * @param change ids that are not known yet are those of `later`
 * @param store undefined: it has written nothing
 */
export async function storeWithEvents<Change extends RaisingWrite, Result extends Written>(
  context: TicketContext,
  change: Change,
  store: (database: Database, write: Change & Pick<TicketWrite, 'time' | 'events'>) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { database, services } = context;
  const time = context.formatTime(new Date(change.draft.now * 1000));
  for (;;) {
    const isHeard = services.events.hasListeners(...TICKET_EVENTS);
    const write = isHeard ? await withSeenBy(context, change) : change;
    const events = services.events.plan(database, isHeard ? await listWriteEvents(context, write) : []);
    const storeOn = (on: Database) => store(on, { ...change, time, events });
    const stored = events.isComplete
      ? await storeOn(database)
      : await database.withTransaction((transaction) =>
          storeThenEmit({ ...context, database: transaction }, write, storeOn),
        );
    if (stored !== undefined) services.events.announce(events);
    // Somebody else may have begun to listen.
    if (stored !== undefined || !(await services.events.refresh(database, events))) return stored;
  }
}

async function storeThenEmit<Result extends Written>(
  context: TicketContext,
  write: RaisingWrite,
  store: (transaction: Database) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const stored = await store(context.database);
  if (stored === undefined) return undefined;
  const raised = await listWriteEvents(context, { ...write, ...stored });
  return { ...stored, awaited: await context.services.events.emit(context.database, raised) };
}

/** The events of a write that somebody listens to. */
async function listWriteEvents(context: TicketContext, write: RaisingWrite): Promise<readonly NewEvent<TicketEvent>[]> {
  const { events } = context.services;
  const hasArticle = write.articleID !== undefined;
  const name = write.isNew ? 'ticket.created' : 'ticket.updated';
  const ours = [
    toEvent(name, write),
    ...(hasArticle ? [toEvent('article.created', write)] : []),
    ...(write.article?.prepared.mail === undefined ? [] : [toEvent('mail.queued', write)]),
  ];
  const heard = raisedEvents(write, hasArticle).filter((event) => events.hasListeners(event.name));
  const raised = heard.length === 0 ? [] : await wordFamilyEvents(context, { write, heard });
  return [...ours.filter((event) => events.hasListeners(event.name)), ...raised];
}

async function withSeenBy(
  { database, services: { events } }: TicketContext,
  change: RaisingWrite,
): Promise<RaisingWrite> {
  const { isNew, ticketID, article } = change;
  if (isNew || article === undefined || !events.hasListeners('TicketFlagDelete')) return change;
  const rows = await database.query<{ readonly userID: number }>(
    `select create_by as "userID" from ticket_flag where ticket_id = $1 and ticket_key = 'Seen' order by create_by`,
    [ticketID],
  );
  return { ...change, seenBy: rows.map(({ userID }) => userID) };
}

export async function emitDeleted(
  transaction: Database,
  events: Events,
  tickets: readonly EventTicket[],
): Promise<readonly string[]> {
  await events.refresh(transaction);
  if (!events.hasListeners('ticket.deleted', 'TicketDelete')) return [];
  const raised = tickets.flatMap((ticket) => [
    toEvent('ticket.deleted', ticket),
    { name: 'TicketDelete', key: keyTicket(ticket), data: { TicketID: String(ticket.ticketID) } } as const,
  ]);
  return events.emit<TicketEvent>(transaction, raised);
}

/** The events that somebody listens to, as the family words them. */
async function wordFamilyEvents(
  context: TicketContext,
  { write, heard }: { readonly write: RaisingWrite; readonly heard: readonly Raised[] },
): Promise<readonly NewEvent<TicketEvent>[]> {
  const { ticketID, articleID, isNew } = write;
  const sources = await ticketFieldSources(context);
  let reading: ReturnType<typeof readTicket> | undefined;
  const read = () => (reading ??= readTicket(context, write));
  const toEvent = async ({ name, data, oldTicket, hasArticle }: Raised): Promise<NewEvent<TicketEvent>> => {
    const old = oldTicket && presentTicket({ ...toTicketRow(write, sources), ...oldTicket }, sources);
    const fields = name === 'ArticleCreate' ? await fieldsBefore(write, context) : {};
    return {
      name,
      key: keyTicket(write),
      data: {
        TicketID: toFamilyID(isNew, ticketID),
        ...(hasArticle && articleID !== undefined ? { ArticleID: articleID } : {}),
        ...data,
        ...(old && { OldTicketData: { ...old, ...fields } }),
      },
      subject: async () => {
        const { Article, ...ticket } = await read();
        return isOfArticle(name) ? { ...ticket, ...Article } : ticket;
      },
    };
  };
  return Promise.all(heard.map(toEvent));
}

/** The members of the row that a write does not change, or sets at its end. */
function toTicketRow(
  { stored, draft, ticketID, number }: RaisingWrite,
  { zone }: Moment,
): Omit<TicketRow, keyof TicketColumns> {
  if (stored !== undefined) return stored;
  const { now, userID } = draft;
  const time = formatEpoch(now, zone);
  const people = { createBy: userID, changeBy: userID, watcherIDs: [], involvedIDs: [] };
  return { id: ticketID, number, created: time, changed: time, ...people, ...NO_ESCALATION };
}

/** Dynamic fields of the ticket when its article is added: those of a new ticket have been set, those of an update have not. */
async function fieldsBefore({ fieldWrites, isNew, ticketID }: RaisingWrite, context: TicketContext): Promise<Data> {
  const { database, services } = context;
  const catalogue = await services.catalogue.current();
  const fields = listFields(catalogue, 'Ticket');
  const objectIDs = isNew ? [] : [ticketID];
  const values = await readDynamicFieldValues(database, { fields, objectIDs, catalogue });
  const named = fields.map((field) => {
    const writes = fieldWrites.filter((write) => write.field.id === field.id);
    const [first, last] = [writes[0], writes.at(-1)];
    if (isNew) return [FIELD + field.name, last === undefined ? null : storedValue(field, last.items)] as const;
    return [FIELD + field.name, first === undefined ? values.of(field, ticketID) : first.before] as const;
  });
  const { hasEmptyTicketFields } = findAnswers(context.binding.profile);
  return Object.fromEntries(hasEmptyTicketFields ? named : named.filter(([, value]) => value !== null));
}

/** The ticket as it is now, and its new article, with dynamic fields as members `DynamicField_<Name>`. */
export async function readTicket(
  context: TicketContext,
  { ticketID, articleID }: EventTicket,
): Promise<Data & { readonly Article?: Data }> {
  const articleIDs = articleID === undefined ? [] : [articleID];
  const written = { ticketID, articleIDs, hasAttachments: false, answer: {} };
  const { ticket, articles } = await includedTicket(written, context, { isExtended: true });
  const [article] = articles;
  return { ...withFieldMembers(ticket), ...(article === undefined ? {} : { Article: withFieldMembers(article) }) };
}

/** Dynamic fields as members `DynamicField_<Name>`. */
export function withFieldMembers({ DynamicField: fields, ...members }: Data): Data {
  const named = objectsIn(fields).map(({ Name, Value }) => [FIELD + String(Name), Value] as const);
  return { ...members, ...Object.fromEntries(named) };
}

function toEvent(name: OurEvent, ticket: EventTicket): NewEvent<OurEvent> {
  const { ticketID, number, articleID } = ticket;
  const data = { TicketID: ticketID, TicketNumber: number };
  // A mail that its server does not take must not keep others of its ticket waiting.
  const key = name === 'mail.queued' ? `article:${articleID}` : keyTicket(ticket);
  return { name, key, data: articleID === undefined ? data : { ...data, ArticleID: articleID } };
}

function keyTicket({ ticketID }: EventTicket): string {
  return `ticket:${ticketID}`;
}
