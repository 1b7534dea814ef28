import type { Data, PluginParts, RehearsedEvent } from '@ticketgate/sdk';

import type { TicketContext, TicketSystem } from '../../plugin/ticket-system.js';
import { describeNote, isOfArticle, QUEUED, WITH_ARTICLE, WITH_OLD_TICKET } from './family-events.js';
import { presentTicket, ticketFieldSources } from '../reading/ticket-fields.js';
import { findTicket } from '../reading/read-tickets.js';
import { FIELD, readTicket } from './ticket-events.js';

/** What is made up: changes of agent 1 that leave all as it is. */
const BY = { UserID: 1 } as const;
const SEEN = { Key: 'Seen', Value: 1, ...BY } as const;

const WITH_ARTICLE_ID = `select t.id, (select max(a.id) from article a where a.ticket_id = t.id) as "articleID" from ticket t`;
const NEWEST = `${WITH_ARTICLE_ID} order by t.id desc limit 1`;
const BY_NUMBER = `${WITH_ARTICLE_ID} where t.tn = $1`;

/** Makes up an event of the ticket with that number, as it is now, or of the newest one. */
export const rehearseTicketEvent: NonNullable<PluginParts<TicketSystem>['rehearse']> = async (
  { event, number },
  context,
) => {
  const { database } = context;
  const [found] = await database.query<{ readonly id: number; readonly articleID: number | null }>(
    number === undefined ? NEWEST : BY_NUMBER,
    number === undefined ? [] : [number],
  );
  const ticketID = Number(found?.id);
  const stored = found && (await findTicket(database, { id: ticketID }, {}));
  if (stored === undefined) return undefined;
  const articleID = found?.articleID === null ? undefined : Number(found?.articleID);
  const { Article: article, ...ticket } = await readTicket(context, { ticketID, number: stored.number, articleID });
  const whole = { ticket, article, articleID };
  const data = await makeEventData(event, whole, { context, before: stored });
  const named = { number: stored.number, title: stored.title ?? '' };
  return { ...named, data, subject: makeSubject(event, whole) } satisfies RehearsedEvent;
};

interface WholeTicket {
  readonly ticket: Data;
  readonly article: Data | undefined;
  readonly articleID: number | undefined;
}

interface Before {
  readonly context: TicketContext;
  readonly before: NonNullable<Awaited<ReturnType<typeof findTicket>>>;
}

async function makeEventData(event = '', whole: WholeTicket, { context, before }: Before): Promise<Data> {
  const { articleID } = whole;
  const article = articleID === undefined ? {} : { ArticleID: articleID };
  if (event.includes('.')) {
    return { TicketID: before.id, TicketNumber: before.number, ...(event === 'ticket.deleted' ? {} : article) };
  }
  return {
    TicketID: String(before.id),
    ...(isOfArticle(event) || WITH_ARTICLE.has(event) ? article : {}),
    ...makeExtras(event, whole),
    ...(await makeOldTicket(event, whole, { context, before })),
  };
}

async function makeOldTicket(event: string, { ticket }: WholeTicket, { context, before }: Before): Promise<Data> {
  const isNewArticle = event === 'ArticleCreate';
  if (!isNewArticle && !WITH_OLD_TICKET.has(event)) return {};
  const fields = isNewArticle ? Object.entries(ticket).filter(([name]) => name.startsWith(FIELD)) : [];
  const old = presentTicket(before, await ticketFieldSources(context));
  return { OldTicketData: { ...old, ...Object.fromEntries(fields) } };
}

function makeExtras(event: string, { ticket, article = {} }: WholeTicket): Data {
  const [, field] = /^TicketDynamicFieldUpdate_(.*)$/s.exec(event) ?? [];
  if (field !== undefined) return makeFieldData(FIELD + field, ticket);
  const more: Readonly<Record<string, Data>> = {
    TicketCustomerUpdate: { TicketCreated: 0 },
    NotificationMove: { Recipients: [], CustomerMessageParams: { Queue: ticket.Queue } },
    NotificationServiceUpdate: { CustomerMessageParams: {} },
    NotificationOwnerUpdate: toPerson(ticket, 'Owner'),
    NotificationResponsibleUpdate: toPerson(ticket, 'Responsible'),
    NotificationAddNote: describeNote(article.SenderTypeID, article.IsVisibleForCustomer),
    TicketFlagSet: SEEN,
    TicketFlagDelete: { Key: SEEN.Key, UserID: String(BY.UserID) },
    ArticleFlagSet: SEEN,
    ArticleEmailSendingQueued: { TicketID: Number(ticket.TicketID), ...QUEUED },
    ArticleDynamicFieldUpdate: makeFieldData(
      Object.keys(article).find((name) => name.startsWith(FIELD)),
      article,
    ),
  };
  return more[event] ?? {};
}

function toPerson(ticket: Data, role: 'Owner' | 'Responsible'): Data {
  const params = { NewUser: ticket[role], NewUserID: ticket[`${role}ID`], TicketID: String(ticket.TicketID), ...BY };
  return { SkipRecipients: [], CustomerMessageParams: params };
}

function makeFieldData(member: string | undefined, owner: Data): Data {
  if (member === undefined) return {};
  const Value = owner[member] ?? null;
  return { FieldName: member.slice(FIELD.length), Value, OldValue: Value, ...BY };
}

/** As conditions see it: events of plugins, and those of deleted tickets, have nothing to look at. */
function makeSubject(event = '', { ticket, article }: WholeTicket): Data | undefined {
  if (event === 'TicketDelete' || event.includes('.')) return undefined;
  return isOfArticle(event) ? { ...ticket, ...article } : ticket;
}
