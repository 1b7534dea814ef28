import type { Caller, Data } from '@ticketgate/sdk';

import { commonMembers, presentArticle } from '../../articles/article-fields.js';
import { loadArticles } from '../../articles/article-row.js';
import { includedTicket, type IncludeOptions } from '../present/included-ticket.js';
import type { UpdateResult } from './run-update.js';

/** The answer with the ticket and its new article, or the common members of the last one that the caller may see (`docs/compatibility.md`). */
export async function includedUpdate(
  { answer, caller, changed }: UpdateResult,
  options: IncludeOptions,
): Promise<Data> {
  const { stored, articleID } = changed;
  const ticket = await includedTicket({ ticketID: stored.id, articleID }, options);
  if (articleID !== undefined) return { ...answer, Ticket: ticket };
  const last = await lastArticle(stored.id, caller, options);
  if (last === undefined) return { ...answer, Ticket: ticket };
  return { ...answer, ArticleID: last.ArticleID, Ticket: { ...ticket, Article: last } };
}

async function lastArticle(
  ticketID: number,
  { type }: Caller,
  { context, system }: IncludeOptions,
): Promise<Data | undefined> {
  const [catalogue, tables] = await Promise.all([system.catalogue.current(), system.tables.current()]);
  const selection = { isForCustomer: type === 'Customer', isReversed: true, limit: 1, tables };
  const [row] = await loadArticles(context.database, [ticketID], selection);
  if (row === undefined) return undefined;
  return commonMembers(presentArticle(row, catalogue));
}
