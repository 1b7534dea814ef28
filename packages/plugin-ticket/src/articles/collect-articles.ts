import type { Caller, Data, Database } from '@ticketgate/sdk';

import { presentArticle } from './article-fields.js';
import { loadArticles, type ArticleRow } from './article-row.js';
import { loadAttachments, presentAttachments } from './attachment-fields.js';
import type { Catalogue, DynamicField } from '../catalogue/catalogue.js';
import { presentDynamicFields } from '../dynamic-fields/present-values.js';
import type { DynamicFieldValues } from '../dynamic-fields/read-values.js';
import type { SystemTables } from './system-tables.js';

export interface ArticleSources {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly tables: SystemTables;
  readonly caller: Caller;
}

/** Which articles of the tickets, and what of them. */
export interface ArticleRequest {
  /** Of these sender types only, in this order; undefined for all. */
  readonly senderTypes?: readonly string[] | undefined;
  /** Only those of these ids; undefined for all. */
  readonly articleIDs?: readonly number[] | undefined;
  readonly isNewestFirst?: boolean;
  /** Per ticket; undefined for all. */
  readonly articleLimit?: number | undefined;
  readonly hasAttachments: boolean;
  readonly hasContents: boolean;
  readonly hasHtmlBody: boolean;
}

/** An article as it is answered, until its dynamic fields and files are added. */
export interface CollectedArticle {
  readonly id: number;
  readonly ticketID: number;
  readonly article: Record<string, unknown>;
  readonly files: readonly Data[];
}

/** The articles of tickets that a request asks for: one statement for articles, one for attachments. */
export async function collectArticles(
  ticketIDs: readonly number[],
  request: ArticleRequest,
  sources: ArticleSources,
): Promise<readonly CollectedArticle[]> {
  if (ticketIDs.length === 0) return [];
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

/** The whole article, with the values of its dynamic fields where there are fields. */
export function withFields(
  { id, article, files }: CollectedArticle,
  fields: readonly DynamicField[],
  values: DynamicFieldValues,
): Data {
  if (fields.length > 0) article.DynamicField = presentDynamicFields(fields, values, id);
  if (files.length > 0) article.Attachment = files;
  return article;
}

/** Customers see only visible articles; unknown sender types have none. */
function chooseArticles(
  ticketIDs: readonly number[],
  { senderTypes, articleIDs, isNewestFirst, articleLimit }: ArticleRequest,
  { database, catalogue, tables, caller }: ArticleSources,
): Promise<readonly ArticleRow[]> {
  return loadArticles(database, ticketIDs, {
    senderTypeIDs: senderTypes?.flatMap((name) => catalogue.senderTypes.byName(name)?.id ?? []),
    ids: articleIDs,
    isForCustomer: caller.type === 'Customer',
    isReversed: isNewestFirst ?? false,
    limit: articleLimit,
    tables,
  });
}

async function loadWantedAttachments(
  rows: readonly ArticleRow[],
  { hasAttachments, hasContents }: ArticleRequest,
  database: Database,
): ReturnType<typeof loadAttachments> {
  if (!hasAttachments || rows.length === 0) return new Map();
  return loadAttachments(database, [...new Set(rows.map(({ id }) => id))], hasContents);
}
