import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';

import { SCHEMAS } from './backup-format.js';

export interface BackupTable {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted; without computed columns. */
  readonly columns: readonly string[];
}

// Objects of an extension are created with it.
const TABLES = `
select pg_namespace.nspname as schema, pg_class.relname as name, array_agg(attname order by attnum)::text[] as columns
from pg_class
join pg_namespace on pg_namespace.oid = pg_class.relnamespace
join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
where nspname = any($1) and relkind = 'r'
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
group by 1, 2 order by 1, 2`;

export async function listTables(client: Client): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: readonly string[] }>(TABLES, [SCHEMAS]);
  return rows.map(({ schema, name, columns }) => ({
    name: `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
    columns: columns.map((column) => escapeIdentifier(column)),
  }));
}
