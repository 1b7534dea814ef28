import pg from 'pg';

type Parser = (value: string) => unknown;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMP = 1114;
const INT8_ARRAY = 1016;
const TIMESTAMP_ARRAY = 1115;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

// pg declares one overload per type and format; the pair is passed through unchanged.
const defaultParser = pg.types.getTypeParser as (oid: number, format?: string) => Parser;

const asText = (value: string): string => value;
const asTextArray = defaultParser(TEXT_ARRAY);
// The text parser gives an array, of arrays when it has several dimensions, with null for NULL.
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
