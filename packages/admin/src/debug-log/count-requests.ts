import { RecordedRequests, type DebugLogFilter, type RequestBucket } from '@ticketgate/database';
import { optionalMembers, flag, integer, number, objectOf } from '@ticketgate/sdk/schema';

import { ServiceUnknown } from '../services/service-errors.js';
import { InputInvalid } from '../tasks/task-errors.js';
import { moment, DAY } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';
import { readFilter, requestFilter } from './list-requests.js';
import { asEntries } from '../tasks/pages.js';

/** Beyond this, requests are not counted one by one where counting takes long. */
const MOST_COUNTED = 10_000;

export const countRequests = task({
  at: 'GET /debug-log/counts',
  needs: 'own',
  summary:
    'Counts recorded requests in each step of time and in total, with the filters of the list. `isExact` is false if there are more than `total`, `isCutShort` true if counting took too long. Without `from`, the last 24 hours.',
  input: optionalMembers({
    ...requestFilter,
    steps: { type: 'integer', minimum: 1, maximum: 200, default: 60, description: 'into which the time is divided' },
  }),
  answer: objectOf({
    from: moment('When the first step begins.'),
    to: moment('When the last step ends.'),
    seconds: number('Seconds of a step.'),
    items: asEntries('RequestStep', {
      begin: moment('When the step begins.'),
      requests: integer('Number of requests.'),
      failed: integer('Requests that were answered with an error.'),
    }),
    total: integer('Number of all requests that the filters find.'),
    isExact: flag('False where there are more than `total`.'),
    isCutShort: flag('Whether there is more than this answer has.'),
  }),
  errors: [ServiceUnknown],
  async run({ steps, ...asked }, { system, author }) {
    const filter = await readFilter(asked, { system, author });
    const to = filter.to ?? system.now();
    const from = filter.from ?? new Date(to.getTime() - DAY);
    if (from >= to) throw new InputInvalid({ reason: `from is ${from.toISOString()}; it must be before \`to\`.` });
    const seconds = (to.getTime() - from.getTime()) / 1000 / steps;
    const begins = Array.from({ length: steps }, (_, place) => new Date(from.getTime() + place * seconds * 1000));
    const log = new RecordedRequests(system.reader());
    const { buckets, ...totals } = await countBySteps(log, { ...filter, from, to }, seconds);
    return { from, to, seconds, items: withoutGaps(buckets, begins), ...totals };
  },
});

async function countBySteps(log: RecordedRequests, filter: DebugLogFilter & { readonly from: Date }, seconds: number) {
  const buckets = await log.countBySteps(filter, seconds);
  if (buckets !== undefined) {
    const total = buckets.reduce((sum, { requests }) => sum + requests, 0);
    return { buckets, total, isExact: true, isCutShort: false };
  }
  const found = (await log.count(filter, MOST_COUNTED + 1)) ?? Infinity;
  const isExact = found <= MOST_COUNTED;
  return { buckets: [], total: isExact ? found : MOST_COUNTED, isExact, isCutShort: true };
}

function withoutGaps(buckets: readonly RequestBucket[], begins: readonly Date[]) {
  const counts = begins.map((begin) => ({ begin, requests: 0, failed: 0 }));
  for (const { place, requests, failed } of buckets) {
    // The end is part of the last step.
    const count = counts[Math.min(place, counts.length - 1)];
    if (count === undefined) continue;
    count.requests += requests;
    count.failed += failed;
  }
  return counts;
}
