import { RequestCounts, type CountedPeriod } from '@ticketgate/database';
import { estimateQuantile } from '@ticketgate/runtime';
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
  const periods = groupByService(await new RequestCounts(system.database).periods(search));
  const steps = listSteps(range, step);
  return (serviceID: number | undefined) =>
    fillSteps((serviceID === undefined ? [] : periods.get(serviceID)) ?? [], steps);
}

function fillSteps(periods: readonly CountedPeriod[], steps: readonly Date[]) {
  const counted = new Map(periods.map((period) => [period.begin.getTime(), period]));
  const durations: Record<string, number> = {};
  for (const period of periods) {
    for (const [name, requests] of Object.entries(period.durations))
      durations[name] = (durations[name] ?? 0) + requests;
  }
  return {
    requests: periods.reduce((sum, { requests }) => sum + requests, 0),
    failed: periods.reduce((sum, { failed }) => sum + failed, 0),
    p50: estimateQuantile(durations, 0.5),
    p95: estimateQuantile(durations, 0.95),
    spark: steps.map((begin) => {
      const { requests = 0, failed = 0 } = counted.get(begin.getTime()) ?? {};
      return { begin, requests, failed };
    }),
  };
}

function groupByService(periods: readonly CountedPeriod[]): ReadonlyMap<number, readonly CountedPeriod[]> {
  const groups = new Map<number, CountedPeriod[]>();
  for (const period of periods) {
    const group = groups.get(period.serviceID);
    if (group === undefined) groups.set(period.serviceID, [period]);
    else group.push(period);
  }
  return groups;
}
