import { setTimeout } from 'node:timers/promises';
import { isOperationError } from '@ticketgate/sdk';

/** Milliseconds until the database is asked again. */
const PAUSE = 500;

/** Whether work has failed because the database was unavailable, and for no reason of its own. */
export function isOwnFault(error: unknown): boolean {
  return isOperationError(error) && error.code === 'Database.Unavailable';
}

/** Does work again while the database is unavailable, until the signal is aborted. */
export async function persist<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOwnFault(error) || signal.aborted) throw error;
      await setTimeout(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }
}
