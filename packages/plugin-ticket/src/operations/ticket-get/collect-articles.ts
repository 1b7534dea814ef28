import type { Caller, Data, Database } from '@ticketgate/sdk';

import { presentArticle } from '../../articles/article-fields.js';
import { loadArticles, type ArticleRow } from '../../articles/article-row.js';
import { loadAttachments, presentAttachments } from '../../articles/attachment-fields.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import type { SystemTables } from '../../articles/system-tables.js';
import type { TicketGetRequest } from './read-request.js';

export interface ArticleSources {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly tables: SystemTables;
  readonly caller: Caller;
}

/** An article as it is answered, until its dynamic fields and files are added. */
export interface CollectedArticle {
  readonly id: number;
  readonly ticketID: number;
  readonly article: Record<string, unknown>;
  readonly files: readonly Data[];
}

/** The articles of all tickets that a request asks for: one statement for articles, one for attachments. */
export async function collectArticles(
  ticketIDs: readonly number[],
  request: TicketGetRequest,
  sources: ArticleSources,
): Promise<readonly CollectedArticle[]> {
  if (!request.hasArticles || ticketIDs.length === 0) return [];
  const { database, catalogue } = sources;
  const rows = await chooseArticles(ticketIDs, request, sources);
  const attachments = await loadWantedAttachments(rows, request, database);
  return rows.map((row) => {
    const article = presentArticle(row, catalogue);
    article.TimeUnit = row.timeUnit;
    const files = presentAttachments(attachments.get(row.id) ?? [], request);
    return { id: row.id, ticketID: row.ticketID, article, files };
  });
}

/** Customers see only visible articles; unknown sender types have none. */
function chooseArticles(
  ticketIDs: readonly number[],
  { senderTypes, isNewestFirst, articleLimit }: TicketGetRequest,
  { database, catalogue, tables, caller }: ArticleSources,
): Promise<readonly ArticleRow[]> {
  return loadArticles(database, ticketIDs, {
    senderTypeIDs: senderTypes?.flatMap((name) => catalogue.senderTypes.byName(name)?.id ?? []),
    isForCustomer: caller.type === 'Customer',
    isReversed: isNewestFirst,
    limit: articleLimit,
    tables,
  });
}

async function loadWantedAttachments(
  rows: readonly ArticleRow[],
  { hasAttachments, hasContents }: TicketGetRequest,
  database: Database,
): ReturnType<typeof loadAttachments> {
  if (!hasAttachments || rows.length === 0) return new Map();
  return loadAttachments(database, [...new Set(rows.map(({ id }) => id))], hasContents);
}
