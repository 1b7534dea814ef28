import type { Database } from '@ticketgate/sdk';

/** Any number that nobody else uses for advisory locks: "tgmi" as ASCII. */
const LOCK = 0x74_67_6d_69;

/**
 * Waiting for another process, and creating indexes on a large database, take longer than any statement of a request may.
 *
 * @param onWait called with a sentence when another process has the lock
 */
export async function acquireMigrationLock(
  transaction: Database,
  onWait: (sentence: string) => void = () => undefined,
): Promise<void> {
  await transaction.query('set local statement_timeout = 0');
  const [attempt] = await transaction.query<{ acquired: boolean }>('select pg_try_advisory_xact_lock($1) as acquired', [
    LOCK,
  ]);
  if (attempt?.acquired === true) return;
  onWait('Waiting for another process, which migrates this database …');
  await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
}
