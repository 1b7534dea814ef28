import { Readable } from 'node:stream';
import { defineOperation, operationError, stream, type InputOf, type StreamedAnswer } from '@ticketgate/sdk';
import { rowID } from '@ticketgate/sdk/schema/words';

import { loadAttachments, loadContent, type StoredAttachment } from '../articles/attachment-fields.js';
import { loadArticles } from '../articles/article-row.js';
import { articleDenied, readableArticles, readSources, type ReadSources } from '../permission/readable-tickets.js';
import type { TicketContext } from '../plugin/ticket-system.js';

const attachmentGetInput = {
  type: 'object',
  required: ['ArticleID', 'FileID'],
  additionalProperties: false,
  properties: { ArticleID: rowID(), FileID: rowID('As TicketGet and ArticleGet list it.') },
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
  summary: 'Downloads an attachment.',
  description: 'The bytes themselves, without Base64 and without an envelope.',
  effect: 'reads',
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'AccessDenied', 'NotFound'],
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
  return stream(Readable.from(decode(content), { objectMode: false }), {
    contentType: cleanMediaType(attachment),
    filename: attachment.filename ?? '',
    length: Buffer.byteLength(content, 'base64'),
  });
}

/** Removes the name that mail programs add; a type that cannot be sent becomes that of any bytes. */
function cleanMediaType({ contentType }: StoredAttachment): string {
  const [type = ''] = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.exec(contentType ?? '') ?? [];
  if (type === '') return 'application/octet-stream';
  const [, charset] = /;\s*charset="?([\w-]+)/i.exec(contentType ?? '') ?? [];
  return charset === undefined ? type : `${type}; charset=${charset}`;
}

/** Characters that are decoded at a time, a multiple of four, so that long texts do not block other requests. */
const STEP = 4 * 65_536;

/** The bytes of Base64 without line breaks. */
export function* decode(base64: string): Generator<Buffer> {
  for (let at = 0; at < base64.length; at += STEP) yield Buffer.from(base64.slice(at, at + STEP), 'base64');
}
