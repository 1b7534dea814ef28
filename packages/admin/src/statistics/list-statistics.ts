import { COUNTED_BY, type CountedPeriod, REQUEST_TYPES, RequestCounts } from '@ticketgate/database';
import { DURATION_STEPS, estimateQuantile } from '@ticketgate/runtime';
import { flag, optionalMembers, integer, mapOf, number, numberOrNull, objectOf, text } from '@ticketgate/sdk/schema';

import { findServiceIDs } from '../services/find-service.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { moment, momentIn, readMoment, word, DAY } from '../tasks/schemas.js';
import { InputInvalid } from '../tasks/task-errors.js';
import { task } from '../tasks/task.js';
import { asEntries } from '../tasks/pages.js';

export interface TimeRange {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Days for which requests are counted. */
const DAYS = 31;

/**
 * The last day unless the input says otherwise.
 *
 * @throws OperationError `Admin.InputInvalid`
 */
export function readRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): TimeRange {
  const end = readMoment(to) ?? now;
  const begin = readMoment(from) ?? new Date(end.getTime() - DAY);
  const length = end.getTime() - begin.getTime();
  if (length > 0 && length <= DAYS * DAY) return { from: begin, to: end };
  const reason = `The time from ${begin.toISOString()} to ${end.toISOString()} is not one of 1 second to ${DAYS} days.`;
  throw new InputInvalid({ reason });
}

/** Seconds that charts are drawn by. */
export const STEPS = [60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400] as const;
const HOUR = 3600;

/** The shortest step by which a range has at most so many; what is longer ago than a day is counted by the hour. */
export function stepFor({ from, to }: TimeRange, now: Date, mostSteps: number): number {
  const seconds = (to.getTime() - from.getTime()) / 1000;
  const least = now.getTime() - from.getTime() > DAY + HOUR * 1000 ? HOUR : 0;
  return STEPS.find((step) => step >= least && seconds / step <= mostSteps) ?? 86_400;
}

/** The beginnings of all steps that a range touches. */
export function listSteps({ from, to }: TimeRange, seconds: number): readonly Date[] {
  const step = seconds * 1000;
  const first = Math.floor(from.getTime() / step);
  const steps = Math.ceil(to.getTime() / step) - first;
  return Array.from({ length: steps }, (_step, place) => new Date((first + place) * step));
}

/** A few megabytes. */
const MOST_PERIODS = 10_000;
/** A percentile of durations. */
export function answeredWithin(share: string) {
  return numberOrNull(
    `Milliseconds within which ${share} of the requests were answered, estimated; null without requests.`,
  );
}

/** Steps in a range. */
const MOST_STEPS = 1500;
const USUAL_STEPS = 200;

const counts = mapOf(integer());

export const listStatistics = task({
  at: 'GET /statistics',
  needs: 'own',
  summary: `Counts requests by time, web service, operation and route, with their error codes and durations. Durations are counted by the milliseconds that requests took at most: ${DURATION_STEPS.join(', ')} or \`more\`; percentiles are estimated from that. What is counted is at most two seconds old, and kept by the hour after a day.`,
  input: optionalMembers({
    type: {
      enum: REQUEST_TYPES,
      default: 'Provider',
      description: '`Provider`: requests to web services; `Requester`: those of their invokers, by controller',
    },
    service: word('Name of the web service.'),
    operation: word('its name in the definition, or that of the invoker'),
    from: momentIn('default: a day before `to`; at most 31 days'),
    to: momentIn('default: now'),
    step: { type: 'integer', enum: STEPS, description: 'seconds; default: at most 200 steps' },
    by: { enum: COUNTED_BY, default: 'route', description: 'what is told apart' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MOST_PERIODS,
      default: MOST_PERIODS,
      description: 'Largest number of entries in the answer.',
    },
  }),
  answer: objectOf({
    from: moment('When the first period begins.'),
    to: moment('When the last period ends.'),
    step: integer('Seconds of a period.'),
    items: asEntries('Period', {
      begin: moment('When the period begins.'),
      serviceID: integer('Number of the web service.'),
      operation: text('Name of the operation in the definition.'),
      method: text('The HTTP method.'),
      route: text('The path of the route.'),
      requests: integer('Number of requests.'),
      failed: integer('Requests that were answered with an error.'),
      errors: { ...counts, description: 'Number of errors, by code.' },
      durations: {
        ...counts,
        description: 'Requests by the milliseconds that they took at most; `more` beyond the last step.',
      },
      p50: answeredWithin('half'),
      p95: answeredWithin('95 %'),
      p99: answeredWithin('99 %'),
      milliseconds: number('All of its requests together.'),
      bytesReceived: integer('Bytes of requests.'),
      bytesSent: integer('Bytes of answers.'),
    }),
    isCutShort: flag('Whether there is more than this answer has.'),
  }),
  errors: [ServiceUnknown],
  async run({ type, service, operation, step: wanted, by, limit, ...times }, { system, author }) {
    const serviceIDs = await findServiceIDs({ system, author }, service);
    const range = readRange(times, system.now());
    const step = wanted ?? stepFor(range, system.now(), USUAL_STEPS);
    if ((range.to.getTime() - range.from.getTime()) / 1000 / step > MOST_STEPS) {
      throw new InputInvalid({ reason: `step is ${step}; the time has more than ${MOST_STEPS} of them.` });
    }
    const search = { ...range, type, serviceIDs, operation, step, by, limit: limit + 1 };
    const found = await new RequestCounts(system.reader()).periods(search);
    return { ...range, step, items: found.slice(-limit).map(withQuantiles), isCutShort: found.length > limit };
  },
});

function withQuantiles(period: CountedPeriod) {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => estimateQuantile(period.durations, share));
  return { ...period, p50, p95, p99 };
}
