import { FAMILY_TABLES, type Host, WRITTEN_TABLES } from '../postgres/index.js';
import type { Database } from '@ticketgate/sdk';

import { HostForbidden } from './host-errors.js';

interface Rights {
  readonly user: string;
  readonly hasSchema: boolean;
  /** Tables that the user may not read, write, or number rows of. */
  readonly unreadable: readonly string[];
  readonly unwritable: readonly string[];
  readonly unnumbered: readonly string[];
}

const READ = `
with tables as (
  select c.oid, c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p')
)
select quote_ident(current_user) as user, has_schema_privilege('public', 'usage') as "hasSchema",
  array(select name from tables where name = any($1) and not has_table_privilege(oid, 'select') order by 1) as unreadable,
  array(select name from tables where name = any($2) and not (has_table_privilege(oid, 'insert')
    and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) order by 1) as unwritable,
  array(select distinct sequence.relname::text from tables
    join pg_depend d on d.refobjid = tables.oid and d.refclassid = 'pg_class'::regclass and d.classid = 'pg_class'::regclass
    join pg_class sequence on sequence.oid = d.objid
    where tables.name = any($2)
      and case sequence.relkind when 'S' then not has_sequence_privilege(sequence.oid, 'usage') end order by 1) as unnumbered`;

/** @throws StartError `Database.HostForbidden` */
export async function requireRights(database: Database, { name, tables }: Host): Promise<void> {
  const theirs = (ours: Iterable<string>) => [...ours].map((table) => tables.names[table] ?? table);
  const [rights] = await database.query<Rights>(READ, [theirs(Object.keys(FAMILY_TABLES)), theirs(WRITTEN_TABLES)]);
  if (rights === undefined) return;
  const lacking = [
    ...(rights.hasSchema ? [] : ['it may not use the schema public']),
    ...listed('it may not read', rights.unreadable),
    ...listed('it may not insert, update and delete in', rights.unwritable),
    ...listed('it may not use the sequences', rights.unnumbered),
  ];
  if (lacking.length > 0) throw new HostForbidden({ host: name, user: rights.user, lacking });
}

/** Names after this many are counted only. */
const MOST_NAMED = 5;

function listed(sentence: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return [`${sentence} ${names.slice(0, MOST_NAMED).join(', ')}${more}`];
}
