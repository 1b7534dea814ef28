import type { Database } from '@ticketgate/sdk';

/** Fewest new or changed rows that may ask for other plans. */
const FEWEST = 500;

/** Tables that have doubled since the planner last looked at them, with names that SQL takes. */
const GROWN = `
select format('%I.%I', grown.schemaname, grown.relname) as name
from pg_stat_user_tables grown join pg_class on pg_class.oid = grown.relid
where grown.schemaname in ('public', 'ticketgate') and grown.n_mod_since_analyze >= greatest(${FEWEST}, pg_class.reltuples)`;

/**
 * Tells the planner of tables that have grown. The checks of foreign keys keep the plans that they made while their tables were empty:
 * each new row reads the whole other table, until autovacuum looks after a minute or so. Resolves to the names of the tables.
 */
export async function analyzeGrownTables(database: Database): Promise<readonly string[]> {
  const grown = await database.query<{ name: string }>(GROWN);
  for (const { name } of grown) await database.query(`analyze (skip_locked) ${name}`);
  return grown.map(({ name }) => name);
}
