import { type RequestCount, type RequestType, RequestCounts } from '@ticketgate/database';
import type { FinishedRequest } from '@ticketgate/gateway';
import type { Logger } from '@ticketgate/sdk';

import { DURATION_STEPS } from './quantile.js';
import type { System } from '../system/open-system.js';

/** Most counts in memory: one for each route and minute; a hundredth of them is usual. */
const MOST_COUNTS = 20_000;
/** Most different error codes of a count. */
const MOST_CODES = 50;
const OTHER_CODES = 'other';
const MINUTE = 60_000;
/** Milliseconds between two writes of the counts, which administrators watch. */
const INTERVAL = 2000;

type Count = ReturnType<typeof newCount>;

function newCount(
  of: Pick<RequestCount, 'serviceID' | 'operation' | 'method' | 'route'> & { readonly minute: number },
) {
  return {
    ...of,
    requests: 0,
    milliseconds: 0,
    bytesReceived: 0,
    bytesSent: 0,
    errors: new Map<string, number>(),
    /** Requests by step, and those beyond the last step. */
    durations: Array.from({ length: DURATION_STEPS.length + 1 }, () => 0),
  };
}

/** What is counted has nothing that differs in each request. */
type CountedRequest = Omit<
  FinishedRequest,
  'id' | 'traceparent' | 'path' | 'caller' | 'address' | 'userAgent' | 'record'
>;

/** Counts the requests of this process by the minute. */
export function openRequestCounter(store: (counts: readonly RequestCount[]) => Promise<void>, logger: Logger) {
  const counts = new Map<string, Count>();
  let lost = 0;
  /** Writes all counts. They are kept if that fails. */
  const write = async (): Promise<void> => {
    const due = [...counts];
    if (due.length === 0) return;
    counts.clear();
    try {
      await store(due.map(([, count]) => asRow(count)));
      if (lost > 0) logger.warn('requests were not counted: too many counts could not be stored', { requests: lost });
      lost = 0;
    } catch (error) {
      logger.warn('the counts of requests could not be stored; they are kept for the next time', { error });
      lost += keepCounts(counts, due);
    }
  };
  const listen = (request: CountedRequest): void => {
    if (request.service === undefined) return;
    const count = findCount(counts, request, request.service.id);
    if (count === undefined) lost += 1;
    else add(count, request);
  };
  return { listen, write };
}

function findCount(
  counts: Map<string, Count>,
  { time, operation = '', method, route = '' }: CountedRequest,
  serviceID: number,
): Count | undefined {
  const minute = Math.floor(time.getTime() / MINUTE);
  // Without a route, clients could make up methods.
  const counted = operation === '' ? '' : method;
  const key = `${minute} ${serviceID} ${counted} ${operation}\n${route}`;
  const known = counts.get(key);
  if (known !== undefined || counts.size >= MOST_COUNTS) return known;
  const count = newCount({ minute, serviceID, operation, method: counted, route });
  counts.set(key, count);
  return count;
}

/** More may have been counted for a minute in the meantime. Returns how many requests there was no room for. */
function keepCounts(counts: Map<string, Count>, due: readonly (readonly [string, Count])[]): number {
  let lost = 0;
  for (const [key, count] of due) {
    const newer = counts.get(key);
    if (newer !== undefined) merge(newer, count);
    else if (counts.size < MOST_COUNTS) counts.set(key, count);
    else lost += count.requests;
  }
  return lost;
}

function add(count: Count, { milliseconds, bytesReceived, bytesSent, status, errorCode }: CountedRequest): void {
  count.requests += 1;
  count.milliseconds += milliseconds;
  count.bytesReceived += bytesReceived;
  count.bytesSent += bytesSent;
  const step = DURATION_STEPS.findIndex((most) => milliseconds <= most);
  const place = step < 0 ? DURATION_STEPS.length : step;
  count.durations[place] = (count.durations[place] ?? 0) + 1;
  const code = errorCode ?? (status >= 400 ? `HTTP ${status}` : undefined);
  if (code !== undefined) addError(count.errors, code, 1);
}

function addError(errors: Map<string, number>, code: string, more: number): void {
  const name = errors.has(code) || errors.size < MOST_CODES ? code : OTHER_CODES;
  errors.set(name, (errors.get(name) ?? 0) + more);
}

function merge(into: Count, other: Count): void {
  into.requests += other.requests;
  into.milliseconds += other.milliseconds;
  into.bytesReceived += other.bytesReceived;
  into.bytesSent += other.bytesSent;
  for (const [place, more] of other.durations.entries()) into.durations[place] = (into.durations[place] ?? 0) + more;
  for (const [code, more] of other.errors) addError(into.errors, code, more);
}

function asRow({ minute, errors, durations, ...rest }: Count): RequestCount {
  const named = durations.flatMap((requests, place) =>
    requests === 0 ? [] : [[String(DURATION_STEPS[place] ?? 'more'), requests] as const],
  );
  return {
    ...rest,
    minute: new Date(minute * MINUTE),
    errors: Object.fromEntries(errors),
    durations: Object.fromEntries(named),
  };
}

/** Counts answered or sent requests of this process in the database, until the system is closed. */
export function startCounting(
  system: Pick<System, 'database' | 'logger' | 'closing'>,
  type: RequestType,
): (request: CountedRequest) => void {
  const { database, logger } = system;
  const counts = new RequestCounts(database);
  const store = (rows: readonly RequestCount[]) => counts.add(rows.map((row) => ({ ...row, type })));
  const { listen, write } = openRequestCounter(store, logger);
  system.closing.add('the counts of requests', write);
  system.closing.repeat('the counts of requests', INTERVAL, write);
  return listen;
}
