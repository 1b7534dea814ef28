import { COUNTED_BY, REQUEST_TYPES, RequestCounts, type CountedPeriod } from '@ticketgate/database';
import { DURATION_STEPS, estimateQuantile } from '@ticketgate/runtime';
import {
  numberOrNull,
  inputObject,
  flag,
  integer,
  listOf,
  mapOf,
  named,
  number,
  objectOf,
  text,
} from '@ticketgate/sdk/schema';

import { InputInvalid } from '../tasks/task-errors.js';
import { getService } from '../services/find-service.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { momentIn, moment, word } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';
import { readRange, stepFor, STEPS } from './time-range.js';

/** A few megabytes. */
const MOST_PERIODS = 10_000;
/** Steps in a range. */
const MOST_STEPS = 1500;
const USUAL_STEPS = 200;

const counts = mapOf(integer());

export const listStatistics = task({
  at: 'GET /statistics',
  summary: `Counts requests by time, web service, operation and route, with their error codes and durations. Durations are counted by the milliseconds that requests took at most: ${DURATION_STEPS.join(', ')} or \`more\`; percentiles are estimated from that. A minute is counted once it is over, and kept by the hour after a day.`,
  input: inputObject(
    {},
    {
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
    },
  ),
  answer: objectOf({
    from: moment('When the first period begins.'),
    to: moment('When the last period ends.'),
    step: integer('Seconds of a period.'),
    items: listOf(
      named(
        'Period',
        objectOf({
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
          p50: numberOrNull(
            'Milliseconds within which half of the requests were answered, estimated; null without requests.',
          ),
          p95: numberOrNull(
            'Milliseconds within which 95 % of the requests were answered, estimated; null without requests.',
          ),
          p99: numberOrNull(
            'Milliseconds within which 99 % of the requests were answered, estimated; null without requests.',
          ),
          milliseconds: number('All of its requests together.'),
          bytesReceived: integer('Bytes of requests.'),
          bytesSent: integer('Bytes of answers.'),
        }),
      ),
      'The entries.',
    ),
    isCutShort: flag('Whether there is more than this answer has.'),
  }),
  errors: [ServiceUnknown],
  async run({ type, service, operation, step: wanted, by, limit, ...times }, { system }) {
    const serviceID = service === undefined ? undefined : (await getService(system, service)).id;
    const range = readRange(times, system.now());
    const step = wanted ?? stepFor(range, system.now(), USUAL_STEPS);
    if ((range.to.getTime() - range.from.getTime()) / 1000 / step > MOST_STEPS) {
      throw new InputInvalid({ reason: `step is ${step}; the time has more than ${MOST_STEPS} of them.` });
    }
    const search = { ...range, type, serviceID, operation, step, by, limit: limit + 1 };
    const found = await new RequestCounts(system.database).periods(search);
    return { ...range, step, items: found.slice(-limit).map(withQuantiles), isCutShort: found.length > limit };
  },
});

function withQuantiles(period: CountedPeriod) {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => estimateQuantile(period.durations, share));
  return { ...period, p50, p95, p99 };
}
