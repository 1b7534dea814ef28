import type { Caller, Data, Database } from '@ticketgate/sdk';

import { presentArticle } from '../../articles/article-fields.js';
import { loadArticles, type ArticleRow } from '../../articles/article-row.js';
import { loadAttachments, presentAttachments } from '../../articles/attachment-fields.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { presentDynamicFields } from '../../dynamic-fields/present-values.js';
import { dynamicFieldsOf, readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import type { TicketGetRequest } from './read-request.js';

export interface ArticleSources {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly caller: Caller;
  readonly request: TicketGetRequest;
}

/** The articles of all tickets, by ticket id: one statement for articles, one for attachments, one for dynamic fields. */
export async function collectArticles(
  ticketIDs: readonly number[],
  sources: ArticleSources,
): Promise<ReadonlyMap<number, readonly Data[]>> {
  const { database, request } = sources;
  const rows = await loadArticles(database, ticketIDs);
  const chosen = new Map(
    ticketIDs.map((id) => [
      id,
      chooseArticles(
        rows.filter(({ ticketID }) => ticketID === id),
        sources,
      ),
    ]),
  );
  const articleIDs = [...chosen.values()].flat().map(({ id }) => id);
  const [attachments, fields] = await Promise.all([
    request.hasAttachments && articleIDs.length > 0
      ? loadAttachments(database, articleIDs, request.hasContents)
      : undefined,
    articleFields(articleIDs, sources),
  ]);
  const present = (row: ArticleRow): Data => {
    const files = attachments === undefined ? [] : presentAttachments(attachments.get(row.id) ?? [], request);
    const values = fields(row.id);
    return {
      ...presentArticle(row, sources.catalogue),
      TimeUnit: row.timeUnit,
      ...(values.length === 0 ? {} : { DynamicField: values }),
      ...(files.length === 0 ? {} : { Attachment: files }),
    };
  };
  return new Map([...chosen].map(([id, articles]) => [id, articles.map(present)]));
}

/** Customers see what is visible for them; sender types come in the order in which they were asked for. */
function chooseArticles(
  rows: readonly ArticleRow[],
  { caller, catalogue, request }: ArticleSources,
): readonly ArticleRow[] {
  const visible = caller.type === 'Customer' ? rows.filter(({ isVisible }) => isVisible === 1) : rows;
  const typed =
    request.senderTypes?.flatMap((name) =>
      visible.filter((row) => catalogue.senderTypes.byID(row.senderTypeID)?.name === name),
    ) ?? visible;
  const ordered = request.isNewestFirst ? [...typed].reverse() : typed;
  return ordered.slice(0, request.articleLimit);
}

async function articleFields(
  articleIDs: readonly number[],
  { database, catalogue, request }: ArticleSources,
): Promise<(articleID: number) => readonly unknown[]> {
  const fields = request.hasDynamicFields ? dynamicFieldsOf(catalogue, 'Article') : [];
  if (fields.length === 0 || articleIDs.length === 0) return () => [];
  const values = await readDynamicFieldValues(database, { fields, objectIDs: articleIDs, catalogue });
  return (articleID) => presentDynamicFields(fields, values, articleID);
}
