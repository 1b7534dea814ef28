import { analyzeGrownTables } from '@ticketgate/database';
import { isExpectedError } from '@ticketgate/sdk';
import type { System } from '@ticketgate/runtime';

/** Milliseconds between two checks of how much the tables have grown. */
const CHECK_INTERVAL = 1_000;

/** Analyzes tables that grow quickly, so that the planner has current statistics. A host looks after its own tables. */
export function analyzeGrowingTables({ isAttached, database, logger, closing }: System): void {
  if (isAttached) return;
  let looking: Promise<unknown> | undefined;
  const look = () => {
    looking ??= analyzeGrownTables(database)
      .catch((error: unknown) => {
        // A database that is away says so elsewhere.
        if (!isExpectedError(error)) logger.warn('tables that have grown could not be analysed', { error });
      })
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(look, CHECK_INTERVAL).unref();
  closing.add('the look at tables that grow', async () => {
    clearInterval(timer);
    await looking;
  });
}
