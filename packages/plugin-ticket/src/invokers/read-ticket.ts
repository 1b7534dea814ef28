import { createError, type Data, type InvokerContext } from '@ticketgate/sdk';

import { collectArticles, type ArticleSources, type CollectedArticle } from '../articles/collect-articles.js';
import { readFieldMembers } from '../dynamic-fields/field-members.js';
import { readSources } from '../permission/readable-tickets.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { presentExtendedFields } from '../ticket/present/extended-fields.js';
import { presentTicket, ticketFieldSources } from '../ticket/present/ticket-fields.js';
import { readTickets } from '../ticket/read-tickets.js';
import type { InvokerOptions } from './invoker-options.js';

/** A ticket with the articles that an invoker sends, the newest first. */
export interface SentTicket {
  readonly ticket: Data;
  readonly articles: readonly SentArticle[];
}

export interface SentArticle {
  readonly article: Data;
  readonly files: readonly Data[];
}

const AttachmentsTooLarge = createError<{ bytes: number; most: number }>(
  'Ticket.AttachmentsTooLarge',
  ({ bytes, most }) =>
    `The attachments have ${bytes} bytes in Base64, and requester.maxBody of the configuration allows ${most}. Choose fewer articles, or raise it.`,
  'TooLarge',
);

const WITH_FILES = { hasAttachments: true, hasHtmlBody: true };

/** Reads a ticket for an invoker, without checking permissions; undefined when there is none. */
export async function readTicketToSend(
  { ticketID, articleID }: { readonly ticketID: number; readonly articleID: number | undefined },
  options: InvokerOptions,
  context: TicketContext & Pick<InvokerContext, 'maxBody' | 'reserve'>,
): Promise<SentTicket | undefined> {
  const { database, services } = context;
  const row = (await readTickets(database, [ticketID], { hasMilestones: true })).get(ticketID);
  if (row === undefined) return undefined;
  const sources = { ...(await readSources(context)), tables: await services.tables.current() };
  const chosen = articleID === undefined ? {} : { articleIDs: [articleID] };
  const found = await collectArticles([ticketID], { ...WITH_FILES, hasContents: false, ...chosen }, sources);
  const wanted = found
    .map((each) => ({ ...each, article: withChannel(each, sources.catalogue) }))
    .filter(({ article }) => articleID !== undefined || isWanted(article, options))
    .reverse();
  const articles = await withContents(wanted, sources, context);
  const fields = await readFieldMembers(database, { tickets: [row], articles }, sources.catalogue);
  const presenting = await ticketFieldSources(context);
  const customer = await context.accounts.customers.findByLogin(row.customerUserID ?? '');
  return {
    ticket: {
      ...presentTicket(row, presenting),
      ...presentExtendedFields(row, presenting),
      ...fields.ofTicket(ticketID),
      CustomerUser: customer?.login ?? null,
    },
    articles: articles.map(({ id, article, files }) => ({ article: { ...article, ...fields.ofArticle(id) }, files })),
  };
}

/** Reads the articles, with the contents of their attachments if the request sends them. */
async function withContents(
  articles: readonly CollectedArticle[],
  sources: ArticleSources,
  { maxBody: most, reserve }: Pick<InvokerContext, 'maxBody' | 'reserve'>,
): Promise<readonly CollectedArticle[]> {
  const withFiles = articles.filter(({ files }) => files.length > 0);
  const sizes = withFiles.flatMap(({ files }) => files.map(({ FilesizeRaw }) => Number(FilesizeRaw) || 0));
  const bytes = Math.ceil((sizes.reduce((sum, size) => sum + size, 0) * 4) / 3);
  if (bytes > most) throw new AttachmentsTooLarge({ bytes, most });
  if (bytes > 0) await reserve(bytes);
  const request = { ...WITH_FILES, hasContents: true, articleIDs: withFiles.map(({ id }) => id) };
  const ticketIDs = new Set(withFiles.map(({ ticketID }) => ticketID));
  const read = new Map((await collectArticles([...ticketIDs], request, sources)).map(({ id, files }) => [id, files]));
  return articles.map((each) => ({ ...each, files: read.get(each.id) ?? [] }));
}

type Catalogue = Awaited<ReturnType<typeof readSources>>['catalogue'];

function withChannel({ article }: CollectedArticle, { channels }: Catalogue): Record<string, unknown> {
  return { ...article, CommunicationChannel: channels.byID(Number(article.CommunicationChannelID))?.name ?? '' };
}

function isWanted(article: Data, { visibility, senderTypes, channels }: InvokerOptions): boolean {
  if (visibility !== undefined && article.IsVisibleForCustomer !== visibility) return false;
  if (senderTypes.length > 0 && !senderTypes.includes(String(article.SenderType))) return false;
  return channels.length === 0 || channels.includes(String(article.CommunicationChannel));
}
