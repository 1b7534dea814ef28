import type { Database } from '@ticketgate/sdk';

/** The health of a PostgreSQL server. */
export interface DatabaseCondition {
  /** For example `15.18`. */
  readonly version: string;
  readonly major: number;
  readonly encoding: string;
  /** Its clock. */
  readonly now: Date;
  /** Settings that protect data but are off. */
  readonly protectionOff: readonly string[];
  /** Connections available to ordinary roles, and those in use. */
  readonly mostConnections: number;
  readonly connections: number;
  /** Age of the oldest open transaction, in seconds. */
  readonly transactionSeconds: number;
}

export interface BloatedTable {
  readonly name: string;
  readonly rows: number;
  readonly deadRows: number;
}

/** Dead rows beyond which autovacuum should have run: its default threshold is a fifth of the live rows. */
const DEAD_SHARE = 0.4;
const FEWEST_DEAD = 10_000;

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
  ) as "transactionSeconds"`;

const BLOATED = `select relid::regclass::text as name, n_live_tup::float8 as rows, n_dead_tup::float8 as "deadRows"
  from pg_stat_user_tables where n_dead_tup > $1 and n_dead_tup > $2::float8 * n_live_tup order by n_dead_tup desc`;

export async function readDatabaseCondition(database: Database): Promise<DatabaseCondition> {
  const [condition] = await database.query<DatabaseCondition>(CONDITION);
  if (condition === undefined) throw new Error('PostgreSQL has answered without a row.');
  return condition;
}

/** Tables with so many dead rows that vacuum does not keep up, the worst first. */
export function findBloatedTables(database: Database): Promise<readonly BloatedTable[]> {
  return database.query<BloatedTable>(BLOATED, [FEWEST_DEAD, DEAD_SHARE]);
}
