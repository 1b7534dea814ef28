import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isData, type Data, type Database } from '@ticketgate/sdk';

import { ORACLE } from '../attached/recorded-hosts.js';

/** Tables that operations write, by the family's names. */
const TABLES =
  'article article_data_mime article_data_mime_attachment article_flag article_search_index dynamic_field_value ticket ticket_flag ticket_history time_accounting'.split(
    ' ',
  );

/** Ids, numbers and times, which depend on what was written before. */
const SHIFTING =
  'id ticket_id article_id object_id tn counter counter_uid timeout until_time incoming_time create_time change_time escalation_time escalation_update_time'.split(
    ' ',
  );

/** Characters from which on the recordings have a sum. */
const LONG = 1_000;

/** How often each row occurs, as text of a table and its comparable columns. */
export type RowCounts = ReadonlyMap<string, number>;

export function recordedRows(name: string): RowCounts {
  const lines = gunzipSync(readFileSync(join(ORACLE, 'rows', `${name}.jsonl.gz`)))
    .toString('utf8')
    .trim()
    .split('\n');
  const rows = lines.map((line) => JSON.parse(line) as { readonly table: string; readonly row: Data });
  return countsOf(rows.filter(({ table }) => TABLES.includes(table)).map(({ table, row }) => comparable(table, row)));
}

/** All rows of the tables as they are, to find those that are written afterwards. */
export async function readAllRows(database: Database): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const table of TABLES) {
    const found = await database.query<{ row: Data }>(`select to_jsonb(t) as row from ${table} t`);
    rows.push(...found.map(({ row }) => JSON.stringify([table, row])));
  }
  return rows;
}

/** The rows that are there and were not before. */
export async function writtenRows(database: Database, before: readonly string[]): Promise<RowCounts> {
  const known = new Set(before);
  const written = (await readAllRows(database)).filter((row) => !known.has(row));
  return countsOf(
    written.map((text) => {
      const [table, row] = JSON.parse(text) as [string, Data];
      return comparable(table, row);
    }),
  );
}

/** Those of `one` that are not in `other`, each as often as it is more. */
export function missingRows(one: RowCounts, other: RowCounts): readonly string[] {
  return [...one].flatMap(([row, count]) =>
    Array.from({ length: Math.max(0, count - (other.get(row) ?? 0)) }, () => row),
  );
}

export function sumOf(rows: RowCounts): number {
  return [...rows.values()].reduce((sum, count) => sum + count, 0);
}

function countsOf(rows: readonly string[]): RowCounts {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

function comparable(table: string, row: Data): string {
  const columns = Object.entries(row)
    .filter(([name]) => !SHIFTING.includes(name))
    .map(([name, value]) => `${name}=${JSON.stringify(comparableValue(name, value, row))}`);
  return [table, ...columns.sort()].join(' ');
}

/** What of texts is a number or a time, by the column. */
const SHIFTING_TEXTS: Readonly<Record<string, readonly [what: RegExp, instead: string]>> = {
  insert_fingerprint: [/^\d+-\w{32}$/, '<fingerprint>'],
  content_path: [/^\d{4}\/\d\d\/\d\d$/, '<day>'],
  // Of a new ticket its number and its id, and times until which tickets are pending.
  'name 1': [/^%%\d+|\d+$/g, ''],
  'name 26': [/^%%20[-0-9: ]+$/, '<time>'],
};

const NONE = [/^$/, ''] as const;

function comparableValue(name: string, value: unknown, row: Data): unknown {
  if (typeof value === 'number') return name.startsWith('escalation_') && value > 0 ? '<time>' : value;
  if (typeof value !== 'string') return isData(value) ? value.sha256 : value;
  const [what, instead] = SHIFTING_TEXTS[name] ?? SHIFTING_TEXTS[`${name} ${String(row.history_type_id)}`] ?? NONE;
  const text = value.replace(what, instead);
  return text.length < LONG ? text : createHash('sha256').update(text).digest('hex');
}
