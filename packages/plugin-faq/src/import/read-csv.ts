import { parse } from 'csv-parse/sync';

interface Parsed {
  readonly record: Readonly<Record<string, string>>;
  /** `lines`: where it ends. */
  readonly info: { readonly lines: number };
}

/** Reads CSV with commas or semicolons; the first line names the columns. Throws an error that names the line. */
export function readCsv(text: string) {
  const [head = ''] = text.split('\n', 1);
  const delimiter = head.includes(';') ? ';' : ',';
  const options = { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true, delimiter };
  // With `info` each row has its position, which the types lack.
  const rows = parse(text, options) as unknown as readonly Parsed[];
  return rows.map(({ record, info }) => ({
    /** Where it begins. */
    line: info.lines - (Object.values(record).join('').split('\n').length - 1),
    /** Those that are not empty, by column. */
    cells: Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '')),
  }));
}
