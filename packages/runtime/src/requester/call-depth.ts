import type { Database } from '@ticketgate/sdk';

/** Calls of invokers one within the other: an invoker that writes what was answered may raise the event that calls it. */
export const MOST_CALLS = 3;

// Node 20 and 22 would slow down all requests of a process that uses AsyncLocalStorage, by a tenth and more.
const depths = new WeakMap<Database, number>();

/** How many calls the work on a database, or in a transaction, is within. */
export function callDepth(database: Database): number {
  return depths.get(database) ?? 0;
}

export function setCallDepth(database: Database, depth: number): void {
  if (depth > 0) depths.set(database, depth);
}
