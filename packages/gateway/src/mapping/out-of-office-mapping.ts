import { isTrue, toText, type Data } from '@ticketgate/sdk';

import { MappingFailed } from './mapping.js';

const SENT = 'OutOfOfficeEntriesCSVString';

/** Columns that are read, with defaults for missing ones. */
const COLUMNS: readonly (readonly [string, string?])[] = [
  ['UserLogin'],
  ['UserSearch'],
  ['UserEmail', 'EMail'],
  ['StartDate', 'StartTime'],
  ['EndDate', 'EndTime'],
  ['OutOfOffice', 'Enabled'],
];

/** Znuny's Mapping OutOfOffice: adds the rows of a text in CSV as `OutOfOfficeEntries`. */
export function mapOutOfOffice(data: Data): Data {
  if (!isTrue(data[SENT])) throw refused(`Parameter ${SENT} is missing.`);
  const rows = readRows(data[SENT]);
  if (rows.length === 0) throw refused(`Error while parsing CSV string of parameter ${SENT}.`);
  const [names = [], ...entries] = rows;
  if (entries.length === 0) throw refused(`CSV in parameter ${SENT} does not contain any entries.`);
  return { ...data, OutOfOfficeEntries: entries.map((cells) => toEntry(names, cells)) };
}

function refused(says: string): Error {
  return new MappingFailed({ message: says, says });
}

/** As in the original, a list is converted to text, which becomes a single row. */
function readRows(sent: unknown): readonly (readonly string[])[] {
  if (typeof sent !== 'string') return [[toText(sent)]];
  const lines = sent.split(/\r\n|\r|\n/).filter((line) => !line.startsWith('#'));
  const text = lines.join('\n').trimEnd();
  return text === '' ? [] : parseCells(text);
}

/** Rows of cells; an unclosed quote ends them before its row. */
function parseCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y;
  while (cell.lastIndex <= text.length) {
    const match = cell.exec(text);
    if (match === null) return rows;
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
    if (match[3] === '') return rows;
  }
  return rows;
}

function toEntry(names: readonly string[], cells: readonly string[]): Data {
  const found = COLUMNS.flatMap(([name, other = name]) => {
    const column = names.includes(name) ? name : other;
    const text = cells[names.indexOf(column)];
    return text === undefined ? [] : [[name, convertCell(name, text)] as const];
  });
  return Object.fromEntries(found);
}

const SWITCHED: Readonly<Record<string, number>> = { yes: 1, no: 0 };

function convertCell(name: string, text: string): unknown {
  if (name === 'OutOfOffice') return Object.hasOwn(SWITCHED, text) ? SWITCHED[text] : text;
  if (!name.endsWith('Date')) return text;
  const date = /(\d\d).(\d\d).(\d{4}).\d\d.\d\d.\d\d/.exec(text);
  return date === null ? text : `${date[3]}-${date[2]}-${date[1]}`;
}
