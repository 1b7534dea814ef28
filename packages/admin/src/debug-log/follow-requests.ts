import { setTimeout as wait } from 'node:timers/promises';
import { offMainThread } from '@ticketgate/definition';
import type { System } from '@ticketgate/runtime';

/** How many ids are read again: processes write concurrently, so a lower id may appear after a higher one. */
const OVERLAP = 1_000;
/** Requests that are read at a time. */
const PAGE = 2 * OVERLAP;
/** Milliseconds between two checks. */
const PAUSE = 1_000;

/** A debug log, wherever it is. */
interface FollowedLog<Request> {
  list(page: { readonly limit: number; readonly writtenAfter: number }): Promise<readonly Request[]>;
  /** About the highest id, never more; 0 where nothing is recorded. */
  newestID(): Promise<number>;
}

/** Requests that are recorded from now on, the oldest first, until the signal comes. */
export async function* followRequests<Request extends { readonly id: number }>(
  log: FollowedLog<Request>,
  { signal, pause = PAUSE }: { readonly signal: AbortSignal; readonly pause?: number },
): AsyncGenerator<readonly Request[]> {
  let last = await log.newestID();
  let seen: ReadonlySet<number> | undefined;
  while (!signal.aborted) {
    const newest = await log.newestID();
    const page = await log.list({ limit: PAGE, writtenAfter: Math.max(0, last - OVERLAP) });
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

export const NOTHING = 'No recorded request matches. The DebugThreshold of a web service controls what is recorded.';

/** Why no request was found, as far as the definitions say: of one web service, or of all. */
export async function explainNoRequests(
  { services, configuration }: Pick<System, 'services' | 'configuration'>,
  service: string | undefined,
): Promise<string> {
  const all = await services.list();
  const sampled: string[] = [];
  for (const { name, config } of all.filter((each) => service === undefined || each.name === service)) {
    const { definitionBytes: mostBytes } = configuration.limits;
    const { webService } = await offMainThread('load', config, undefined, { mostBytes });
    const { sample = 1 } = webService?.gateway.debug ?? {};
    if (sample < 1) sampled.push(`${name} (${sample})`);
  }
  if (sampled.length === 0) return NOTHING;
  const shown = sampled.slice(0, MOST_NAMES).join(', ');
  const rest = sampled.length > MOST_NAMES ? ' and others' : '';
  return `${NOTHING}\nGateway.Debug.Sample records only a share of the successful requests of ${shown}${rest}.`;
}

const MOST_NAMES = 5;
