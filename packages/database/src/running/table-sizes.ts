import type { Database } from '@ticketgate/sdk';

/** How much room a table takes. */
export interface TableSize {
  /** With its schema. */
  readonly name: string;
  /** As PostgreSQL estimates them; null before it has looked. */
  readonly rows: number | null;
  /** With its indexes and long values. */
  readonly bytes: number;
}

/** Tables that are told; the others are small. */
const MOST = 15;

const LARGEST = `
select pg_namespace.nspname || '.' || relname as name,
  case when reltuples < 0 then null else reltuples::float8 end as rows, pg_total_relation_size(pg_class.oid)::float8 as bytes
from pg_class join pg_namespace on pg_namespace.oid = relnamespace
where relkind = 'r' and nspname in (current_schema(), 'ticketgate')
order by bytes desc, name
limit $1`;

/** The largest tables first. */
export function largestTables(database: Database): Promise<TableSize[]> {
  return database.query<TableSize>(LARGEST, [MOST]);
}
