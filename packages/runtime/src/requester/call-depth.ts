import { AsyncLocalStorage } from 'node:async_hooks';

/** Calls of invokers one within the other: an invoker that writes what was answered may raise the event that calls it. */
export const MOST_CALLS = 3;

const depths = new AsyncLocalStorage<number>();

/** How many calls the current work is within. */
export function callDepth(): number {
  return depths.getStore() ?? 0;
}

/** Does work within so many calls. */
export function atDepth<Result>(depth: number, work: () => Result): Result {
  return depths.run(depth, work);
}
