import { answersOf } from '@ticketgate/database/postgres';
import type { Data, InvokerContext } from '@ticketgate/sdk';

import { collectArticles, type CollectedArticle } from '../articles/collect-articles.js';
import { readFieldMembers } from '../dynamic-fields/field-members.js';
import { readSources } from '../permission/readable-tickets.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { presentExtendedFields } from '../ticket/present/extended-fields.js';
import { presentTicket, ticketFieldSources } from '../ticket/present/ticket-fields.js';
import { readTickets } from '../ticket/read-tickets.js';
import type { InvokerOptions } from './invoker-options.js';
import { streamAttachments } from './stream-attachments.js';

/** A ticket with the sent articles, the newest first. */
export interface SentTicket {
  readonly ticket: Data;
  readonly articles: readonly SentArticle[];
}

interface SentArticle {
  readonly article: Data;
  /** Its attachments. */
  readonly files: readonly Data[];
}

const WITHOUT_FILES = { hasAttachments: false, hasContents: false, hasHtmlBody: false };

/** Reads a ticket for an invoker, without permission checks; undefined if it does not exist. */
export async function readTicketToSend(
  { ticketID, articleID }: { readonly ticketID: number; readonly articleID: number | undefined },
  options: InvokerOptions,
  context: TicketContext & Pick<InvokerContext, 'stream'>,
): Promise<SentTicket | undefined> {
  const { database } = context;
  const row = (await readTickets(database, [ticketID], { hasMilestones: true })).get(ticketID);
  if (row === undefined) return undefined;
  const sources = await readSources(context);
  const chosen = articleID === undefined ? {} : { articleIDs: [articleID] };
  const found = await collectArticles([ticketID], { ...WITHOUT_FILES, ...chosen }, sources);
  const articles = found
    .map((each) => ({ ...each, article: withChannel(each, sources.catalogue) }))
    .filter(({ article }) => articleID !== undefined || isWanted(article, options))
    .reverse();
  const files = await streamAttachments(
    articles.map(({ id }) => id),
    context,
  );
  const fieldSources = { catalogue: sources.catalogue, answers: answersOf(context.binding.profile) };
  const fields = await readFieldMembers(database, { tickets: [row], articles }, fieldSources);
  const presenting = await ticketFieldSources(context);
  const customer = await context.accounts.customers.findByLogin(row.customerUserID ?? '');
  return {
    ticket: {
      ...presentTicket(row, presenting),
      ...presentExtendedFields(row, presenting),
      ...fields.ofTicket(ticketID),
      CustomerUser: customer?.login ?? null,
    },
    articles: articles.map(({ id, article }) => ({
      article: { ...article, ...fields.ofArticle(id) },
      files: files.get(id) ?? [],
    })),
  };
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
