import { setTimeout as wait } from 'node:timers/promises';
import { createStartError, isOperationError, type Database, type Migration } from '@ticketgate/sdk';

import { errorCode, readValue } from '../postgres/index.js';

export const MigrationFailed = createStartError<{ name: string; reason: string; place: string | undefined }>(
  'Database.MigrationFailed',
  ({ name, reason, place }) =>
    `The migration ${name} failed and changed nothing: ${reason}. Fix it${place === undefined ? '' : ` (${place})`}, then start again.`,
);

/** Tables without a schema in their names are created in the first schema; reading also finds those in the others. */
const SEARCH_PATH: Readonly<Record<Migration['schema'], string>> = {
  family: 'public',
  ticketgate: 'ticketgate, public',
};

/** Most attempts at a step, and milliseconds between two of them. */
const ATTEMPTS = 50;
const PAUSE = 250;
/**
 * How long a step waits for a lock. PostgreSQL checks for deadlocks after a second and may then end a request, so a step gives up earlier;
 * only the last attempt waits.
 */
const LOCK_TIMEOUT = '200ms';

/** Requests of an earlier version that is still running may take locks in another order than a step. A step that gives up leaves nothing behind. */
export async function applyAmongRequests(
  database: Database,
  migration: Migration,
  onProgress: (sentence: string) => void,
): Promise<boolean> {
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

/** PostgreSQL's code of a deadlock or an unavailable lock is in the last of nested causes. */
function isLocked(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ['40P01', '55P03'].includes(errorCode(cause)) || isLocked(cause.cause);
}

/** False if another process applied it meanwhile. */
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
      await migration.up(transaction);
    } catch (cause) {
      throw new MigrationFailed({ name: migration.name, ...describeFailure(cause) }, cause);
    }
    return true;
  });
}

/** Stack frames that do not help the author of a migration. */
const OURS = /node:|@ticketgate[\\/]database|packages[\\/]database[\\/](?:src|dist)|node_modules[\\/](?:pg|knex)/;

/** Why a step failed, and the first place outside of packages. */
function describeFailure(cause: unknown): { readonly reason: string; readonly place: string | undefined } {
  const error = isOperationError(cause) ? cause.cause : cause;
  if (!(error instanceof Error)) return { reason: String(error), place: undefined };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  const frame = frames.find((line) => !OURS.test(line));
  return { reason: error.message, place: frame?.replace(/^ +at (?:async )?/, '') };
}

/** "tgmi" in ASCII: an arbitrary number that nobody else uses for advisory locks. */
const LOCK = 0x74_67_6d_69;

/**
 * Removes the transaction's time limit: waiting for another process, and creating indexes on a large database, may take long.
 *
 * @param onWait called with a sentence if another process has the lock
 */
export async function acquireMigrationLock(
  transaction: Database,
  onWait: (sentence: string) => void = () => undefined,
): Promise<void> {
  await transaction.query('set local statement_timeout = 0');
  if ((await readValue<boolean>(transaction, 'select pg_try_advisory_xact_lock($1)', [LOCK])) === true) return;
  onWait('Waiting for another process, which migrates this database …');
  await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
}
