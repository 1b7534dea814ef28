import { inThread } from '@ticketgate/sdk';

import { untilNul } from '../../request/family-values.js';
import { CLEAN } from '../base64.js';
import type { AttachmentDraft } from '../check-article.js';

/** A row of `article_data_mime_attachment` before it is written. */
export type AttachmentRow = Readonly<ReturnType<typeof toAttachmentRow>>;

/** Bytes of UTF-8 that a file name may have. */
const NAME_LENGTH = 220;

/** Characters of Base64 from which on cleaning runs in a thread. */
const LARGE = 200_000;

/** Turns an attachment of a request into a row. Base64 is read leniently, as in the family: invalid characters are skipped. */
export async function attachmentRow(draft: AttachmentDraft): Promise<AttachmentRow> {
  const { content } = draft;
  if (isClean(content)) return toAttachmentRow(draft, content);
  const work = { run: cleanBase64, module: import.meta.url };
  return toAttachmentRow(draft, content.length < LARGE ? cleanBase64(content) : await inThread(work, content));
}

export function textAttachmentRow(draft: Omit<AttachmentDraft, 'content'>, text: string): AttachmentRow {
  return toAttachmentRow(draft, Buffer.from(text, 'utf8').toString('base64'));
}

/** @param content Base64 without line breaks */
function toAttachmentRow(draft: Omit<AttachmentDraft, 'content'>, content: string) {
  return {
    filename: cleanName(draft.filename),
    contentType: draft.contentType.slice(0, 450),
    contentID: wrapped(draft.contentID)?.slice(0, 250),
    contentAlternative: draft.contentAlternative?.slice(0, 50),
    disposition: (draft.disposition ?? '').split(';')[0]?.trim().slice(0, 15) ?? '',
    /** Bytes. */
    size: Buffer.byteLength(content, 'base64'),
    content,
  };
}

/** Whether Base64 needs no cleaning, so that a large text is not copied. */
function isClean(content: string): boolean {
  return content.length % 4 === 0 && CLEAN.test(content) && recode(content.slice(-4)) === content.slice(-4);
}

/** Removes invalid characters, and everything from the first `=` on, at which decoders stop. */
export function cleanBase64(content: string): string {
  return recode(content.replaceAll(/=[^]*|[^A-Za-z0-9+/]/g, ''));
}

function recode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64');
}

/** Appends `-1`, `-2` … before the extension to names that the article has already. */
export function uniqueNames(
  existing: readonly AttachmentRow[],
  rows: readonly AttachmentRow[],
): readonly AttachmentRow[] {
  const taken = new Set(existing.map(({ filename }) => filename));
  // The last number of each name, so that a thousand files with one name do not each try all numbers.
  const counts = new Map<string, number>();
  return rows.map((row) => {
    let count = counts.get(row.filename) ?? 0;
    let filename = count === 0 ? row.filename : withNumber(row.filename, count);
    while (taken.has(filename)) filename = withNumber(row.filename, (count += 1));
    taken.add(filename);
    counts.set(row.filename, count);
    return { ...row, filename };
  });
}

function withNumber(name: string, count: number): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name}-${count}` : `${name.slice(0, dot)}-${count}${name.slice(dot)}`;
}

function wrapped(contentID: string | undefined): string | undefined {
  if (contentID === undefined || contentID === '') return undefined;
  return contentID.startsWith('<') ? contentID : `<${contentID}>`;
}

function cleanName(name: string): string {
  const clean = untilNul(name)
    .trim()
    .replaceAll(/[\r\n]/g, '')
    .replace(/^\.+/, '');
  if (Buffer.byteLength(clean) <= NAME_LENGTH) return clean;
  const dot = clean.lastIndexOf('.');
  const extension = dot <= 0 ? '' : clean.slice(dot);
  const room = NAME_LENGTH - Buffer.byteLength(extension);
  // An extension longer than the limit is cut like a name.
  return room > 0
    ? cutBytes(clean.slice(0, dot <= 0 ? undefined : dot), room) + extension
    : cutBytes(clean, NAME_LENGTH);
}

/** Cuts a text to at most `bytes` of UTF-8, at a whole character. */
function cutBytes(text: string, bytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
}
