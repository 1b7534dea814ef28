import { createStartError, type Database, type Tables } from '@ticketgate/sdk';

import { hasTable, readValue, FAMILY_TABLES, type Host, HOSTS, OUR_HOST, WRITTEN_TABLES } from '../postgres/index.js';
import { compareTables, type HostDifference, describeTables, readTables, type TablesByName } from './host-tables.js';

export const HostUnknown = createStartError<{ lookedFor: readonly string[]; found: string }>(
  'Database.HostUnknown',
  ({ lookedFor, found }) =>
    `The database has tables that are not Ticketgate's (${found}), and it is not that of a known host. Looked for: ${lookedFor.join('; ')}. Point DATABASE_URL at the database of the host, or at an empty one.`,
);

export const HostUnfit = createStartError<{ host: string; differences: readonly string[] }>(
  'Database.HostUnfit',
  ({ host, differences }) =>
    `The database is most like that of ${host}, but operations could write wrongly to it: ${differences.join(' ')} Nothing was changed. Use a version of Ticketgate that knows this host, or report this message, so that the next one does.`,
);

export const HostForbidden = createStartError<{ host: string; user: string; lacking: readonly string[] }>(
  'Database.HostForbidden',
  ({ host, user, lacking }) =>
    `The database user ${user} lacks rights on the tables of ${host}: ${lacking.join('; ')}. Run as their owner: grant usage on schema public to ${user}; grant select, insert, update, delete on all tables in schema public to ${user}; grant usage on all sequences in schema public to ${user};`,
);

interface Rights {
  readonly user: string;
  readonly hasSchema: boolean;
  /** Tables that the user may not read, may not write, or whose sequences it may not use. */
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
async function requireGrants(database: Database, { name, tables }: Host): Promise<void> {
  const theirs = (ours: Iterable<string>) => [...ours].map((table) => tables.names[table] ?? table);
  const [rights] = await database.query<Rights>(READ, [theirs(Object.keys(FAMILY_TABLES)), theirs(WRITTEN_TABLES)]);
  if (rights === undefined) return;
  const lacking = [
    ...(rights.hasSchema ? [] : ['it may not use the schema public']),
    ...listDifference('it may not read', rights.unreadable),
    ...listDifference('it may not insert, update and delete in', rights.unwritable),
    ...listDifference('it may not use the sequences', rights.unnumbered),
  ];
  if (lacking.length > 0) throw new HostForbidden({ host: name, user: rights.user, lacking });
}

/** Further names are only counted. */
const MOST_NAMED = 5;

function listDifference(sentence: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${sentence} ${joinSome(names)}`];
}

function joinSome(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** The host whose tables a database has. */
export interface HostDatabase {
  /** The most similar declared host. */
  readonly host: Host;
  /** Whether the tables belong to it; otherwise they are ours. */
  readonly isAttached: boolean;
  /** Differences between the database and the host's declaration. */
  readonly differences: readonly HostDifference[];
}

/** Other applications rarely have one of these tables, and none has both. */
const MARKS = ['users', 'gi_webservice_config'] as const;
const GROUPS = 'groups_table';

/**
 * Recognises a host by its tables: among the declared hosts whose group table exists, the one with the fewest differences. A database that
 * is empty, or that our migrations created, is not attached.
 *
 * @throws StartError `Database.HostUnknown`, `Database.HostUnfit`, `Database.HostForbidden`
 */
export async function recogniseHost(database: Database): Promise<HostDatabase> {
  const found = await readTables(database);
  if (await isOurs(database, found)) return { host: OUR_HOST, isAttached: false, differences: [] };
  const [nearest] = candidatesIn(found).sort((a, b) => a.differences.length - b.differences.length);
  if (nearest === undefined) throw unknown(found);
  const { host, differences } = nearest;
  await requireGrants(database, host);
  const fatal = differences.filter(({ forbidsWriting }) => forbidsWriting).map(({ sentence }) => sentence);
  if (fatal.length > 0) throw new HostUnfit({ host: host.name, differences: shortenList(fatal) });
  return { host, isAttached: true, differences };
}

/** The tables and columns that statements can use. Read them after migrations, which change them. */
export async function readHostTables(database: Database, { host }: Pick<HostDatabase, 'host'>): Promise<Tables> {
  return describeTables(await readTables(database), host.tables.names);
}

/** A database with more differences has little in common with its host. */
const MOST_DIFFERENCES = 10;

function shortenList(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - MOST_DIFFERENCES;
  return more <= 0 ? sentences : [...sentences.slice(0, MOST_DIFFERENCES), `And ${more} more.`];
}

/** Whether our migrations created the tables, or may create them, which they never do among other tables. */
async function isOurs(database: Database, found: TablesByName): Promise<boolean> {
  if (found.size === 0) return true;
  if (!(await hasTable(database, 'ticketgate.migration'))) return false;
  const text = 'select exists (select from ticketgate.migration where made_family_tables)';
  return (await readValue<boolean>(database, text)) === true;
}

function candidatesIn(found: TablesByName): { host: Host; differences: readonly HostDifference[] }[] {
  if (!MARKS.every((table) => found.has(table))) return [];
  return HOSTS.filter(({ tables }) => found.has(nameGroupsTable(tables))).map((host) => ({
    host,
    differences: compareTables(found, host),
  }));
}

function nameGroupsTable({ names }: Host['tables']): string {
  return names[GROUPS] ?? GROUPS;
}

function unknown(found: TablesByName): Error {
  const lookedFor = HOSTS.map(({ name, tables }) => `${name}: ${[...MARKS, nameGroupsTable(tables)].join(', ')}`);
  return new HostUnknown({ lookedFor, found: joinSome([...found.keys()].sort()) });
}
