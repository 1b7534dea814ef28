import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Database } from '@ticketgate/sdk';
import pg from 'pg';

export const ORACLE = join(import.meta.dirname, '..', '..', '..', 'shared', 'oracle');

/** A host whose answers were recorded, with its database as it was before. */
export interface RecordedHost {
  /** As it is declared. */
  readonly name: string;
  readonly profile: 'otobo' | 'znuny' | 'otrs';
  /** Its folder below {@link ORACLE}. */
  readonly folder: string;
  readonly groups: string;
  /** The name of its settings and of the rows that it wrote, in the folder `rows`. */
  readonly rows?: string;
  /** A file of plain SQL below {@link ORACLE} with what was added to its database. */
  readonly added?: string;
  /** What it had in its configuration file. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const SETTINGS = {
  CheckMXRecord: 0,
  CheckEmailInvalidAddress: '@(anywhere|demo|foo|some|somewhere)\\.(..|...)$',
  SystemID: '10',
};

const HOSTS: readonly RecordedHost[] = [
  {
    name: 'OTOBO 11',
    profile: 'otobo',
    folder: '',
    groups: 'groups_table',
    rows: 'otobo',
    settings: { ...SETTINGS, OTOBOTimeZone: 'UTC' },
  },
  {
    name: 'Znuny 6.5',
    profile: 'znuny',
    folder: 'znuny65',
    groups: 'permission_groups',
    rows: 'znuny65',
    settings: { ...SETTINGS, OTRSTimeZone: 'UTC' },
  },
  {
    name: 'OTRS 6.0',
    profile: 'otrs',
    folder: 'otrs60',
    groups: 'groups',
    settings: { ...SETTINGS, OTRSTimeZone: 'UTC' },
  },
];

/** Those whose recordings are here; the others are reported and skipped. */
export const RECORDED_HOSTS = HOSTS.filter(({ name, folder }) => {
  const isHere = existsSync(join(ORACLE, folder, 'seed.sql.gz'));
  if (!isHere) process.stderr.write(`skipped: the database of ${name} (../shared/oracle) is not here\n`);
  return isHere;
});

/** Lines for psql, which a dump of a newer PostgreSQL begins and ends with. */
const PSQL = /^\\(?:un)?restrict .*$/gm;

/** The database of a host, with the settings that were shipped with it. The dumps are plain SQL of many statements. */
export async function restoreHost(
  url: string,
  { folder, rows, added }: Pick<RecordedHost, 'folder' | 'rows' | 'added'>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const files = [join(folder, 'seed.sql.gz'), ...(rows === undefined ? [] : [join('rows', `${rows}-settings.sql.gz`)])];
  for (const file of files) {
    const dump = gunzipSync(readFileSync(join(ORACLE, file))).toString('utf8');
    await client.query(dump.replace(PSQL, ''));
    await client.query('set search_path to public');
  }
  if (added !== undefined) await client.query(readFileSync(join(ORACLE, added), 'utf8'));
  await client.end();
}

const SHIP = `
insert into sysconfig_default (name, description, navigation, is_invisible, is_readonly, is_required, is_valid, has_configlevel,
  user_modification_possible, user_modification_active, xml_content_raw, xml_content_parsed, xml_filename, effective_value, is_dirty,
  exclusive_lock_guid, create_time, create_by, change_time, change_by)
values ($1, '', '', 0, 0, 0, 1, 0, 0, 0, '', '', '', '--- shipped', 0, '0', now(), 1, now(), 1) on conflict (name) do nothing`;
const CHANGE = `
insert into sysconfig_modified (sysconfig_default_id, name, is_valid, user_modification_active, effective_value, is_dirty, reset_to_default,
  create_time, create_by, change_time, change_by)
select id, name, $3::int, 0, $2, 0, 0, now(), 1, now(), 1 from sysconfig_default where name = $1`;

/** Changes a setting as an administrator of the host does. */
export async function changeSetting(
  database: Database,
  { name, value, isValid = 1 }: { readonly name: string; readonly value: string; readonly isValid?: number },
): Promise<void> {
  await database.query(SHIP, [name]);
  await database.query(CHANGE, [name, value, isValid]);
}

/** Everything that DDL could change: columns, constraints, indexes, sequences and functions of the host's schema. */
const CATALOGUE = `
select 'column' as kind, table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '') || ' ' || is_nullable as text
from information_schema.columns where table_schema = 'public'
union all select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
from pg_constraint where connamespace = 'public'::regnamespace
union all select 'index', indexdef from pg_indexes where schemaname = 'public'
union all select 'class', relname || ' ' || relkind::text from pg_class where relnamespace = 'public'::regnamespace
union all select 'function', proname from pg_proc where pronamespace = 'public'::regnamespace
order by 1, 2`;

export function catalogueOf(database: Database): Promise<readonly { readonly kind: string; readonly text: string }[]> {
  return database.query(CATALOGUE);
}
