import { groupRows } from '@ticketgate/database/postgres';
import type { Data, Database } from '@ticketgate/sdk';

import { orEmpty } from '../columns/article-columns.js';

/** A row of `article_data_mime_attachment`; its content is only read on request. */
export interface StoredAttachment {
  readonly id: number;
  readonly articleID: number;
  readonly filename: string | null;
  readonly size: string | null;
  readonly contentType: string | null;
  readonly contentID: string | null;
  readonly contentAlternative: string | null;
  readonly disposition: string | null;
  readonly content: string;
}

export interface AttachmentView {
  readonly hasContents: boolean;
  /** Whether the HTML of a body is included (`HTMLBodyAsAttachment`). */
  readonly hasHtmlBody: boolean;
}

/** SQL: contents are stored in Base64, which other systems break into lines. */
export const ONE_LINE = String.raw`replace(replace(coalesce(content, ''), E'\n', ''), E'\r', '')`;

const LOAD = `
select id, article_id as "articleID", filename, content_size as size, content_type as "contentType", content_id as "contentID",
  content_alternative as "contentAlternative", disposition,
  case when $2::boolean then ${ONE_LINE} else '' end as content
from article_data_mime_attachment
where article_id = any($1::bigint[])
order by article_id, filename, id`;

const LOAD_CONTENT = `select ${ONE_LINE} as content from article_data_mime_attachment where id = $1`;

/** Reads the attachments of any number of articles with one statement; contents only when they are wanted. */
export async function loadAttachments(
  database: Database,
  articleIDs: readonly number[],
  hasContents: boolean,
): Promise<ReadonlyMap<number, readonly StoredAttachment[]>> {
  const rows = await database.query<StoredAttachment>(LOAD, [articleIDs, hasContents]);
  return groupRows(rows, ({ articleID }) => articleID);
}

/** The Base64 of one attachment, in one line. */
export async function loadContent(database: Database, id: number): Promise<string> {
  const [row] = await database.query<{ content: string }>(LOAD_CONTENT, [id]);
  return row?.content ?? '';
}

/** The attachments of an article in an answer, sorted by FileID as text (`docs/compatibility.md`). */
export function presentAttachments(rows: readonly StoredAttachment[], view: AttachmentView): readonly Data[] {
  return rows
    .map((row, index) => presentAttachment(row, String(index + 1), view))
    .filter((file) => isListed(file, view))
    .sort((a, b) => (a.FileID < b.FileID ? -1 : 1));
}

function presentAttachment(row: StoredAttachment, fileID: string, { hasContents }: AttachmentView) {
  return {
    FileID: fileID,
    Filename: orEmpty(row.filename),
    ContentType: orEmpty(row.contentType),
    ContentID: orEmpty(row.contentID),
    ContentAlternative: hasContents ? orEmpty(row.contentAlternative) : '',
    Disposition: chooseDisposition(row),
    FilesizeRaw: row.size ?? 0,
    Content: row.content,
  };
}

/** The disposition of an attachment; if none is stored, it depends on the content. */
function chooseDisposition(row: StoredAttachment): string {
  const stored = orEmpty(row.disposition);
  const contentType = orEmpty(row.contentType);
  if (stored !== '' || contentType === '') return stored;
  const isEmbeddedImage = orEmpty(row.contentID) !== '' && /^image\//i.test(contentType);
  return isEmbeddedImage || /file-[12]/.test(orEmpty(row.filename)) ? 'inline' : 'attachment';
}

/** Whether an attachment is a body, which is only listed if the request asks for the HTML. */
function isListed(
  { Filename, ContentType, Disposition }: ReturnType<typeof presentAttachment>,
  { hasHtmlBody }: AttachmentView,
): boolean {
  if (ContentType === '' && Disposition === '') return false;
  if (Disposition !== 'inline') return true;
  if (Filename === 'file-1' && /^text\/plain/i.test(ContentType)) return false;
  const isHtmlBody = /^file-[12]$|^file-1\.html$/.test(Filename) && /^text\/html/i.test(ContentType);
  return !isHtmlBody || hasHtmlBody;
}
