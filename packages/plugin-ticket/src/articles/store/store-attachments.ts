import type { Database } from '@ticketgate/sdk';

import type { AttachmentRow } from './prepared-article.js';

export interface AttachmentOwner {
  readonly articleID: number;
  /** `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  readonly time: string;
  readonly userID: number;
}

const STORE = `
insert into article_data_mime_attachment (article_id, filename, content_size, content_type, content_id, content_alternative,
  disposition, content, create_time, create_by, change_time, change_by)
select $1, row.filename, row.size, row.type, row.content_id, row.alternative, row.disposition, row.content,
  $2::timestamp, $3, $2::timestamp, $3
from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) with ordinality
  as row (filename, size, type, content_id, alternative, disposition, content, position)
order by row.position`;

const STORE_LARGE = `
insert into article_data_mime_attachment (article_id, filename, content_size, content_type, content_id, content_alternative,
  disposition, content, create_time, create_by, change_time, change_by)
values ($1, $4, $5, $6, $7, $8, $9, $10, $2::timestamp, $3, $2::timestamp, $3)`;

/** Characters; a list of larger contents would be copied several times on its way. */
const LARGE = 1_000_000;

/** Writes the attachments of an article: small ones together, each large one by itself, all in their order. */
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
    await storeLarge(database, row, owner);
  }
  await storeSmall(database, small, owner);
}

async function storeSmall(
  database: Database,
  rows: readonly AttachmentRow[],
  { articleID, time, userID }: AttachmentOwner,
): Promise<void> {
  if (rows.length === 0) return;
  await database.query(STORE, [
    articleID,
    time,
    userID,
    rows.map(({ filename }) => filename),
    rows.map(({ size }) => String(size)),
    rows.map(({ contentType }) => contentType),
    rows.map(({ contentID }) => contentID),
    rows.map(({ contentAlternative }) => contentAlternative),
    rows.map(({ disposition }) => disposition),
    rows.map(({ content }) => content),
  ]);
}

async function storeLarge(
  database: Database,
  row: AttachmentRow,
  { articleID, time, userID }: AttachmentOwner,
): Promise<void> {
  const { filename, size, contentType, contentID, contentAlternative, disposition, content } = row;
  const values = [filename, String(size), contentType, contentID, contentAlternative, disposition, content];
  await database.query(STORE_LARGE, [articleID, time, userID, ...values]);
}
