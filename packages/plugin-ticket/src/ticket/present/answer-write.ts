import { answersOf } from '@ticketgate/database/postgres';
import type { Data } from '@ticketgate/sdk';

import { presentCommon } from '../../columns/article-columns.js';
import { loadArticles } from '../../articles/article-row.js';
import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { isFalsy } from '../../request/family-values.js';
import { withISOTimes } from '../../columns/iso-times.js';
import { includedTicket, type WrittenTicket } from './included-ticket.js';

/** The service options of operations that write. */
export const INCLUDE_OPTIONS = {
  IncludeTicketData: { enum: ['1', '0', 1, 0, true, false], description: 'Answers the whole ticket.' },
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
