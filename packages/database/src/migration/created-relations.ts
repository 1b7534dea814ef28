import type { Database } from '@ticketgate/sdk';

/** Relations that nothing else creates: neither sequences of identity columns nor indexes of constraints. */
const RELATIONS = `select relation.oid::int8 as id, format('%I.%I', nspname, relname) as name
  from pg_class relation join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in ('public', 'ticketgate') and relkind in ('r', 'p', 'v', 'm', 'S', 'i')
    and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = relation.oid and deptype = 'i')`;

interface Relation {
  readonly id: number;
  readonly name: string;
}

/** Runs `work`, and answers the names of the tables, views, sequences and indexes that it makes. */
export async function relationsCreatedBy(transaction: Database, work: () => Promise<void>): Promise<readonly string[]> {
  const before = await transaction.query<Relation>(RELATIONS);
  await work();
  const after = await transaction.query<Relation>(`${RELATIONS} and not relation.oid::int8 = any($1)`, [
    before.map(({ id }) => id),
  ]);
  return after.map(({ name }) => name);
}

const KINDS: Readonly<Record<string, string>> = {
  r: 'table',
  p: 'table',
  v: 'view',
  m: 'materialized view',
  S: 'sequence',
  i: 'index',
};

/** Drops relations with all that depends on them. Some go with others, for example indexes with their table. */
export async function dropRelations(transaction: Database, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [found] = await transaction.query<{ relkind: string }>(
      'select relkind from pg_class where oid = to_regclass($1)',
      [name],
    );
    // A name as PostgreSQL itself has quoted it.
    if (found !== undefined) await transaction.query(`drop ${KINDS[found.relkind] ?? 'table'} ${name} cascade`);
  }
}
