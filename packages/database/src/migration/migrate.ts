import { createStartError, type Database, type Migration } from '@ticketgate/sdk';

import { hasTable, readMigrations, type Host } from '../postgres/index.js';
import { acquireMigrationLock, applyAmongRequests } from './apply-migration.js';
import text from './database-migrations.sql';

export const databaseMigrations = readMigrations(text);

export const NewerThanCode = createStartError<{ names: readonly string[] }>(
  'Database.NewerThanCode',
  ({ names }) =>
    `A newer version has migrated the database (${names.join(', ')}). Install that version, or restore an earlier backup.`,
);

export const NotMigrated = createStartError<{ names: readonly string[]; isNew: boolean; of: string }>(
  'Database.NotMigrated',
  ({ names, isNew, of }) =>
    `${isNew ? `The database${of} has no tables of Ticketgate yet` : `The database lacks steps of this version (${names.join(', ')})`}. Start a server of this version with it, or run "ticketgate migrate".`,
);

export interface MigrateOptions {
  /** True if the tables belong to a host system: only our own schema is migrated. */
  readonly isAttached: boolean;
  readonly onProgress?: (sentence: string) => void;
}

/**
 * Applies the migrations that have not been applied yet, in order, each in one transaction. Processes that start at the same time wait for
 * each other.
 *
 * @returns the names of the applied migrations
 * @throws StartError `Database.NewerThanCode`, `Database.MigrationFailed`
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  options: MigrateOptions,
): Promise<readonly string[]> {
  const { onProgress = () => undefined } = options;
  const wanted = pickMigrations(migrations, options.isAttached);
  await prepare(database, onProgress);
  const applied: string[] = [];
  const pending = await findPending(database, migrations, wanted);
  const isNew = pending.length === wanted.length;
  if (isNew) onProgress('Creating the tables …');
  for (const migration of pending) {
    if (!isNew) onProgress(`Migrating: ${migration.name} …`);
    if (await applyAmongRequests(database, migration, onProgress)) applied.push(migration.name);
  }
  return applied;
}

/**
 * For commands and processes that must not change the tables.
 *
 * @throws StartError `Database.NotMigrated`, `Database.NewerThanCode`
 */
export async function requireMigrated(
  database: Database,
  migrations: readonly Migration[],
  { isAttached, host }: Pick<MigrateOptions, 'isAttached'> & { readonly host?: Pick<Host, 'name'> },
): Promise<void> {
  const wanted = pickMigrations(migrations, isAttached);
  const isNew = !(await hasTable(database, 'ticketgate.migration'));
  const pending = isNew ? wanted : await findPending(database, migrations, wanted);
  if (pending.length > 0)
    throw new NotMigrated({
      names: pending.map(({ name }) => name),
      isNew,
      of: host && isAttached ? ` of ${host.name}` : '',
    });
}

function pickMigrations(migrations: readonly Migration[], isAttached: boolean): readonly Migration[] {
  return migrations.filter((migration) => !isAttached || migration.schema === 'ticketgate');
}

type OnProgress = NonNullable<MigrateOptions['onProgress']>;

/** The last two columns only exist for the backups of earlier versions. */
async function prepare(database: Database, onProgress: OnProgress): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await acquireMigrationLock(transaction, onProgress);
    await transaction.query('create schema if not exists ticketgate');
    await transaction.query(`create table if not exists ticketgate.migration (
      name text primary key,
      made_family_tables boolean not null,
      applied_at timestamptz not null default now(),
      made text[] not null default '{}',
      source text
    )`);
  });
}

async function findPending(
  database: Database,
  known: readonly Migration[],
  wanted: readonly Migration[],
): Promise<readonly Migration[]> {
  const rows = await database.query<{ name: string }>('select name from ticketgate.migration');
  const done = new Set(rows.map(({ name }) => name));
  // Steps of a plugin that was switched off remain: only those of known packages can be newer than the code.
  const owners = new Set(known.map(({ name }) => nameOwner(name)));
  const names = new Set(known.map(({ name }) => name));
  const newer = [...done].filter((name) => owners.has(nameOwner(name)) && !names.has(name));
  if (newer.length > 0) throw new NewerThanCode({ names: newer });
  return wanted.filter(({ name }) => !done.has(name));
}

/** The package of a migration: the first part of its name. */
function nameOwner(name: string): string {
  return name.split('/')[0] ?? name;
}
