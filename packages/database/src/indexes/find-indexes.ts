import type { Database, ExpectedIndex } from '@ticketgate/sdk';

import { listServed } from '../postgres/statements/list-served.js';

export interface IndexState {
  readonly expected: ExpectedIndex;
  /** `unfinished`: its creation was interrupted; PostgreSQL does not use it. */
  readonly state: 'present' | 'missing' | 'unfinished';
  /** The index that serves the purpose, under any name. */
  readonly name?: string;
  readonly bytes?: number;
}

interface StoredIndex {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly isValid: boolean;
  readonly bytes: number;
}

const STORED = `
select t.relname as "table", i.relname as name, pg_get_indexdef(i.oid) as definition,
  x.indisvalid and x.indisready as "isValid", pg_relation_size(i.oid) as bytes
from pg_index x
join pg_class i on i.oid = x.indexrelid
join pg_class t on t.oid = x.indrelid
where t.relnamespace = to_regnamespace('public') and t.relname = any($1) and x.indpred is null`;

const TABLES = `select relname as name from pg_class where relnamespace = to_regnamespace('public') and relname = any($1) and relkind in ('r', 'p')`;

/** Indexes of tables that do not exist are left out. */
export async function findIndexes(
  database: Database,
  expected: readonly ExpectedIndex[],
): Promise<readonly IndexState[]> {
  const tables = [...new Set(expected.map(({ table }) => table))];
  const there = new Set((await database.query<{ name: string }>(TABLES, [tables])).map(({ name }) => name));
  const stored = await database.query<StoredIndex>(STORED, [tables]);
  return expected.filter(({ table }) => there.has(table)).map((each) => examineIndex(each, stored));
}

function examineIndex(expected: ExpectedIndex, stored: readonly StoredIndex[]): IndexState {
  const own = indexName(expected);
  const serves = (each: StoredIndex) => listServed(each.definition).includes(expected.definition);
  const alike = stored.filter((each) => each.table === expected.table && serves(each));
  const valid = alike.find(({ isValid }) => isValid);
  if (valid !== undefined) return { expected, state: 'present', name: valid.name, bytes: valid.bytes };
  const unfinished = stored.some(({ name, isValid }) => name === own && !isValid);
  return { expected, state: unfinished ? 'unfinished' : 'missing' };
}

/** The name of an index that we create on an attached database. */
export function indexName({ name }: ExpectedIndex): string {
  return `ticketgate_${name}`;
}

/** The statements that create an index while others read and write the table. Each runs outside a transaction. */
export function indexStatements({ expected, state }: IndexState): readonly string[] {
  const name = indexName(expected);
  return [
    ...(expected.extension === undefined ? [] : [`create extension if not exists ${expected.extension}`]),
    ...(state === 'unfinished' ? [`drop index concurrently if exists public.${name}`] : []),
    `create index concurrently ${name} on public.${expected.table} using ${expected.definition}`,
  ];
}

/**
 * Creates a missing index, or one whose creation was interrupted. `database` must not limit the time of statements.
 *
 * @throws OperationError `Database.…`; an error of the driver if the role lacks the right
 */
export async function makeIndex(database: Database, state: IndexState): Promise<void> {
  for (const statement of indexStatements(state)) await database.query(statement);
}

/** Updates the planner's statistics for the new indexes. */
export function analyzeStatement(table: string): string {
  return `analyze public.${table}`;
}
