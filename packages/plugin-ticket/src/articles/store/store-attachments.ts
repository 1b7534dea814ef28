import { columnNames, sharedStatement, type InputColumns } from '@ticketgate/database/postgres';
import type { Database } from '@ticketgate/sdk';

import type { AttachmentRow } from './attachment-row.js';

/** The article that rows belong to, and who writes them. */
export interface RowOwner {
  readonly articleID: number;
  /** `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  readonly time: string;
  readonly userID: number;
}

interface OwnedAttachment extends AttachmentRow {
  readonly owner: RowOwner;
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
  },
  toRow: (row) => ({
    article_id: row.owner.articleID,
    filename: row.filename,
    content_size: String(row.size),
    content_type: row.contentType,
    content_id: row.contentID ?? null,
    content_alternative: row.contentAlternative ?? null,
    disposition: row.disposition,
  }),
};

/** Is converted before it is written. */
const SOURCE: InputColumns<OwnedAttachment> = {
  types: { base64: 'text', written_at: 'timestamp', written_by: 'int' },
  toRow: ({ content, owner: { time, userID } }) => ({ base64: content, written_at: time, written_by: userID }),
};

/** In lines of 76 characters, each with a line feed, as the family stores contents. */
const IN_LINES = `coalesce(rtrim(nullif(encode(decode(base64, 'base64'), 'base64'), ''), E'\\n') || E'\\n', '')`;

const STORE = sharedStatement<OwnedAttachment>(
  { input: [COLUMNS, SOURCE] },
  (inputs) => `
with ${inputs}
insert into article_data_mime_attachment (${columnNames(COLUMNS)}, content, create_time, create_by, change_time, change_by)
select ${columnNames(COLUMNS)}, ${IN_LINES}, written_at, written_by, written_at, written_by from input order by position`,
);

/** Characters; larger contents are not sent as a list, which would be copied several times. */
const LARGE = 1_000_000;

/** Writes the attachments of an article in their order: small ones together, each large one separately. */
export async function storeAttachments(
  database: Database,
  rows: readonly AttachmentRow[],
  owner: RowOwner,
): Promise<void> {
  let small: OwnedAttachment[] = [];
  for (const row of rows) {
    if (row.content.length < LARGE) {
      small.push({ ...row, owner });
      continue;
    }
    await storeFiles(database, small);
    small = [];
    await storeFiles(database, [{ ...row, owner }]);
  }
  await storeFiles(database, small);
}

async function storeFiles(database: Database, attachments: readonly OwnedAttachment[]): Promise<void> {
  if (attachments.length === 0) return;
  const { text, values } = STORE.statementFor(attachments);
  await database.query(text, values);
}
