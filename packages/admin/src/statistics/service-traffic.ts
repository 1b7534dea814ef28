import { RequestCounts, type CountedPeriod } from '@ticketgate/database';
import { estimateQuantile } from '@ticketgate/runtime';
import { keptIn } from '@ticketgate/sdk';
import { integer, listOfNamed, named } from '@ticketgate/sdk/schema';

import { moment } from '../tasks/schemas.js';
import type { TaskSystem } from '../tasks/task.js';
import { answeredWithin, stepFor, listSteps, type TimeRange } from './list-statistics.js';

/** Columns of the small chart of a web service. */
const MOST_STEPS = 60;
/** More than all services and steps have. */
const MOST_PERIODS = 100_000;

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

/** The requests of web services in a range of time: their sums, and by steps without gaps. */
export async function findTraffic(system: TaskSystem, range: TimeRange) {
  const step = stepFor(range, system.now(), MOST_STEPS);
  const search = { ...range, step, by: 'service', limit: MOST_PERIODS } as const;
  const periods = groupBy(await new RequestCounts(system.reader()).periods(search), (each) => each.serviceID);
  const steps = listSteps(range, step);
  return (serviceID: number | undefined) =>
    fillSteps((serviceID === undefined ? [] : periods.get(serviceID)) ?? [], steps);
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
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) keptIn(groups, keyOf(item), () => []).push(item);
  return groups;
}
