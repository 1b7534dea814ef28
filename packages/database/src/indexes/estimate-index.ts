import type { Database, ExpectedIndex } from '@ticketgate/sdk';

import { readValue } from '../postgres/index.js';
import { rolledBack } from '../rolled-back.js';

/** The benefit and the size of an index, by PostgreSQL's own estimates. */
export type IndexEstimate = Readonly<ReturnType<typeof scale>>;

/** Rows that are looked at. */
const SAMPLE = 10_000;

/**
 * Tries an index on a sample of the table: a temporary table of the same name, within a transaction that is rolled back. Neither the
 * table nor anybody who uses it notices.
 */
export async function estimateIndex(database: Database, expected: ExpectedIndex): Promise<IndexEstimate> {
  const { table, definition, example, extension } = expected;
  const before = await explainPlan(database, example);
  const size = 'select greatest(reltuples, 1)::bigint from pg_class where oid = to_regclass($1)';
  const all = (await readValue<number>(database, size, [`public.${table}`])) ?? 1;
  return rolledBack(database, async (transaction) => {
    if (extension !== undefined) await transaction.query(`create extension if not exists ${extension}`);
    const percent = Math.min(100, (200 * SAMPLE) / all);
    // The schema of temporary tables comes before all others: the example finds the sample.
    await transaction.query(
      `create temporary table ${table} on commit drop as select * from public.${table} tablesample system (${percent}) limit ${SAMPLE}`,
    );
    await transaction.query(`create index expected_index on pg_temp.${table} using ${definition}`);
    await transaction.query(`analyze pg_temp.${table}`);
    const after = await explainPlan(transaction, example);
    const [sample] = await transaction.query<{ rows: number; bytes: number }>(
      `select (select count(*) from pg_temp.${table}) as rows, pg_relation_size('pg_temp.expected_index') as bytes`,
    );
    return scale({ before, after, all, sample: sample ?? { rows: 0, bytes: 0 } });
  });
}

interface Plan {
  readonly cost: number;
  readonly rows: number;
}

interface Measured {
  readonly before: Plan;
  readonly after: Plan;
  readonly all: number;
  readonly sample: { readonly rows: number; readonly bytes: number };
}

/** PostgreSQL's default price of a row that is fetched through an index. */
const ROW_COST = 4;

/** The whole table has more rows to fetch than the sample; the way down the index is as long. */
function scale({ before, after, all, sample }: Measured) {
  const factor = sample.rows === 0 ? 1 : Math.max(all / sample.rows, 1);
  const rows = after.rows <= 1 ? after.rows : Math.min(before.rows, after.rows * factor);
  const more = Math.max(0, rows - after.rows) * ROW_COST;
  return {
    /** Cost of the example's plan today, in the planner's unit (a page read in sequence). */
    costBefore: before.cost,
    costAfter: Math.min(before.cost, after.cost + more),
    /** About; undefined for an empty table. */
    bytes: sample.rows === 0 ? undefined : Math.round(sample.bytes * factor),
  };
}

async function explainPlan(database: Database, statement: string): Promise<Plan> {
  const rows = await database.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${statement}`);
  const text = rows[0]?.['QUERY PLAN'];
  // The format is PostgreSQL's documented one; the driver may have parsed it already.
  const [top] = (typeof text === 'string' ? JSON.parse(text) : text) as [
    { Plan: { 'Total Cost': number; 'Plan Rows': number } },
  ];
  return { cost: top.Plan['Total Cost'], rows: top.Plan['Plan Rows'] };
}
