import type { Database, ExpectedIndex } from '@ticketgate/sdk';

import { INDEX_PREFIX, type IndexState } from './find-indexes.js';

/** How far PostgreSQL is with an index. */
export interface IndexProgress {
  /** For example `building index: scanning table`. */
  readonly phase: string;
  /** 0 to 100; undefined where PostgreSQL does not count. */
  readonly percent: number | undefined;
}

export function indexName({ name }: ExpectedIndex): string {
  return `${INDEX_PREFIX}${name}`;
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
 * Creates a missing index; an interrupted one is created again. `database` must not limit the time of statements.
 *
 * @throws OperationError `Database.…`; an error of the driver where the role may not
 */
export async function makeIndex(database: Database, state: IndexState): Promise<void> {
  for (const statement of indexStatements(state)) await database.query(statement);
}

/** So that the planner knows what the new indexes hold. */
export function analyzeStatement(table: string): string {
  return `analyze public.${table}`;
}

/** Drops the indexes that were created here; the host's own stay. Returns their names. */
export async function dropIndexes(database: Database, expected: readonly ExpectedIndex[]): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = to_regnamespace('public') and relkind = 'i' and relname = any($1) order by relname`,
    [expected.map(indexName)],
  );
  for (const { name } of rows) await database.query(`drop index concurrently if exists public.${name}`);
  return rows.map(({ name }) => name);
}

const PROGRESS = `
select p.phase, case when p.blocks_total > 0 then round(100.0 * p.blocks_done / p.blocks_total)::integer end as percent
from pg_stat_progress_create_index p
where p.datname = current_database() and p.relid = to_regclass($1)`;

/** Undefined if no index is being created on the table, or this role may not see it. */
export async function indexProgress(database: Database, table: string): Promise<IndexProgress | undefined> {
  const [row] = await database.query<{ phase: string; percent: number | null }>(PROGRESS, [`public.${table}`]);
  return row === undefined ? undefined : { phase: row.phase, percent: row.percent ?? undefined };
}
