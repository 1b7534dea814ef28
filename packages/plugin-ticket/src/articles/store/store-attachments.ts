import { sql, statement } from '@ticketgate/database/postgres';
import type { Database } from '@ticketgate/sdk';

import type { AttachmentRow } from './attachment-row.js';

export interface AttachmentOwner {
  readonly articleID: number;
  /** `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  readonly time: string;
  readonly userID: number;
}

interface Attachments extends AttachmentOwner {
  readonly rows: readonly AttachmentRow[];
}

interface LargeAttachment extends AttachmentOwner {
  readonly row: AttachmentRow;
}

const time = ({ time: text }: AttachmentOwner): string => text;
const userID = ({ userID: id }: AttachmentOwner): number => id;

const audit = sql<AttachmentOwner>`${time}::timestamp, ${userID}, ${time}::timestamp, ${userID}`;
const INSERT = `insert into article_data_mime_attachment (article_id, filename, content_size, content_type, content_id,
  content_alternative, disposition, content, create_time, create_by, change_time, change_by)`;

const STORE = statement(sql<Attachments>`${INSERT}
select ${({ articleID }) => articleID}, row.filename, row.size, row.type, row.content_id, row.alternative, row.disposition,
  row.content, ${audit}
from unnest(${each('filename')}::text[], ${each('size')}::text[], ${each('contentType')}::text[],
  ${each('contentID')}::text[], ${each('contentAlternative')}::text[], ${each('disposition')}::text[],
  ${each('content')}::text[]) with ordinality
  as row (filename, size, type, content_id, alternative, disposition, content, position)
order by row.position`);

const STORE_LARGE = statement(sql<LargeAttachment>`${INSERT}
values (${({ articleID }) => articleID}, ${({ row }) => row.filename}, ${({ row }) => String(row.size)},
  ${({ row }) => row.contentType}, ${({ row }) => row.contentID}, ${({ row }) => row.contentAlternative},
  ${({ row }) => row.disposition}, ${({ row }) => row.content}, ${audit})`);

function each(name: keyof AttachmentRow): (attachments: Attachments) => readonly string[] {
  return ({ rows }) => rows.map((row) => String(row[name]));
}

/** Characters; larger contents are not sent as a list, which would be copied several times. */
const LARGE = 1_000_000;

/** Writes the attachments of an article in their order: small ones together, each large one separately. */
export async function storeAttachments(
  database: Database,
  rows: readonly AttachmentRow[],
  owner: AttachmentOwner,
): Promise<void> {
  let small: AttachmentRow[] = [];
  for (const row of rows) {
    if (row.content.length < LARGE) {
      small.push(row);
      continue;
    }
    await storeSmall(database, small, owner);
    small = [];
    await database.query(STORE_LARGE.text, STORE_LARGE.valuesOf({ ...owner, row }));
  }
  await storeSmall(database, small, owner);
}

async function storeSmall(database: Database, rows: readonly AttachmentRow[], owner: AttachmentOwner): Promise<void> {
  if (rows.length > 0) await database.query(STORE.text, STORE.valuesOf({ ...owner, rows }));
}
