import pg from 'pg';

type Parser = (value: string) => unknown;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMP = 1114;
const INT8_ARRAY = 1016;
const TIMESTAMP_ARRAY = 1115;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

// A cast: pg declares one overload per type and format; the pair is passed on unchanged.
const defaultParser = pg.types.getTypeParser as (oid: number, format?: string) => Parser;

const asText = (value: string): string => value;
const asTextArray = defaultParser(TEXT_ARRAY);
// The text parser returns nested arrays if there are several dimensions, with null for NULL.
const asNumberArray = (value: string): unknown => toNumbers(asTextArray(value));

function toNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNumbers);
  return value === null ? null : Number(value);
}

const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [INT8, Number],
  [DATE, asText],
  [TIMESTAMP, asText],
  [INT8_ARRAY, asNumberArray],
  [DATE_ARRAY, asTextArray],
  [TIMESTAMP_ARRAY, asTextArray],
]);

/** Parsers of column types and their arrays: int8 becomes a number, dates and timestamps stay text (`YYYY-MM-DD HH:MM:SS`). */
export const columnTypes = {
  getTypeParser(oid: number, format?: string): Parser {
    return (format === 'binary' ? undefined : PARSERS.get(oid)) ?? defaultParser(oid, format);
  },
};

const TEXT_TYPE = 25;
/** Bytes of the header: number of dimensions, whether there are nulls, type, then length and lower bound of the only dimension. */
const HEAD = 20;
const LENGTH = 4;

/**
 * Encodes texts as a binary `text[]`, in the format of PostgreSQL's `array_send`. The driver's text format escapes quotes, which is slow for
 * large texts full of them, such as JSON.
 */
export function encodeTexts(texts: readonly string[]): Buffer {
  const size = texts.reduce((bytes, text) => bytes + LENGTH + Buffer.byteLength(text), HEAD);
  const buffer = Buffer.allocUnsafe(size);
  let at = writeNumbers(buffer, 0, [1, 0, TEXT_TYPE, texts.length, 1]);
  for (const text of texts) {
    const written = buffer.write(text, at + LENGTH);
    buffer.writeInt32BE(written, at);
    at += LENGTH + written;
  }
  return buffer;
}

function writeNumbers(buffer: Buffer, start: number, numbers: readonly number[]): number {
  return numbers.reduce((at, number) => buffer.writeInt32BE(number, at), start);
}
