import { randomBytes } from 'node:crypto';

import { readMost, requireAtMost } from '../../request/limits.js';
import { limitText, toText, untilNul } from '../../request/family-values.js';
import { invalid } from '../../request/input-errors.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import type { WriteSources } from '../../ticket/rules/write-sources.js';
import type { CheckedArticle, ArticleDraft, ArticleHeaders, AttachmentDraft } from '../check-article.js';
import { composeMail, type Mail } from '../mail/compose-mail.js';
import { findCharset } from '../content-type.js';
import { attachmentRow, textAttachmentRow, uniqueNames, type AttachmentRow } from './attachment-row.js';
import { htmlToText } from './html-to-text.js';
import { normalizeLineEndings } from './normalize-line-endings.js';
import { indexOptions, searchIndexRows } from './search-index.js';

/** An article before it is written: with its columns, attachments and search index. */
export type NewArticle = Readonly<Awaited<ReturnType<typeof prepareArticle>>>;

const IMAGE = /(<img[^<>]+\bsrc=)(["'])data:(image\/([a-z0-9.+-]+));base64,([^"']*)\2/gi;

/** Moves images embedded in HTML to attachments; `newID` generates the ids that refer to them. */
function extractInlineImages(
  html: string,
  newID: () => string,
): { readonly html: string; readonly images: readonly AttachmentDraft[] } {
  const images: AttachmentDraft[] = [];
  const replaced = html.replace(IMAGE, (...match: string[]) => {
    const [, start = '', quote = '"', contentType = '', extension = 'png', content = ''] = match;
    const filename = `pasted-${images.length + 1}.${extension.replace('jpeg', 'jpg')}`;
    const id = `inline${newID()}@ticketgate`;
    images.push({ filename, contentType, content, contentID: `<${id}>`, disposition: 'inline' });
    return `${start}${quote}cid:${id}${quote}`;
  });
  return { html: replaced, images };
}

const SEE_ATTACHMENT = '- no text message => see attachment -';
/** Name of the attachment with the HTML of the body. */
const HTML_BODY = 'file-2';

/** The stored form of a body. */
export interface ArticleContent {
  readonly body: string;
  readonly contentType: string;
  /** The original of a body that is not plain text, and its images. */
  readonly attachments: readonly AttachmentRow[];
}

/**
 * Turns a body into its stored form (`docs/compatibility.md`). Call it outside of transactions, because HTML takes long.
 *
 * @throws OperationError `<Operation>.InvalidParameter` for HTML that cannot be read in time, or has too many images
 */
export async function prepareContent(
  { input, contentType }: Pick<CheckedArticle, 'input' | 'contentType'>,
  sources: WriteSources,
): Promise<ArticleContent> {
  const body = toText(input.Body);
  if (/^text\/html/i.test(contentType)) return prepareHtml(body, contentType, sources);
  if (/^text\//i.test(contentType)) {
    const text = sources.answers.normalizesLineEndings ? await normalizeLineEndings(body) : body;
    return { body: untilNul(text), contentType, attachments: [] };
  }
  if (/^application\/json/i.test(contentType)) return { body: untilNul(body), contentType, attachments: [] };
  return prepareOther(body, contentType);
}

/** Stores the HTML as an attachment and its text as the body. */
async function prepareHtml(body: string, contentType: string, sources: WriteSources): Promise<ArticleContent> {
  const { html, images } = extractInlineImages(body, () => randomBytes(8).toString('hex'));
  requireAtMost('Attachments', { what: 'Article->Body with its images', count: images.length }, sources);
  const { settings, rules, operation } = sources;
  const seconds = readMost('HtmlSeconds', settings);
  const width = settings.number('Ticket::Frontend::TextAreaNote');
  const text = await htmlToText({ html, width, keepsWords: rules.isStrict }, seconds);
  if (text === undefined) {
    throw invalid(
      operation,
      `Article->Body is HTML that takes more than ${seconds} seconds to read (Ticketgate::Limit::HtmlSeconds); send less of it.`,
    );
  }
  const type = `text/html; charset="${findCharset(contentType) || 'utf-8'}"`;
  const original = textAttachmentRow({ filename: HTML_BODY, contentType: type }, html);
  const plainType = contentType.replace(/html/i, 'plain');
  return {
    body: untilNul(text),
    contentType: plainType,
    attachments: [original, ...(await Promise.all(images.map(attachmentRow)))],
  };
}

function prepareOther(body: string, contentType: string): ArticleContent {
  const filename = /name="([^"]+)"/i.exec(contentType)?.[1] ?? 'unknown';
  const attachment = textAttachmentRow({ filename, contentType }, body);
  return { body: SEE_ATTACHMENT, contentType: 'text/plain', attachments: [attachment] };
}

/** An article that passed all checks, with its body as it is stored. */
export interface CompleteArticle {
  readonly checked: CheckedArticle;
  readonly content: ArticleContent;
  readonly attachments: readonly AttachmentDraft[];
  /** How many of the first ones are within the article in the request. */
  readonly owned: number;
  /** Values of fields that are set after it is added. */
  readonly fields: readonly FieldAssignment[];
  /** Only of an article that is sent. */
  readonly mail?: Mail;
}

/** Turns a checked article into the rows to be stored. */
export async function prepareArticle(
  { article, headers }: { readonly article: CompleteArticle; readonly headers: ArticleHeaders },
  { context, settings }: WriteSources,
) {
  const { checked, content, attachments, mail } = article;
  const draft = draftArticle(checked, headers);
  const { body } = content;
  const { isAttached } = context.services;
  const files = [
    ...content.attachments,
    ...uniqueNames(content.attachments, await Promise.all(attachments.map(attachmentRow))),
  ];
  // A host stores those outside the article later, and indexes them when its daemon indexes it once more; a mail has all.
  const isWhole = !isAttached || mail !== undefined;
  const attachmentNames = (isWhole ? files : files.slice(0, content.attachments.length + article.owned))
    .map(({ filename }) => filename)
    .filter((name) => name !== HTML_BODY)
    .sort();
  const prepared = {
    body,
    contentType: content.contentType.slice(0, 250),
    attachments: files,
    searchIndex: await searchIndexRows(draft, { body, attachmentNames }, await indexOptions(settings)),
    /** The host's daemon indexes each article once more. */
    needsIndexing: isAttached,
    mail: mail && (await composeMail(mail, mailedArticle(draft, body, files))),
  };
  return { draft, prepared };
}

function mailedArticle(draft: ArticleDraft, text: string, files: readonly AttachmentRow[]) {
  const isHTML = /^text\/html/i.test(draft.contentType);
  const [original, ...others] = files;
  const parts = isHTML ? { html: original?.content, attachments: others } : { html: undefined, attachments: files };
  return { ...draft, text, ...parts };
}

/** Length of `article_data_mime.a_subject`. */
const SUBJECT_LENGTH = 3800;

/** Completes a checked article. `from` is the sender if neither the caller's rights nor the request name one. */
function draftArticle(article: CheckedArticle, { from, to, cc, bcc }: ArticleHeaders): ArticleDraft {
  const { author, input } = article;
  return {
    from: headerLine(author ?? (headerLine(toText(input.From)) || from)),
    to: headerLine(to),
    cc: headerLine(cc),
    bcc: headerLine(bcc),
    subject: limitText(headerLine(toText(input.Subject)), SUBJECT_LENGTH),
    ...article,
  };
}

/** Removes line breaks. */
function headerLine(text: string): string {
  return untilNul(text).replaceAll(/[\r\n]+/g, '');
}
