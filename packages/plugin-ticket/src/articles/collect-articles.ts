import { findAnswers } from '@ticketgate/database/postgres';
import { type Data, isData } from '@ticketgate/sdk';

import { presentArticle } from '../columns/article-columns.js';
import { loadArticles, type ArticleSelection } from './article-row.js';
import { loadAttachments, presentAttachments, type AttachmentView } from './attachment-fields.js';
import type { FieldMembers } from '../dynamic-fields/field-members.js';
import type { ReadSources } from '../permission/readable-tickets.js';

/** Selects the articles of tickets, and their parts. */
interface ArticleRequest extends Pick<ArticleSelection, 'ids' | 'isReversed' | 'limit'>, AttachmentView {
  /** Only these sender types, in this order; undefined for all. */
  readonly senderTypes?: readonly string[] | undefined;
  readonly hasAttachments: boolean;
}

/** An article of an answer, without its dynamic fields and attachments. */
export type CollectedArticle = Readonly<Awaited<ReturnType<typeof collectArticles>>[number]>;

/** Reads the requested articles of tickets: one statement for articles, one for attachments. */
export async function collectArticles(ticketIDs: readonly number[], request: ArticleRequest, sources: ReadSources) {
  if (ticketIDs.length === 0) return [];
  const { context, catalogue, caller } = sources;
  const { database, binding } = context;
  const answers = findAnswers(binding.profile);
  // Unknown sender types have no articles.
  const senderTypeIDs = request.senderTypes?.flatMap((name) => catalogue.senderTypes.byName(name)?.id ?? []);
  const isForCustomer = caller.type === 'Customer';
  const { tables } = context.services;
  const rows = await loadArticles(database, ticketIDs, { ...request, senderTypeIDs, isForCustomer, tables });
  const ids = request.hasAttachments ? [...new Set(rows.map(({ id }) => id))] : [];
  const attachments = ids.length === 0 ? undefined : await loadAttachments(database, ids, request.hasContents);
  return rows.map((row) => {
    const article = presentArticle(row, catalogue, answers);
    article.TimeUnit = row.timeUnit;
    const files = presentAttachments(attachments?.get(row.id) ?? [], request);
    return { id: row.id, ticketID: row.ticketID, article, files };
  });
}

/** Selects all parts of an article. */
export function selectWholeArticle(
  { id, article, files }: Omit<CollectedArticle, 'ticketID'>,
  fields: FieldMembers,
): Data {
  Object.assign(article, fields.ofArticle(id));
  if (files.length > 0) article.Attachment = files;
  return article;
}

/** Converts the ids that the family answers as texts to integers. */
export function withIntegerIDs(article: Data): Data {
  const whole = { ...article, SenderTypeID: Number(article.SenderTypeID) };
  if (!Array.isArray(article.Attachment)) return whole;
  const files = article.Attachment.filter(isData).map((file) => ({ ...file, FileID: Number(file.FileID) }));
  return { ...whole, Attachment: files };
}

/** The same in the articles of a ticket: a list, or a single one, whose attachments have no ids. */
export function withArticleIDs(ticket: Data): Data {
  const { Article: articles } = ticket;
  if (isData(articles)) return { ...ticket, Article: { ...articles, SenderTypeID: Number(articles.SenderTypeID) } };
  return Array.isArray(articles) ? { ...ticket, Article: articles.filter(isData).map(withIntegerIDs) } : ticket;
}
