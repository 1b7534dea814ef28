import type { Data, OperationContext } from '@ticketgate/sdk';

import { presentArticle } from '../../articles/article-fields.js';
import { loadArticles, type ArticleRow } from '../../articles/article-row.js';
import { loadAttachments, presentAttachments } from '../../articles/attachment-fields.js';
import type { Catalogue, DynamicField } from '../../catalogue/catalogue.js';
import { presentDynamicFields } from '../../dynamic-fields/present-values.js';
import { dynamicFieldsOf, readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import type { TicketSystem } from '../../plugin/ticket-system.js';
import { presentTicket } from './ticket-fields.js';
import { readTickets } from '../read-tickets.js';
import { withoutMembers } from './some-members.js';
import { ticketFieldSources } from './ticket-field-sources.js';

/** What a service may say about operations that write. */
export const INCLUDE_OPTIONS = {
  IncludeTicketData: { type: ['string', 'integer', 'boolean'], description: 'Answer the whole ticket (0 or 1).' },
};

export interface IncludeOptions {
  readonly context: OperationContext;
  readonly system: TicketSystem;
  /** Whether the request carried attachments: only then are they answered. */
  readonly hasAttachments: boolean;
}

/** The member `Ticket` of answers with IncludeTicketData: an object, its `Article` too (`docs/compatibility.md`). */
export async function includedTicket(
  ids: { readonly ticketID: number; readonly articleID: number | undefined },
  { context, system, hasAttachments }: IncludeOptions,
): Promise<Data> {
  const { database } = context;
  const [sources, tables] = await Promise.all([ticketFieldSources(context, system), system.tables.current()]);
  const { catalogue } = sources;
  const [tickets, articles] = await Promise.all([
    readTickets(database, [ids.ticketID]),
    loadArticles(database, [ids.ticketID], { tables }),
  ]);
  const row = tickets.get(ids.ticketID);
  if (row === undefined) throw new Error(`Ticket ${ids.ticketID} vanished after it was written.`);
  const ticketFields = dynamicFieldsOf(catalogue, 'Ticket');
  const values = await readDynamicFieldValues(database, { fields: ticketFields, objectIDs: [row.id], catalogue });
  const article = articles.find(({ id }) => id === ids.articleID);
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
  { context, catalogue, hasAttachments }: { context: OperationContext; catalogue: Catalogue; hasAttachments: boolean },
): Promise<Data> {
  const fields: readonly DynamicField[] = dynamicFieldsOf(catalogue, 'Article');
  const values = await readDynamicFieldValues(context.database, { fields, objectIDs: [article.id], catalogue });
  const attachments = hasAttachments ? await loadAttachments(context.database, [article.id], true) : undefined;
  const files = presentAttachments(attachments?.get(article.id) ?? [], { hasContents: true, hasHtmlBody: true });
  return {
    ...presentArticle(article, catalogue),
    ...(fields.length === 0 ? {} : { DynamicField: presentDynamicFields(fields, values, article.id) }),
    ...(files.length === 0 ? {} : { Attachment: files.map((file) => withoutMembers(file, ['FileID'])) }),
  };
}
