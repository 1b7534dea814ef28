import type { Database } from '@ticketgate/sdk';

/** Any number that nobody else uses for advisory locks: "tgmi" as ASCII. */
const LOCK = 0x74_67_6d_69;

/** Waiting for another process, and creating indexes on a large database, take longer than any statement of a request may. */
export async function acquireMigrationLock(transaction: Database): Promise<void> {
  await transaction.query('set local statement_timeout = 0');
  await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
}
