import { Readable } from 'node:stream';
import {
  defineOperation,
  operationError,
  RANGE_HEADERS,
  streamPart,
  type ByteRange,
  type InputOf,
  type StreamedAnswer,
} from '@ticketgate/sdk';

import { loadAttachments, loadContent, type StoredAttachment } from '../articles/attachment-fields.js';
import { loadArticles } from '../articles/article-row.js';
import { articleDenied, readableArticles, readSources, type ReadSources } from '../permission/readable-tickets.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { ROW_ID } from '../columns/member-schemas.js';

const attachmentGetInput = {
  type: 'object',
  required: ['ArticleID', 'FileID'],
  additionalProperties: false,
  properties: { ArticleID: ROW_ID, FileID: { ...ROW_ID, description: 'As TicketGet and ArticleGet list it.' } },
} as const;

const attachmentGetOutput = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'The bytes, with the content type of the attachment.',
} as const;

const NAME = 'AttachmentGet';

type Input = InputOf<typeof attachmentGetInput>;

/** Ticket::AttachmentGet: the bytes of an attachment. The family does not have it. */
export const attachmentGet = defineOperation({
  type: 'Ticket::AttachmentGet',
  summary: 'Downloads an attachment, or a part of it.',
  description: 'The bytes themselves, without Base64 and without an envelope. A Range of bytes is answered with 206.',
  effect: 'reads',
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'AccessDenied', 'NotFound', 'RangeNotSatisfiable'],
  headers: RANGE_HEADERS,
  input: attachmentGetInput,
  output: attachmentGetOutput,
  examples: [{ summary: 'The first attachment of an article.', input: { ArticleID: 2, FileID: 1 } }],
  async run(input, context: TicketContext) {
    return download(await findAttachment(input, await readSources(context)), context);
  },
});

async function findAttachment({ ArticleID, FileID }: Input, sources: ReadSources): Promise<StoredAttachment> {
  const ticketIDs = await readableArticles([ArticleID], sources, NAME);
  const { context, caller } = sources;
  const selection = { ids: [ArticleID], isForCustomer: caller.type === 'Customer', tables: context.services.tables };
  const [article] = await loadArticles(context.database, ticketIDs, selection);
  if (article === undefined) throw articleDenied(NAME);
  const attachments = await loadAttachments(context.database, [ArticleID], false);
  const attachment = attachments.get(ArticleID)?.[FileID - 1];
  if (attachment !== undefined) return attachment;
  throw operationError(NAME, 'NotFound', 'The article has no attachment with this FileID.');
}

async function download(attachment: StoredAttachment, context: TicketContext): Promise<StreamedAnswer> {
  const content = await loadContent(context.database, attachment.id);
  const length = countBytes(content);
  const bytes = {
    name: 'The attachment',
    tag: `"${attachment.id}-${length}"`,
    length,
    contentType: cleanMediaType(attachment),
    filename: attachment.filename ?? '',
    read: (range: ByteRange) => streamBytes(content, range),
  };
  return streamPart(bytes, NAME, context);
}

/** Without the name that mail programs add; a type that cannot be sent is that of any bytes. */
function cleanMediaType({ contentType }: StoredAttachment): string {
  const [type = ''] = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.exec(contentType ?? '') ?? [];
  if (type === '') return 'application/octet-stream';
  const [, charset] = /;\s*charset="?([\w-]+)/i.exec(contentType ?? '') ?? [];
  return charset === undefined ? type : `${type}; charset=${charset}`;
}

/** Characters that are decoded at a time, a multiple of four, so that long texts do not block other requests. */
const STEP = 4 * 65_536;

/** The number of bytes in Base64 without line breaks. */
export function countBytes(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

/** Streams the bytes of a range. */
export function streamBytes(base64: string, { start, end }: ByteRange): Readable {
  return Readable.from(decode(base64, { start, end }), { objectMode: false });
}

function* decode(base64: string, { start, end }: ByteRange): Generator<Buffer> {
  let at = Math.floor(start / 3) * 4;
  let from = (at / 4) * 3;
  while (from < end) {
    const bytes = Buffer.from(base64.slice(at, at + STEP), 'base64');
    if (bytes.length === 0) return;
    const part = bytes.subarray(Math.max(0, start - from), end - from);
    if (part.length > 0) yield part;
    at += STEP;
    from += bytes.length;
  }
}
