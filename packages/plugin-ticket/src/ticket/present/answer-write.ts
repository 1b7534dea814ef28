import { answersOf } from '@ticketgate/database/postgres';
import type { Data, Database } from '@ticketgate/sdk';

import { presentCommon, presentArticle } from '../../columns/article-columns.js';
import { loadArticles } from '../../articles/article-row.js';
import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { isFalsy } from '../../request/family-values.js';
import { withISOTimes } from '../../columns/iso-times.js';
import { loadAttachments, presentAttachments } from '../../articles/attachment-fields.js';
import { selectWholeArticle } from '../../articles/collect-articles.js';
import { readFieldMembers } from '../../dynamic-fields/field-members.js';
import { presentExtendedFields, presentTicket, ticketFieldSources } from './ticket-fields.js';
import { readTickets } from '../read-tickets.js';
import { omitMembers } from './pick-members.js';

/** A ticket that was created or changed. */
export interface WrittenTicket {
  readonly ticketID: number;
  /** The id of the new article. */
  readonly articleID: number | undefined;
  /** Whether the request has attachments; only then are they answered. */
  readonly hasAttachments: boolean;
  /** The ids of the ticket and its new article, in the family's types. */
  readonly answer: Data;
}

/** The member `Ticket` of answers with IncludeTicketData; its `Article` is an object (`docs/compatibility.md`). */
export async function includedTicket(
  { ticketID, articleID, hasAttachments }: WrittenTicket,
  context: TicketContext,
  { isExtended = false } = {},
): Promise<Data> {
  const { database, services, binding } = context;
  const answers = answersOf(binding.profile);
  const sources = await ticketFieldSources(context);
  const { catalogue } = sources;
  const [tickets, rows] = await Promise.all([
    readTickets(database, [ticketID], { hasMilestones: isExtended }),
    articleID === undefined ? [] : loadArticles(database, [ticketID], { tables: services.tables }),
  ]);
  const row = tickets.get(ticketID);
  if (row === undefined) throw new Error(`Ticket ${ticketID} vanished after it was written.`);
  const articles = rows.filter(({ id }) => id === articleID);
  const fields = await readFieldMembers(context, { tickets: [row], articles });
  const extended = isExtended ? presentExtendedFields(row, sources) : {};
  const ticket = { ...presentTicket(row, sources), ...extended, ...fields.ofTicket(ticketID) };
  const [article] = articles;
  if (article === undefined) return ticket;
  const files = hasAttachments ? await presentFiles(article.id, database) : [];
  return {
    ...ticket,
    Article: selectWholeArticle(
      { id: article.id, article: presentArticle(article, catalogue, answers), files },
      fields,
    ),
  };
}

async function presentFiles(articleID: number, database: Database): Promise<readonly Data[]> {
  const attachments = await loadAttachments(database, [articleID], true);
  const files = presentAttachments(attachments.get(articleID) ?? [], { hasContents: true, hasHtmlBody: true });
  return files.map((file) => omitMembers(file, ['FileID']));
}

/** The service options of operations that write. */
export const INCLUDE_OPTIONS = {
  IncludeTicketData: {
    title: 'Answer the whole ticket',
    enum: ['1', '0', 1, 0, true, false],
    description: 'The answer has the ticket with an article, not only its ids.',
  },
};

/**
 * The answer of a write: the ids, and with IncludeTicketData the ticket with its new article, or the common members of the last visible one
 * (`docs/compatibility.md`).
 */
export async function answerWrite(
  written: WrittenTicket,
  context: TicketContext,
  { isNew = false } = {},
): Promise<Data> {
  const { answer, articleID, ticketID } = written;
  if (isFalsy(context.binding.options.IncludeTicketData)) return answer;
  const { hasLastArticle, listsCreatedArticle } = answersOf(context.binding.profile);
  const ticket = await includedTicket(written, context);
  const Ticket = isNew && listsCreatedArticle ? { ...ticket, Article: [ticket.Article] } : ticket;
  const Article = articleID === undefined && hasLastArticle ? await lastArticle(ticketID, context) : undefined;
  const whole = Article === undefined ? { Ticket } : { ArticleID: Article.ArticleID, Ticket: { ...Ticket, Article } };
  return withISOTimes({ ...answer, ...whole }, context);
}

async function lastArticle(ticketID: number, context: TicketContext): Promise<Data | undefined> {
  const { database, services } = context;
  const catalogue = await services.catalogue.current();
  const { type } = await context.caller();
  const selection = { isForCustomer: type === 'Customer', isReversed: true, limit: 1, tables: services.tables };
  const [row] = await loadArticles(database, [ticketID], selection);
  return row && presentCommon(row, catalogue);
}

/** The article's id, whose type depends on the sender in the family. */
export function presentArticleID(id: number, { name }: CatalogueEntry): number | string {
  return name === 'customer' ? String(id) : id;
}
