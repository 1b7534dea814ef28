import type { Data } from '@ticketgate/sdk';

import { presentArticle } from '../../articles/article-fields.js';
import { loadArticles, type ArticleRow } from '../../articles/article-row.js';
import { loadAttachments, presentAttachments } from '../../articles/attachment-fields.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { presentDynamicFields } from '../../dynamic-fields/present-values.js';
import { dynamicFieldsOf, readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { presentTicket } from './ticket-fields.js';
import { readTickets } from '../read-tickets.js';
import { withoutMembers } from './some-members.js';
import { ticketFieldSources } from './ticket-field-sources.js';

/** A ticket that was created or changed. */
export interface WrittenTicket {
  readonly ticketID: number;
  /** Of the new article. */
  readonly articleID: number | undefined;
  /** Whether the request carried attachments: only then are they answered. */
  readonly hasAttachments: boolean;
  /** The ids of the ticket and of its new article, as the family answers them. */
  readonly answer: Data;
}

/** The member `Ticket` of answers with IncludeTicketData: an object, its `Article` too (`docs/compatibility.md`). */
export async function includedTicket(
  { ticketID, articleID, hasAttachments }: WrittenTicket,
  context: TicketContext,
): Promise<Data> {
  const { database, services } = context;
  const [sources, tables] = await Promise.all([ticketFieldSources(context, services), services.tables.current()]);
  const { catalogue } = sources;
  const [tickets, articles] = await Promise.all([
    readTickets(database, [ticketID]),
    articleID === undefined ? [] : loadArticles(database, [ticketID], { tables }),
  ]);
  const row = tickets.get(ticketID);
  if (row === undefined) throw new Error(`Ticket ${ticketID} vanished after it was written.`);
  const ticketFields = dynamicFieldsOf(catalogue, 'Ticket');
  const values = await readDynamicFieldValues(database, { fields: ticketFields, objectIDs: [row.id], catalogue });
  const article = articles.find(({ id }) => id === articleID);
  return {
    ...presentTicket(row, sources),
    DynamicField: presentDynamicFields(ticketFields, values, row.id),
    ...(article === undefined
      ? {}
      : { Article: await includedArticle(article, { context, catalogue, hasAttachments }) }),
  };
}

async function includedArticle(
  article: ArticleRow,
  { context, catalogue, hasAttachments }: { context: TicketContext; catalogue: Catalogue; hasAttachments: boolean },
): Promise<Data> {
  const fields = dynamicFieldsOf(catalogue, 'Article');
  const values = await readDynamicFieldValues(context.database, { fields, objectIDs: [article.id], catalogue });
  const attachments = hasAttachments ? await loadAttachments(context.database, [article.id], true) : undefined;
  const files = presentAttachments(attachments?.get(article.id) ?? [], { hasContents: true, hasHtmlBody: true });
  return {
    ...presentArticle(article, catalogue),
    ...(fields.length === 0 ? {} : { DynamicField: presentDynamicFields(fields, values, article.id) }),
    ...(files.length === 0 ? {} : { Attachment: files.map((file) => withoutMembers(file, ['FileID'])) }),
  };
}
