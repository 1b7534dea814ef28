import type { Database } from '@ticketgate/sdk';

/** Most nested invoker calls: an invoker that stores the answer may emit the event that calls it. */
export const MOST_NESTED = 3;

// AsyncLocalStorage would slow down all requests by a tenth and more on Node 20 and 22.
const depths = new WeakMap<Database, number>();

/** The number of invoker calls in which the work on a database or in a transaction is nested. */
export function callDepth(database: Database): number {
  return depths.get(database) ?? 0;
}

export function setCallDepth(database: Database, depth: number): void {
  if (depth > 0) depths.set(database, depth);
}
