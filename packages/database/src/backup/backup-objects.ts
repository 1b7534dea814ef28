import { escapeIdentifier, type Client } from 'pg';

import { SCHEMAS } from './backup-format.js';

export interface BackupTable {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted; without generated columns. */
  readonly columns: readonly string[];
}

// Objects of an extension are created together with it.
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

/** Lists sequences by their quoted names. They are not transactional: read after the tables, their values cover those of the rows. */
export async function listSequences(client: Client) {
  const { rows } = await client.query<{ name: string; value: string; isCalled: boolean }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name,
       coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
     from pg_sequences where schemaname = any($1) order by 1`,
    [SCHEMAS],
  );
  return rows;
}

/** Drops all foreign keys, so that tables can be filled in any order. Returns a function that creates them again. */
export async function dropForeignKeys(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text = any($1)`,
    [SCHEMAS],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}
