import {
  addISOSchemas,
  addISOTimes,
  type AnsweredTimes,
  type Data,
  type JsonSchema,
  type OperationContext,
} from '@ticketgate/sdk';

const TIMES: AnsweredTimes = {
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
  ]),
  foreign: new Set(['DynamicField', 'Attachment']),
};

/** Members of answers about tickets, with the neighbours that `Gateway.Times: iso` gives to times. */
export function withISOSchema(members: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return addISOSchemas(members, TIMES);
}

/** An answer about tickets, as `Gateway.Times` wants it. */
export function withISOTimes(output: Data, context: Pick<OperationContext, 'binding' | 'settings'>): Data {
  return addISOTimes(output, TIMES, context);
}
