import type { Data, Database, InvokerContext, StreamedText } from '@ticketgate/sdk';

import { loadAttachments, presentAttachments } from '../articles/attachment-fields.js';

// Contents are stored as Base64, in which other systems insert line breaks.
const LENGTHS = `
select id, length(replace(replace(coalesce(content, ''), E'\\n', ''), E'\\r', '')) as length
from article_data_mime_attachment where article_id = any($1::bigint[])`;

// `substring` of bytes has direct access; in a text, PostgreSQL would count all characters before the position.
const READ = `
select convert_from(substring(convert_to(content, 'UTF8') from $2::int for $3::int), 'UTF8') as piece
from article_data_mime_attachment where id = $1`;

/** Characters per query. */
const PIECE_LENGTH = 1_000_000;
/** Characters per line of Base64. */
const LINE_LENGTH = 76;
/** A line break in JSON. */
const LINE_END = '\\n';

/** Reads the attachments of articles, with placeholders for their contents, which are read while they are sent. */
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

/** A content as Base64 in lines, each with a line break. */
function contentOf({ id, length }: StoredContent, database: Database): StreamedText {
  return {
    isBase64: true,
    length: length + Math.ceil(length / LINE_LENGTH) * LINE_END.length,
    async *read() {
      let rest = '';
      for await (const piece of piecesOf(id, database)) {
        const text = rest + piece.replace(/[\r\n]+/g, '');
        const end = text.length - (text.length % LINE_LENGTH);
        yield inLines(text.slice(0, end));
        rest = text.slice(end);
      }
      yield inLines(rest);
    },
  };
}

async function* piecesOf(id: number, database: Database): AsyncGenerator<string> {
  for (let start = 1; ; start += PIECE_LENGTH) {
    const [row] = await database.query<{ piece: string | null }>(READ, [id, start, PIECE_LENGTH]);
    const piece = row?.piece ?? '';
    yield piece;
    if (piece.length < PIECE_LENGTH) return;
  }
}

function inLines(base64: string): string {
  return base64.replace(new RegExp(`.{1,${LINE_LENGTH}}`, 'g'), `$&${LINE_END}`);
}
