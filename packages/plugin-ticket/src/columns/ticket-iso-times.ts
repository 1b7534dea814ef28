import { addISOSchemas, addISOTimes, type AnsweredTimes, type Data, type OperationContext } from '@ticketgate/sdk';

import type { Members } from './member-schemas.js';

const TIMES = {
  members: new Set([
    'Created',
    'Changed',
    'CreateTime',
    'ChangeTime',
    'FirstResponse',
    'FirstLock',
    'Closed',
    'EscalationDestinationDate',
    'FirstResponseTimeDestinationDate',
    'UpdateTimeDestinationDate',
    'SolutionTimeDestinationDate',
  ] as const),
  foreign: new Set(['DynamicField', 'Attachment']),
} satisfies AnsweredTimes;

/** Members of answers about tickets, with the neighbours that `Gateway.Times: iso` gives to times. */
export function withISOSchema<const Named extends Members>(members: Named) {
  return addISOSchemas(members, TIMES);
}

/** An answer about tickets, as `Gateway.Times` wants it. */
export function withISOTimes(output: Data, context: Pick<OperationContext, 'binding' | 'settings'>): Data {
  return addISOTimes(output, TIMES, context);
}
