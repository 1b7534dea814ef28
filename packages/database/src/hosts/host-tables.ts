import type { Database, Tables } from '@ticketgate/sdk';

import { FAMILY_TABLES, type Host, OPTIONAL_PARTS, WRITTEN_TABLES } from '../postgres/index.js';

/** A column in PostgreSQL's catalogue. */
export interface Column {
  readonly name: string;
  /** Most characters; null: no limit. */
  readonly length: number | null;
  /** Whether rows need a value that PostgreSQL does not fill in. */
  readonly isRequired: boolean;
}

export type TablesByName = ReadonlyMap<string, readonly Column[]>;

// Not information_schema, which hides tables that the user has no rights on.
const READ = `
select c.relname as name, json_agg(json_build_object('name', a.attname,
  'length', case when a.atttypmod > 4 and t.typname = 'varchar' then a.atttypmod - 4 end,
  'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = '') order by a.attnum) as columns
from pg_class c
join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
where c.relkind in ('r', 'p', 'v', 'f')
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
group by c.relname`;

/** Reads the tables and columns of a database, without those of extensions. */
export async function readTables(database: Database): Promise<TablesByName> {
  const rows = await database.query<{ name: string; columns: readonly Column[] }>(READ);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/**
 * The tables and columns that statements can use, by the names that they use.
 *
 * @param names the host's table names, by those of the family
 */
export function describeTables(found: TablesByName, names: Readonly<Record<string, string>>): Tables {
  const renamed = new Map(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));
  const lengths = new Map<string, number>();
  for (const [table, columns] of found) {
    const name = renamed.get(table) ?? table;
    lengths.set(name, Infinity);
    for (const column of columns) lengths.set(`${name}.${column.name}`, column.length ?? Infinity);
  }
  return { has: (name) => lengths.has(name), lengthOf: (column) => lengths.get(column) ?? Infinity };
}

/** A difference between a database and the declaration of its host. */
export interface HostDifference {
  /** The difference and its effect, as a sentence. */
  readonly sentence: string;
  /** Whether an operation could write a wrong row. */
  readonly forbidsWriting: boolean;
}

/** Compares a database with its host's declaration: missing parts, and new ones. */
export function compareTables(found: TablesByName, { tables }: Pick<Host, 'tables'>): readonly HostDifference[] {
  const lacking = new Set(tables.lacks);
  return Object.entries(FAMILY_TABLES)
    .filter(([table]) => !lacking.has(table))
    .flatMap(([table, columns]) => {
      const name = tables.names[table] ?? table;
      const known = columns.split(' ').filter((column) => !lacking.has(`${table}.${column}`));
      const actual = found.get(name);
      const isWritten = WRITTEN_TABLES.has(table);
      if (actual === undefined) return [toMissingPart(table, name, isWritten)];
      const present = new Set(actual.map((column) => column.name));
      const missing = known.filter((column) => !present.has(column));
      // Rows are read by column name, so a new column only matters in tables that are written.
      const unknown = isWritten ? actual.filter((column) => !known.includes(column.name)) : [];
      return [
        ...missing.map((column) => toMissingPart(`${table}.${column}`, `${name}.${column}`, isWritten)),
        ...unknown.map((column) => describeNewColumn(name, column)),
      ];
    });
}

function toMissingPart(part: string, name: string, isWritten: boolean): HostDifference {
  const without = OPTIONAL_PARTS[part];
  const forbidsWriting = isWritten && without === undefined;
  const meaning = without ?? (isWritten ? 'operations write it' : 'requests that need it fail');
  return { sentence: `${name} is missing: ${meaning}.`, forbidsWriting };
}

function describeNewColumn(table: string, { name, isRequired }: Column): HostDifference {
  const sentence = isRequired
    ? `${table}.${name} is new and must have a value: operations that write ${table} do not know which.`
    : `${table}.${name} is new: it stays empty in rows that are written here.`;
  return { sentence, forbidsWriting: isRequired };
}
