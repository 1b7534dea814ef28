import type { Data, InvokerContext, Database, StreamedText } from '@ticketgate/sdk';

import { collectArticles, type CollectedArticle } from '../articles/collect-articles.js';
import { readFieldMembers } from '../dynamic-fields/field-members.js';
import { readSources } from '../permission/readable-tickets.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { presentExtendedFields, presentTicket, ticketFieldSources } from '../ticket/reading/ticket-fields.js';
import { readTickets } from '../ticket/reading/read-tickets.js';
import type { InvokerOptions } from './invoker-options.js';
import { loadAttachments, ONE_LINE, presentAttachments } from '../articles/attachment-fields.js';

/** A ticket with the sent articles, the newest first, and their attachments. */
export type SentTicket = NonNullable<Awaited<ReturnType<typeof readTicketToSend>>>;

type Articles = Pick<InvokerOptions, 'visibility' | 'senderTypes' | 'channels'>;

/** The articles that are sent, and their attachments. */
interface Selection extends Articles {
  /** Which of the articles are sent with their attachments; default: all. */
  readonly withFiles?: (articleIDs: readonly number[]) => readonly number[];
  /** Whether contents have line breaks; default: true. */
  readonly hasLines?: boolean;
}

const WITHOUT_FILES = { hasAttachments: false, hasContents: false, hasHtmlBody: false };

/** Reads a ticket for an invoker, without permission checks; undefined if it does not exist. */
export async function readTicketToSend(
  { ticketID, articleID }: { readonly ticketID: number; readonly articleID: number | undefined },
  selection: Selection,
  context: TicketContext & Pick<InvokerContext, 'stream'>,
) {
  const { database } = context;
  const row = (await readTickets(database, [ticketID], { hasMilestones: true })).get(ticketID);
  if (row === undefined) return undefined;
  const sources = await readSources(context);
  const chosen = articleID === undefined ? {} : { ids: [articleID] };
  const found = await collectArticles([ticketID], { ...WITHOUT_FILES, ...chosen }, sources);
  const articles = found
    .map((each) => ({ ...each, article: withChannel(each, sources.catalogue) }))
    .filter(({ article }) => articleID !== undefined || isWanted(article, selection))
    .reverse();
  const { withFiles = (all: readonly number[]) => all, hasLines = true } = selection;
  const files = await streamAttachments(withFiles(articles.map(({ id }) => id)), { ...context, hasLines });
  const fields = await readFieldMembers(context, { tickets: [row], articles });
  const presenting = await ticketFieldSources(context);
  const customer = await context.accounts.customers.findByLogin(row.customerUserID ?? '');
  const ticket: Data = {
    ...presentTicket(row, presenting),
    ...presentExtendedFields(row, presenting),
    ...fields.ofTicket(ticketID),
    CustomerUser: customer?.login ?? null,
  };
  return {
    ticket,
    /** The accounted time. */
    timeUnit: row.timeUnit,
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

function isWanted(article: Data, { visibility, senderTypes, channels }: Articles): boolean {
  if (visibility !== undefined && article.IsVisibleForCustomer !== visibility) return false;
  if (senderTypes.length > 0 && !senderTypes.includes(String(article.SenderType))) return false;
  return channels.length === 0 || channels.includes(String(article.CommunicationChannel));
}

const LENGTHS = `
select id, length(${ONE_LINE}) as length
from article_data_mime_attachment where article_id = any($1::bigint[])`;

// `substring` of bytes has direct access; in a text, PostgreSQL would count all characters before the position.
const READ = `
select convert_from(substring(convert_to(content, 'UTF8') from $2::int for $3::int), 'UTF8') as piece
from article_data_mime_attachment where id = $1`;

/** Characters per query. */
const PIECE_LENGTH = 1_000_000;
/** Characters per line of Base64. */
const LINE_LENGTH = 76;
/** A line break in JSON. */
const LINE_END = '\\n';

/** Reads the attachments of articles, with placeholders for their contents, which are read while they are sent. */
async function streamAttachments(
  articleIDs: readonly number[],
  { database, stream, hasLines }: Pick<InvokerContext, 'database' | 'stream'> & Pick<StoredContent, 'hasLines'>,
): Promise<ReadonlyMap<number, readonly Data[]>> {
  const attachments = await loadAttachments(database, articleIDs, false);
  if (attachments.size === 0) return new Map();
  const lengths = await database.query<{ id: number; length: number }>(LENGTHS, [articleIDs]);
  const contents = new Map(
    lengths.map(({ id, length }) => [id, stream(streamContent({ id, length, hasLines }, database))]),
  );
  return new Map(
    [...attachments].map(([articleID, rows]) => {
      const withContents = rows.map((row) => ({ ...row, content: contents.get(row.id) ?? '' }));
      return [articleID, presentAttachments(withContents, { hasContents: true, hasHtmlBody: true })];
    }),
  );
}

interface StoredContent {
  readonly id: number;
  /** Characters of Base64 without line breaks. */
  readonly length: number;
  readonly hasLines: boolean;
}

/** A content as Base64, on request in lines, each with a line break. */
function streamContent({ id, length, hasLines }: StoredContent, database: Database): StreamedText {
  const write = (base64: string) =>
    hasLines ? base64.replace(new RegExp(`.{1,${LINE_LENGTH}}`, 'g'), `$&${LINE_END}`) : base64;
  return {
    isBase64: true,
    length: length + (hasLines ? Math.ceil(length / LINE_LENGTH) * LINE_END.length : 0),
    async *read() {
      let rest = '';
      for await (const piece of eachPiece(id, database)) {
        const text = rest + piece.replace(/[\r\n]+/g, '');
        const end = text.length - (text.length % LINE_LENGTH);
        yield write(text.slice(0, end));
        rest = text.slice(end);
      }
      yield write(rest);
    },
  };
}

async function* eachPiece(id: number, database: Database): AsyncGenerator<string> {
  for (let start = 1; ; start += PIECE_LENGTH) {
    const [row] = await database.query<{ piece: string | null }>(READ, [id, start, PIECE_LENGTH]);
    const piece = row?.piece ?? '';
    yield piece;
    if (piece.length < PIECE_LENGTH) return;
  }
}
