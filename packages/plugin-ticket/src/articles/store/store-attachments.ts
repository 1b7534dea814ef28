import { columnNames, inputRows, sharedStatement, sql, type InputColumns } from '@ticketgate/database/postgres';
import type { Database } from '@ticketgate/sdk';

import type { AttachmentRow } from './attachment-row.js';

interface AttachmentOwner {
  readonly articleID: number;
  /** `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  readonly time: string;
  readonly userID: number;
}

interface OwnedAttachment extends AttachmentRow {
  readonly owner: AttachmentOwner;
}

const time = ({ owner }: OwnedAttachment): string => owner.time;
const userID = ({ owner }: OwnedAttachment): number => owner.userID;

const COLUMNS: InputColumns<OwnedAttachment> = {
  article_id: ['bigint', ({ owner }) => owner.articleID],
  filename: ['text', ({ filename }) => filename],
  content_size: ['text', ({ size }) => String(size)],
  content_type: ['text', ({ contentType }) => contentType],
  content_id: ['text', ({ contentID }) => contentID],
  content_alternative: ['text', ({ contentAlternative }) => contentAlternative],
  disposition: ['text', ({ disposition }) => disposition],
  content: ['text', ({ content }) => content],
  create_time: ['timestamp', time],
  create_by: ['int', userID],
  change_time: ['timestamp', time],
  change_by: ['int', userID],
};

const STORE = sharedStatement<OwnedAttachment>(
  (count) => sql`
with ${inputRows(COLUMNS, count)}
insert into article_data_mime_attachment (${columnNames(COLUMNS)})
select ${columnNames(COLUMNS)} from input order by position`,
);

/** Characters; larger contents are not sent as a list, which would be copied several times. */
const LARGE = 1_000_000;

/** Writes the attachments of an article in their order: small ones together, each large one separately. */
export async function storeAttachments(
  database: Database,
  rows: readonly AttachmentRow[],
  owner: AttachmentOwner,
): Promise<void> {
  let small: OwnedAttachment[] = [];
  for (const row of rows) {
    if (row.content.length < LARGE) {
      small.push({ ...row, owner });
      continue;
    }
    await store(database, small);
    small = [];
    await store(database, [{ ...row, owner }]);
  }
  await store(database, small);
}

async function store(database: Database, attachments: readonly OwnedAttachment[]): Promise<void> {
  if (attachments.length === 0) return;
  const { text, values } = STORE.statementFor(attachments);
  await database.query(text, values);
}
