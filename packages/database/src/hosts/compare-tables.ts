import { FAMILY_TABLES, type Host, OPTIONAL_PARTS, WRITTEN_TABLES } from '../postgres/index.js';

import type { Column, TablesByName } from './read-tables.js';

/** A difference between a database and the declaration of its host. */
export interface HostDifference {
  /** What differs and what that means, as a sentence. */
  readonly sentence: string;
  /** Whether an operation could write a wrong row. */
  readonly forbidsWriting: boolean;
}

/** What is missing in a database of this host, and what is new. */
export function compareTables(found: TablesByName, { tables }: Pick<Host, 'tables'>): readonly HostDifference[] {
  const lacking = new Set(tables.lacks);
  return Object.entries(FAMILY_TABLES)
    .filter(([table]) => !lacking.has(table))
    .flatMap(([table, columns]) => {
      const name = tables.names[table] ?? table;
      const known = columns.split(' ').filter((column) => !lacking.has(`${table}.${column}`));
      const actual = found.get(name);
      if (actual === undefined) return [missing(table, name, WRITTEN_TABLES.has(table))];
      return [...missingColumns({ table, name, known }, actual), ...newColumns({ table, name, known }, actual)];
    });
}

interface DeclaredTable {
  /** The name in the family. */
  readonly table: string;
  /** The name of the host. */
  readonly name: string;
  readonly known: readonly string[];
}

function missingColumns({ table, name, known }: DeclaredTable, actual: readonly Column[]): readonly HostDifference[] {
  const present = new Set(actual.map((column) => column.name));
  return known
    .filter((column) => !present.has(column))
    .map((column) => missing(`${table}.${column}`, `${name}.${column}`, WRITTEN_TABLES.has(table)));
}

function missing(part: string, name: string, isWritten: boolean): HostDifference {
  const without = OPTIONAL_PARTS[part];
  const forbidsWriting = isWritten && without === undefined;
  const meaning = without ?? (isWritten ? 'operations write it' : 'requests that need it fail');
  return { sentence: `${name} is missing: ${meaning}.`, forbidsWriting };
}

function newColumns({ table, name, known }: DeclaredTable, actual: readonly Column[]): readonly HostDifference[] {
  const isWritten = WRITTEN_TABLES.has(table);
  // Reading goes by names, so a new column of a table that is not written changes nothing.
  const unknown = isWritten ? actual.filter((column) => !known.includes(column.name)) : [];
  return unknown.map((column) => ({
    sentence: column.isRequired
      ? `${name}.${column.name} is new and must have a value: operations that write ${name} do not know which.`
      : `${name}.${column.name} is new: it stays empty in rows that are written here.`,
    forbidsWriting: column.isRequired,
  }));
}
