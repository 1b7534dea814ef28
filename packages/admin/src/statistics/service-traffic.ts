import { RequestCounts, type CountedPeriod } from '@ticketgate/database';
import { estimateQuantile } from '@ticketgate/runtime';
import { keptIn } from '@ticketgate/sdk';
import { integer, listOfNamed, named, numberOrNull } from '@ticketgate/sdk/schema';

import { DAY, moment } from '../tasks/schemas.js';
import type { TaskSystem } from '../tasks/task.js';

/** Milliseconds of a column of the small chart of a web service. */
const STEP = 1_800_000;
/** More than all services and steps have. */
const MOST_PERIODS = 100_000;

/** A percentile of durations. */
function answeredWithin(share: string) {
  return numberOrNull(
    `Milliseconds within which ${share} of the requests were answered, estimated; null without requests.`,
  );
}

export const trafficSchema = named('Traffic', {
  requests: integer('Number of requests.'),
  failed: integer('Requests that were answered with an error.'),
  p50: answeredWithin('half'),
  p95: answeredWithin('95 %'),
  spark: listOfNamed('The same by steps of time, without gaps; the oldest first.', 'SparkStep', {
    begin: moment('When the step begins.'),
    requests: integer('Number of requests.'),
    failed: integer('Requests that were answered with an error.'),
  }),
});

/** The requests of web services in the last 24 hours: their sums, and by steps without gaps. */
export async function findTraffic(system: TaskSystem) {
  const to = system.now();
  const from = new Date(to.getTime() - DAY);
  const search = { from, to, step: STEP / 1000, by: 'service', limit: MOST_PERIODS } as const;
  const periods = groupBy(await new RequestCounts(system.reader()).periods(search), (each) => each.serviceID);
  const steps = listSteps(from, to);
  return (serviceID: number | undefined) =>
    fillSteps((serviceID === undefined ? [] : periods.get(serviceID)) ?? [], steps);
}

/** The beginnings of all steps from one time to another. */
function listSteps(from: Date, to: Date): readonly Date[] {
  const first = Math.floor(from.getTime() / STEP);
  const steps = Math.ceil(to.getTime() / STEP) - first;
  return Array.from({ length: steps }, (_step, place) => new Date((first + place) * STEP));
}

function fillSteps(periods: readonly CountedPeriod[], steps: readonly Date[]) {
  const counted = new Map(periods.map((period) => [period.begin.getTime(), period]));
  const { requests, failed, durations } = sumUp(periods);
  return {
    requests,
    failed,
    p50: estimateQuantile(durations, 0.5),
    p95: estimateQuantile(durations, 0.95),
    spark: steps.map((begin) => {
      const step = counted.get(begin.getTime());
      return { begin, requests: step?.requests ?? 0, failed: step?.failed ?? 0 };
    }),
  };
}

type Counted = Pick<CountedPeriod, 'requests' | 'failed' | 'durations'>;

/** Counts of several periods or operations as one. */
export function sumUp(counted: readonly Counted[]): Counted {
  const durations: Record<string, number> = {};
  for (const [name, requests] of counted.flatMap((each) => Object.entries(each.durations)))
    durations[name] = (durations[name] ?? 0) + requests;
  const sum = (member: 'requests' | 'failed') => counted.reduce((all, each) => all + each[member], 0);
  return { requests: sum('requests'), failed: sum('failed'), durations };
}

export function groupBy<Item, Key>(
  items: readonly Item[],
  toKey: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) keptIn(groups, toKey(item), () => []).push(item);
  return groups;
}
