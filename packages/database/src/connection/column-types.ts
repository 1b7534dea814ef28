import pg from 'pg';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMP = 1114;

const asText = (value: string): string => value;

/** How columns come back: int8 as number, dates and timestamps as the text that is stored (`YYYY-MM-DD HH:MM:SS`). */
export const columnTypes = {
  getTypeParser(oid: number, format?: string): (value: string) => unknown {
    if (format !== 'binary') {
      if (oid === INT8) return Number;
      if (oid === DATE || oid === TIMESTAMP) return asText;
    }
    // pg declares one overload per type and format; the pair is passed through unchanged.
    return (pg.types.getTypeParser as (oid: number, format?: string) => (value: string) => unknown)(oid, format);
  },
};
