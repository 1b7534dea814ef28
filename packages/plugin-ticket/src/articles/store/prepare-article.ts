import { randomBytes } from 'node:crypto';

import { withoutNul } from '../../values.js';
import { charsetOf } from '../../validation/content-type.js';
import type { ArticleDraft, AttachmentDraft } from './article-draft.js';
import { attachmentRow, uniqueNames } from './attachment-row.js';
import { htmlToText } from './html-to-text.js';
import type { IndexOptions } from './index-options.js';
import { extractInlineImages } from './inline-images.js';
import type { AttachmentRow, PreparedArticle } from './prepared-article.js';
import { searchIndexRows } from './search-index.js';

const SEE_ATTACHMENT = '- no text message => see attachment -';
/** The attachment that is the body, as HTML. */
const HTML_BODY = 'file-2';

interface Content {
  readonly body: string;
  readonly contentType: string;
  readonly attachments: readonly AttachmentRow[];
}

/** Makes a checked article into what is stored (`docs/compatibility.md`, ticket operations 1.7). */
export async function prepareArticle(
  draft: ArticleDraft,
  attachments: readonly AttachmentDraft[],
  options: IndexOptions,
): Promise<PreparedArticle> {
  const content = await prepareContent(draft);
  const files = [...content.attachments, ...uniqueNames(content.attachments, attachments.map(attachmentRow))];
  const attachmentNames = files.map(({ filename }) => filename).filter((name) => name !== HTML_BODY);
  const body = withoutNul(content.body);
  return {
    body,
    contentType: content.contentType.slice(0, 250),
    attachments: files,
    searchIndex: searchIndexRows(draft, { body, attachmentNames }, options),
    needsIndexing: options.isCompletedByHost && attachmentNames.length > 0,
  };
}

/** A header is one line. */
export function headerLine(text: string): string {
  return withoutNul(text).replaceAll(/[\r\n]+/g, '');
}

async function prepareContent({ body, contentType }: ArticleDraft): Promise<Content> {
  if (/^text\/html/i.test(contentType)) return prepareHtml(body, contentType);
  if (/^text\//i.test(contentType)) {
    return { body: body.replaceAll(/\r\n?|\n\r/g, '\n'), contentType, attachments: [] };
  }
  if (/^application\/json/i.test(contentType)) return { body, contentType, attachments: [] };
  return prepareOther(body, contentType);
}

/** The HTML is kept as an attachment; what is read as the body is its text. */
async function prepareHtml(body: string, contentType: string): Promise<Content> {
  const { html, images } = extractInlineImages(body, () => randomBytes(8).toString('hex'));
  const original = attachmentRow({
    filename: HTML_BODY,
    contentType: `text/html; charset="${charsetOf(contentType) || 'utf-8'}"`,
    content: Buffer.from(html, 'utf8').toString('base64'),
    contentID: undefined,
    contentAlternative: undefined,
    disposition: 'inline',
  });
  const plainType = contentType.replace(/html/i, 'plain');
  const attachments = [original, ...images.map(attachmentRow)];
  return { body: await htmlToText(html), contentType: plainType, attachments };
}

function prepareOther(body: string, contentType: string): Content {
  const filename = /name="([^"]+)"/i.exec(contentType)?.[1] ?? 'unknown';
  const draft = { contentID: undefined, contentAlternative: undefined, disposition: 'attachment' };
  const attachment = attachmentRow({
    ...draft,
    filename,
    contentType,
    content: Buffer.from(body, 'utf8').toString('base64'),
  });
  return { body: SEE_ATTACHMENT, contentType: 'text/plain', attachments: [attachment] };
}
