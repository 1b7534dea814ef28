import { columnNames, sharedStatement, type InputColumns } from '@ticketgate/database/postgres';
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

const COLUMNS: InputColumns<OwnedAttachment> = {
  types: {
    article_id: 'bigint',
    filename: 'text',
    content_size: 'text',
    content_type: 'text',
    content_id: 'text',
    content_alternative: 'text',
    disposition: 'text',
    content: 'text',
  },
  rowOf: (row) => ({
    article_id: row.owner.articleID,
    filename: row.filename,
    content_size: String(row.size),
    content_type: row.contentType,
    content_id: row.contentID,
    content_alternative: row.contentAlternative,
    disposition: row.disposition,
    content: row.content,
  }),
};

const STAMP: InputColumns<OwnedAttachment> = {
  types: { written_at: 'timestamp', written_by: 'int' },
  rowOf: ({ owner: { time, userID } }) => ({ written_at: time, written_by: userID }),
};

const STORE = sharedStatement<OwnedAttachment>(
  { input: [COLUMNS, STAMP] },
  (inputs) => `
with ${inputs}
insert into article_data_mime_attachment (${columnNames(COLUMNS)}, create_time, create_by, change_time, change_by)
select ${columnNames(COLUMNS)}, written_at, written_by, written_at, written_by from input order by position`,
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
