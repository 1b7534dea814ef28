import { FailureKinds } from '@ticketgate/database';
import { flag, integer, objectOf, oneOf, optionalMembers, text, textOrNull } from '@ticketgate/sdk/schema';

import { DAY } from '../tasks/schemas.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { asEntries, limitSchema } from '../tasks/pages.js';
import { task } from '../tasks/task.js';
import { readFilter, requestFilter } from './list-requests.js';
import { failureCounts, findReason } from './request-failure.js';

export const listFailures = task({
  at: 'GET /debug-log/failures',
  needs: 'own',
  summary:
    'Counts failures by kind: operation, error and caller, those that happened last first, with the filters of the list. Without `from`, the last 24 hours.',
  input: optionalMembers({ ...requestFilter, limit: limitSchema }),
  answer: objectOf({
    items: asEntries('FailureKind', {
      type: oneOf(['Provider', 'Requester'], 'Provider: requests to a web service. Requester: calls of an invoker.'),
      service: text('Name of the web service.'),
      operation: textOrNull('Name of the operation or of the invoker in the definition.'),
      status: integer('The HTTP status.'),
      errorCode: textOrNull('Code of the error; null where it has none.'),
      reason: textOrNull('Why the newest of them failed, in a sentence.'),
      ...failureCounts,
      newest: integer('Number of the newest request that was recorded by itself.'),
    }),
    isCutShort: flag('Whether counting took too long, so that there are no entries.'),
  }),
  errors: [ServiceUnknown],
  async run({ limit, ...asked }, { system, author }) {
    const filter = await readFilter(asked, { system, author });
    const from = filter.from ?? new Date((filter.to ?? system.now()).getTime() - DAY);
    const kinds = new FailureKinds(system.reader());
    const found = await kinds.list({ ...filter, from }, limit);
    const errors = await kinds.listErrors((found ?? []).map(({ newest }) => newest));
    const items = (found ?? []).map(({ serviceID: _id, ...kind }) => ({
      ...kind,
      reason: findReason(errors.filter(({ request }) => request === kind.newest)),
    }));
    return { items, isCutShort: found === undefined };
  },
});
