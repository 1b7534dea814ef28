import type { Database } from '@ticketgate/sdk';

export interface DatabaseCondition {
  /** For example `15.18`. */
  readonly version: string;
  readonly major: number;
  readonly encoding: string;
  /** By its own clock. */
  readonly now: Date;
  /** Settings that protect data but are off. */
  readonly protectionOff: readonly string[];
  /** Connections available to ordinary roles, and those in use. */
  readonly mostConnections: number;
  readonly connections: number;
  /** Age of the oldest open transaction, in seconds. */
  readonly transactionSeconds: number;
  readonly installed: Date;
  /** When `ticketgate backup` ran last; null before the first time. */
  readonly backedUp: Date | null;
}

export interface BloatedTable {
  readonly name: string;
  readonly rows: number;
  readonly deadRows: number;
}

/** Dead rows above which autovacuum should have run: its default threshold is a fifth of the live rows. */
const DEAD_SHARE = 0.4;
const FEWEST_DEAD = 10_000;

/** The action of backups in the audit log. */
export const BACKED_UP = 'backup written';

const CONDITION = `select
  current_setting('server_version') as version,
  current_setting('server_version_num')::integer / 10000 as major,
  current_setting('server_encoding') as encoding,
  clock_timestamp() as now,
  array(
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum') and setting = 'off' order by name
  ) as "protectionOff",
  current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as "mostConnections",
  (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
  (
    select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float8
    from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'
  ) as "transactionSeconds",
  (select min(applied_at) from ticketgate.migration) as installed,
  (select max(at) from ticketgate.audit where action = '${BACKED_UP}') as "backedUp"`;

const BLOATED = `select relid::regclass::text as name, n_live_tup::float8 as rows, n_dead_tup::float8 as "deadRows"
  from pg_stat_user_tables where n_dead_tup > $1 and n_dead_tup > $2::float8 * n_live_tup order by n_dead_tup desc`;

export async function readDatabaseCondition(database: Database): Promise<DatabaseCondition> {
  const [condition] = await database.query<DatabaseCondition>(CONDITION);
  if (condition === undefined) throw new Error('PostgreSQL has answered without a row.');
  return condition;
}

/** Tables with so many dead rows that vacuum does not keep up, worst first. */
export function findBloatedTables(database: Database): Promise<readonly BloatedTable[]> {
  return database.query<BloatedTable>(BLOATED, [FEWEST_DEAD, DEAD_SHARE]);
}

export interface TableSize {
  /** With its schema. */
  readonly name: string;
  /** PostgreSQL's estimate; null before its first analysis. */
  readonly rows: number | null;
  /** Including indexes and long values. */
  readonly bytes: number;
}

/** Most tables in the list; the others are small. */
const MOST = 15;

const LARGEST = `
select pg_namespace.nspname || '.' || relname as name,
  case when reltuples < 0 then null else reltuples::float8 end as rows, pg_total_relation_size(pg_class.oid)::float8 as bytes
from pg_class join pg_namespace on pg_namespace.oid = relnamespace
where relkind = 'r' and nspname in (current_schema(), 'ticketgate')
order by bytes desc, name
limit $1`;

export function largestTables(database: Database): Promise<TableSize[]> {
  return database.query<TableSize>(LARGEST, [MOST]);
}

/** Fewer new or changed rows do not require other plans. */
const FEWEST = 500;

/** Tables that have doubled since the planner last analyzed them, by their quoted names. */
const GROWN = `
select format('%I.%I', grown.schemaname, grown.relname) as name
from pg_stat_user_tables grown join pg_class on pg_class.oid = grown.relid
where grown.schemaname in ('public', 'ticketgate') and grown.n_mod_since_analyze >= greatest(${FEWEST}, pg_class.reltuples)`;

/**
 * Updates the planner's statistics of tables that have grown. Checks of foreign keys keep the plans from when their tables were empty: each
 * new row reads the whole other table, until autovacuum runs after a minute or so. Resolves to the names of the tables.
 */
export async function analyzeGrownTables(database: Database): Promise<readonly string[]> {
  const grown = await database.query<{ name: string }>(GROWN);
  for (const { name } of grown) await database.query(`analyze (skip_locked) ${name}`);
  return grown.map(({ name }) => name);
}
