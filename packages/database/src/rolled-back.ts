import type { Database } from '@ticketgate/sdk';

class RollBack extends Error {}

/** Runs `work` in a transaction that is rolled back, and resolves to its result. */
export async function rolledBack<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = [];
  const attempt = database.withTransaction(async (transaction) => {
    results.push(await work(transaction));
    throw new RollBack();
  });
  await attempt.catch((cause: unknown) => {
    if (!(cause instanceof RollBack)) throw cause;
  });
  return results[0] as Result; // A cast: the rollback came after the result.
}
