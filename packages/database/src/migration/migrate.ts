import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, type Host } from '../postgres/index.js';
import { createStartError, isOperationError, type Database, type Migration } from '@ticketgate/sdk';

import { storeSources, ownerOf, requireUnchanged, type DevelopedPlugin } from './developed-plugins.js';
import { relationsCreatedBy } from './created-relations.js';
import { acquireMigrationLock } from './migration-lock.js';

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

export const MigrationFailed = createStartError<{ name: string; reason: string; place: string | undefined }>(
  'Database.MigrationFailed',
  ({ name, reason, place }) =>
    `The migration ${name} failed and changed nothing: ${reason}. Mend it${place === undefined ? '' : ` (${place})`}, then start again.`,
);

export interface MigrateOptions {
  /** True when the tables belong to a host system: only our own schema is migrated. */
  readonly isAttached: boolean;
  readonly onProgress?: (sentence: string) => void;
  /** Plugins whose authors are at work: a migration of theirs that has changed since it was applied is an error. */
  readonly developed?: readonly DevelopedPlugin[];
}

/**
 * Applies what has not been applied yet, in the order of the list, each step in one transaction. Processes that start at
 * the same time wait for each other.
 *
 * @returns the names of the applied steps
 * @throws StartError `Database.NewerThanCode`, `Database.MigrationFailed`, `Database.MigrationChanged`
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  options: MigrateOptions,
): Promise<readonly string[]> {
  const { developed = [], onProgress = () => undefined } = options;
  const wanted = wantedOf(migrations, options.isAttached);
  await prepare(database, onProgress);
  await requireUnchanged(database, developed);
  const applied: string[] = [];
  const pending = await findPending(database, migrations, wanted);
  const isNew = pending.length === wanted.length;
  if (isNew) onProgress('Creating the tables …');
  for (const migration of pending) {
    if (!isNew) onProgress(`Migrating: ${migration.name} …`);
    if (await applyAmongRequests(database, migration, onProgress)) applied.push(migration.name);
  }
  await storeSources(database, developed);
  return applied;
}

/**
 * For those who must not change the tables.
 *
 * @throws StartError `Database.NotMigrated`, `Database.NewerThanCode`
 */
export async function requireMigrated(
  database: Database,
  migrations: readonly Migration[],
  { isAttached, host }: Pick<MigrateOptions, 'isAttached'> & { readonly host?: Pick<Host, 'name'> },
): Promise<void> {
  const wanted = wantedOf(migrations, isAttached);
  const isNew = !(await hasMigrations(database));
  const pending = isNew ? wanted : await findPending(database, migrations, wanted);
  if (pending.length > 0)
    throw new NotMigrated({
      names: pending.map(({ name }) => name),
      isNew,
      of: host && isAttached ? ` of ${host.name}` : '',
    });
}

async function hasMigrations(database: Database): Promise<boolean> {
  const [found] = await database.query<{ ours: boolean }>(
    `select to_regclass('ticketgate.migration') is not null as ours`,
  );
  return found?.ours === true;
}

function wantedOf(migrations: readonly Migration[], isAttached: boolean): readonly Migration[] {
  return migrations.filter((migration) => !isAttached || migration.schema === 'ticketgate');
}

type OnProgress = NonNullable<MigrateOptions['onProgress']>;

async function prepare(database: Database, onProgress: OnProgress): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await acquireMigrationLock(transaction, onProgress);
    await transaction.query('create schema if not exists ticketgate');
    await transaction.query(`create table if not exists ticketgate.migration (
      name text primary key,
      made_family_tables boolean not null,
      applied_at timestamptz not null default now()
    )`);
    // Only where it lacks them: the statement waits for a backup that reads the table.
    const columns = await transaction.query(
      `select from pg_attribute where attrelid = 'ticketgate.migration'::regclass and attname = 'made'`,
    );
    if (columns.length > 0) return;
    await transaction.query(
      `alter table ticketgate.migration add column made text[] not null default '{}', add column source text`,
    );
  });
}

async function findPending(
  database: Database,
  known: readonly Migration[],
  wanted: readonly Migration[],
): Promise<readonly Migration[]> {
  const rows = await database.query<{ name: string }>('select name from ticketgate.migration');
  const done = new Set(rows.map(({ name }) => name));
  // A plugin that is switched off leaves its steps behind: only steps of packages that are here can be missing in the code.
  const owners = new Set(known.map(({ name }) => ownerOf(name)));
  const names = new Set(known.map(({ name }) => name));
  const newer = [...done].filter((name) => owners.has(ownerOf(name)) && !names.has(name));
  if (newer.length > 0) throw new NewerThanCode({ names: newer });
  return wanted.filter(({ name }) => !done.has(name));
}

/** A table without a schema in its name is made in the first of these; what a step only reads is found in the others, too. */
const SEARCH_PATH: Readonly<Record<Migration['schema'], string>> = {
  family: 'public',
  ticketgate: 'ticketgate, public',
};

/** Most attempts at a step, and milliseconds between two of them. */
const ATTEMPTS = 50;
const PAUSE = 250;
/**
 * How long a step waits for a lock. PostgreSQL looks for deadlocks after a second and may end a request then, so a step gives up before
 * that; only the last attempt waits.
 */
const LOCK_TIMEOUT = '200ms';

/** Where the earlier version serves, its requests may hold locks in another order than a step takes them. Nothing of the step was kept then. */
async function applyAmongRequests(database: Database, migration: Migration, onProgress: OnProgress): Promise<boolean> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await apply(database, migration, LOCK_TIMEOUT);
    } catch (cause) {
      if (!isLocked(cause)) throw cause;
      await wait(PAUSE);
    }
  }
  onProgress(`${migration.name} waits for a lock; pg_blocking_pids() of PostgreSQL says who has it …`);
  return apply(database, migration, '0');
}

/** PostgreSQL's own code, of a deadlock or of a lock that was not to be had, is at the end of the causes. */
function isLocked(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ['40P01', '55P03'].includes(errorCode(cause)) || isLocked(cause.cause);
}

/** False when another process applied it meanwhile. */
function apply(database: Database, migration: Migration, lockTimeout: string): Promise<boolean> {
  return database.withTransaction(async (transaction) => {
    await acquireMigrationLock(transaction);
    const inserted = await transaction.query(
      'insert into ticketgate.migration (name, made_family_tables) values ($1, $2) on conflict do nothing returning name',
      [migration.name, migration.schema === 'family'],
    );
    if (inserted.length === 0) return false;
    await transaction.query(`set local lock_timeout = '${lockTimeout}'`);
    await transaction.query(`set local search_path = ${SEARCH_PATH[migration.schema]}`);
    try {
      const made = await relationsCreatedBy(transaction, () => migration.up(transaction));
      await transaction.query('update ticketgate.migration set made = $2 where name = $1', [migration.name, made]);
    } catch (cause) {
      throw new MigrationFailed({ name: migration.name, ...describeFailure(cause) }, cause);
    }
    return true;
  });
}

/** Frames that say nothing to the author of a migration. */
const OURS =
  /node:|@ticketgate[\\/](?:database|postgres)|packages[\\/](?:database|postgres)[\\/](?:src|dist)|node_modules[\\/](?:pg|knex)/;

/** Why a step failed, and the first place outside of packages. */
function describeFailure(cause: unknown): { readonly reason: string; readonly place: string | undefined } {
  const error = isOperationError(cause) ? cause.cause : cause;
  if (!(error instanceof Error)) return { reason: String(error), place: undefined };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  const frame = frames.find((line) => !OURS.test(line));
  return { reason: error.message, place: frame?.replace(/^ +at (?:async )?/, '') };
}
