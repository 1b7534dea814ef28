import type { Data, Database } from '@ticketgate/sdk';

/** A row of `article_data_mime_attachment`; without content where that was not asked for. */
export interface StoredAttachment {
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
  /** The HTML of a body too (`HTMLBodyAsAttachment`). */
  readonly hasHtmlBody: boolean;
}

// Contents are stored in base64, other systems break its lines; replacing is fast where there is nothing to replace.
const LOAD = `
select article_id as "articleID", filename, content_size as size, content_type as "contentType", content_id as "contentID",
  content_alternative as "contentAlternative", disposition,
  case when $2::boolean then replace(replace(coalesce(content, ''), E'\\n', ''), E'\\r', '') else '' end as content
from article_data_mime_attachment
where article_id = any($1::bigint[])
order by article_id, filename, id`;

/** Reads the attachments of any number of articles with one statement; contents only when they are wanted. */
export async function loadAttachments(
  database: Database,
  articleIDs: readonly number[],
  hasContents: boolean,
): Promise<ReadonlyMap<number, readonly StoredAttachment[]>> {
  const rows = await database.query<StoredAttachment>(LOAD, [articleIDs, hasContents]);
  const byArticle = new Map<number, StoredAttachment[]>();
  for (const row of rows) {
    const list = byArticle.get(row.articleID);
    if (list === undefined) byArticle.set(row.articleID, [row]);
    else list.push(row);
  }
  return byArticle;
}

/** The attachments of an article as they are answered, sorted by FileID as text (`docs/compatibility.md`, ticket operations 3.6). */
export function presentAttachments(rows: readonly StoredAttachment[], view: AttachmentView): readonly Data[] {
  return rows
    .map((row, index) => ({ row: completed(row), fileID: String(index + 1) }))
    .filter(({ row }) => isListed(row, view))
    .sort((a, b) => (a.fileID < b.fileID ? -1 : 1))
    .map(({ row, fileID }) => presentAttachment(row, fileID, view));
}

function presentAttachment(row: StoredAttachment, fileID: string, { hasContents }: AttachmentView): Data {
  return {
    FileID: fileID,
    Filename: row.filename ?? '',
    ContentType: row.contentType ?? '',
    ContentID: row.contentID ?? '',
    ContentAlternative: hasContents ? (row.contentAlternative ?? '') : '',
    Disposition: row.disposition ?? '',
    FilesizeRaw: row.size ?? 0,
    Content: row.content,
  };
}

/** Attachments that were stored without a disposition get one by what they are. */
function completed(row: StoredAttachment): StoredAttachment {
  if ((row.disposition ?? '') !== '' || (row.contentType ?? '') === '') return row;
  const isImage = (row.contentID ?? '') !== '' && /^image\//i.test(row.contentType ?? '');
  const isInline = isImage || /file-[12]/.test(row.filename ?? '');
  return { ...row, disposition: isInline ? 'inline' : 'attachment' };
}

function isListed(row: StoredAttachment, { hasHtmlBody }: AttachmentView): boolean {
  const { filename, contentType, disposition } = row;
  if ((contentType ?? '') === '' && (disposition ?? '') === '') return false;
  if (disposition !== 'inline') return true;
  if (filename === 'file-1' && /^text\/plain/i.test(contentType ?? '')) return false;
  const isHtmlBody = /^file-[12]$|^file-1\.html$/.test(filename ?? '') && /^text\/html/i.test(contentType ?? '');
  return !isHtmlBody || hasHtmlBody;
}
