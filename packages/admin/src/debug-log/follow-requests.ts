import { setTimeout as wait } from 'node:timers/promises';
import type { DebugLogFilter, RecordedRequest, RecordedRequests } from '@ticketgate/database';

/** How many ids are read again: processes write concurrently, so a lower id may appear after a higher one. */
const OVERLAP = 1_000;
/** Requests that are read at a time. */
const PAGE = 2 * OVERLAP;
/** Milliseconds between two checks. */
const PAUSE = 1_000;

/** Requests that are recorded from now on, the oldest first, until the signal comes. */
export async function* followRequests(
  log: Pick<RecordedRequests, 'list' | 'newestID'>,
  filter: DebugLogFilter,
  { signal, pause = PAUSE }: { readonly signal: AbortSignal; readonly pause?: number },
): AsyncGenerator<readonly RecordedRequest[]> {
  let last = await log.newestID();
  let seen: ReadonlySet<number> | undefined;
  while (!signal.aborted) {
    const newest = await log.newestID();
    const page = await log.list(filter, { limit: PAGE, writtenAfter: Math.max(0, last - OVERLAP) });
    const fresh = page.filter(({ id }) => (seen === undefined ? id > last : !seen.has(id)));
    if (fresh.length > 0) yield fresh;
    seen = new Set(page.map(({ id }) => id));
    const isFull = page.length === PAGE;
    last = isFull ? (page.at(-1)?.id ?? last) : Math.max(last, newest);
    if (!isFull) await wait(pause, undefined, { signal }).catch(ignore);
  }
}

/** The signal aborted the wait. */
function ignore(): void {
  // The loop ends.
}
