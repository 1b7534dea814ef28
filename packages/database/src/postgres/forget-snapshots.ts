import type { Database } from '@ticketgate/sdk';

/** Carries the names of snapshots to forget. */
export const SNAPSHOT_CHANNEL = 'ticketgate_snapshot';
/** Sent instead of a name. */
export const ALL_SNAPSHOTS = '*';

/** Makes every process on the database forget all snapshots when, and only if, the transaction has been committed. */
export async function forgetSnapshots(transaction: Database): Promise<void> {
  await transaction.query('select pg_notify($1, $2)', [SNAPSHOT_CHANNEL, ALL_SNAPSHOTS]);
}
