import type { Data, Database, InvokerContext, StreamedText } from '@ticketgate/sdk';

import { loadAttachments, presentAttachments } from '../articles/attachment-fields.js';

// Contents are stored in Base64, which other systems break into lines.
const LENGTHS = `
select id, length(replace(replace(coalesce(content, ''), E'\\n', ''), E'\\r', '')) as length
from article_data_mime_attachment where article_id = any($1::bigint[])`;

// A part of bytes is found at once; for one of a text, PostgreSQL counts the characters before it.
const READ = `
select convert_from(substring(convert_to(content, 'UTF8') from $2::int for $3::int), 'UTF8') as piece
from article_data_mime_attachment where id = $1`;

/** Characters that are read at a time. */
const PIECE = 1_000_000;
/** Characters of a line of Base64, and the end of a line in JSON. */
const LINE = 76;
const END = '\\n';

/** The attachments of articles. Their contents are read while they are sent. */
export async function streamAttachments(
  articleIDs: readonly number[],
  { database, stream }: Pick<InvokerContext, 'database' | 'stream'>,
): Promise<ReadonlyMap<number, readonly Data[]>> {
  const attachments = await loadAttachments(database, articleIDs, false);
  if (attachments.size === 0) return new Map();
  const lengths = await database.query<{ id: number; length: number }>(LENGTHS, [articleIDs]);
  const contents = new Map(lengths.map(({ id, length }) => [id, stream(contentOf({ id, length }, database))]));
  return new Map(
    [...attachments].map(([articleID, rows]) => {
      const withContents = rows.map((row) => ({ ...row, content: contents.get(row.id) ?? '' }));
      return [articleID, presentAttachments(withContents, { hasContents: true, hasHtmlBody: true })];
    }),
  );
}

interface StoredContent {
  readonly id: number;
  /** Characters of Base64 without line breaks. */
  readonly length: number;
}

/** In lines, the last one with an end. */
function contentOf({ id, length }: StoredContent, database: Database): StreamedText {
  return {
    length: length + Math.ceil(length / LINE) * END.length,
    async *read() {
      let rest = '';
      for await (const piece of piecesOf(id, database)) {
        const text = rest + piece.replace(/[\r\n]+/g, '');
        const end = text.length - (text.length % LINE);
        yield inLines(text.slice(0, end));
        rest = text.slice(end);
      }
      yield inLines(rest);
    },
  };
}

async function* piecesOf(id: number, database: Database): AsyncGenerator<string> {
  for (let start = 1; ; start += PIECE) {
    const [row] = await database.query<{ piece: string | null }>(READ, [id, start, PIECE]);
    const piece = row?.piece ?? '';
    yield piece;
    if (piece.length < PIECE) return;
  }
}

function inLines(base64: string): string {
  return base64.replace(new RegExp(`.{1,${LINE}}`, 'g'), `$&${END}`);
}
