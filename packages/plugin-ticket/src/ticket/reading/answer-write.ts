import { findAnswers } from '@ticketgate/database/postgres';
import type { Data } from '@ticketgate/sdk';
import { omit } from '@ticketgate/sdk/schema/words';

import { presentCommon, presentArticle } from '../../columns/article-columns.js';
import { loadArticles } from '../../articles/article-row.js';
import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { isFalsy } from '../../request/family-values.js';
import { loadAttachments, presentAttachments } from '../../articles/attachment-fields.js';
import { selectWholeArticle } from '../../articles/collect-articles.js';
import { readFieldMembers } from '../../dynamic-fields/field-members.js';
import { presentExtendedFields, presentTicket, ticketFieldSources } from './ticket-fields.js';
import { readTickets } from './read-tickets.js';

/** A new article of a ticket. */
export interface AddedArticle {
  readonly id: number;
  readonly senderType: CatalogueEntry;
}

/** A ticket that was created or changed. */
export interface WrittenTicket {
  readonly ticketID: number;
  /** Of the new articles. */
  readonly articleIDs: readonly number[];
  /** Whether the request has attachments; only then are they answered. */
  readonly hasAttachments: boolean;
  /** The ids of the ticket and its new article, in the family's types. */
  readonly answer: Data;
}

/** The member `Ticket` of answers with IncludeTicketData, and its new articles. */
export async function includedTicket(
  { ticketID, articleIDs, hasAttachments }: WrittenTicket,
  context: TicketContext,
  { isExtended = false } = {},
): Promise<{ readonly ticket: Data; readonly articles: readonly Data[] }> {
  const { database, services, binding } = context;
  const answers = findAnswers(binding.profile);
  const sources = await ticketFieldSources(context);
  const { catalogue } = sources;
  const [tickets, rows] = await Promise.all([
    readTickets(database, [ticketID], { hasMilestones: isExtended }),
    articleIDs.length === 0 ? [] : loadArticles(database, [ticketID], { tables: services.tables }),
  ]);
  const row = tickets.get(ticketID);
  if (row === undefined) throw new Error(`Ticket ${ticketID} vanished after it was written.`);
  const articles = rows.filter(({ id }) => articleIDs.includes(id));
  const fields = await readFieldMembers(context, { tickets: [row], articles });
  const extended = isExtended ? presentExtendedFields(row, sources) : {};
  const ticket = { ...presentTicket(row, sources), ...extended, ...fields.ofTicket(ticketID) };
  const attachments = hasAttachments ? await loadAttachments(database, articleIDs, true) : undefined;
  const whole = articles.map((article) => {
    const stored = presentAttachments(attachments?.get(article.id) ?? [], { hasContents: true, hasHtmlBody: true });
    const files = stored.map((file) => omit(file, ['FileID']));
    return selectWholeArticle({ id: article.id, article: presentArticle(article, catalogue, answers), files }, fields);
  });
  return { ticket, articles: whole };
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
  const { answer, articleIDs, ticketID } = written;
  if (isFalsy(context.binding.options.IncludeTicketData)) return answer;
  const { hasLastArticle, listsCreatedArticle } = findAnswers(context.binding.profile);
  const { ticket, articles } = await includedTicket(written, context);
  const Ticket = { ...ticket, ...articleMember(articles, { isNew, isAlwaysList: listsCreatedArticle }) };
  const Article = articleIDs.length === 0 && hasLastArticle ? await lastArticle(ticketID, context) : undefined;
  const whole = Article === undefined ? { Ticket } : { ArticleID: Article.ArticleID, Ticket: { ...Ticket, Article } };
  return { ...answer, ...whole };
}

/** The new articles as a member of their ticket. */
export function articleMember(
  articles: readonly Data[],
  { isNew, isAlwaysList = false }: { readonly isNew: boolean; readonly isAlwaysList?: boolean },
): Data {
  const [only, ...others] = articles;
  if (only === undefined) return {};
  if (isNew && (isAlwaysList || others.length > 0)) return { Article: articles };
  return others.length > 0 ? { Articles: articles } : { Article: only };
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
export function presentArticleID({ id, senderType }: AddedArticle): number | string {
  return senderType.name === 'customer' ? String(id) : id;
}
