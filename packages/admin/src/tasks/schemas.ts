import { WITHOUT_NUL } from '@ticketgate/sdk';
import {
  anything,
  integer,
  mapOf,
  named,
  optional,
  short,
  text,
  type Unchanged,
  type ValueOf,
} from '@ticketgate/sdk/schema';

import { InputInvalid } from './task-errors.js';

export { rowID } from '@ticketgate/sdk/schema';
/** A number that an `integer` column keeps, in a request. */
export const count = short({ type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 });
/** A short text in a request. */
export const word = short({ type: 'string', minLength: 1, maxLength: 200, pattern: WITHOUT_NUL });
export const commentSchema = {
  type: 'string',
  maxLength: 1000,
  pattern: WITHOUT_NUL,
  default: '',
  description: 'Why, for the audit log.',
} as const;

/** Which sentence a text is; without an id if something else has said it. */
export const ofSentence = {
  id: optional(text('Which sentence it is, for other languages.')),
  values: optional(mapOf(anything(), 'What it says of this case, by name: texts, numbers, or further messages.')),
};
/** The sentence of the member that has the same name without `Message`. */
export const message = named('Message', { message: text('In English.'), ...ofSentence });

const ISO = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`;
/** A moment in UTC, as ISO 8601 writes it. */
export const moment = short({ type: 'string', pattern: ISO });
export const momentOrNull = short({ type: ['string', 'null'], pattern: ISO });

/** A moment in a query. */
export const momentIn = short({
  type: 'string',
  maxLength: 40,
  description: 'for example 2026-11-22T10:00:00Z; without a zone, that of the server',
});

/** Milliseconds. */
export const DAY = 86_400_000;

/** Undefined for what is not a date as ISO 8601 writes it, such as `2027`. */
export function parseMoment(text: string): Date | undefined {
  const moment = new Date(/^\d{4}-\d\d-\d\d/.test(text) ? text : NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** @throws OperationError `Admin.InputInvalid` */
export function readMoment(text: string | undefined): Date | undefined {
  const moment = parseMoment(text ?? '');
  if (text === undefined || moment !== undefined) return moment;
  throw new InputInvalid({ reason: `"${text}" is not a time. Write one as 2026-11-22T10:00:00Z.` });
}

/** What waits in a process that serves web services. */
export const waitingWork = named('WaitingWork', {
  waitingRequests: integer('Requests that wait for their answer.'),
  debugRequests: integer('Requests to be written to the debug log.'),
  debugBytes: integer('Bytes of these requests.'),
  droppedRequests: integer('Requests that the debug log lost since the start.'),
});

export type GatewayQueues = Unchanged<ValueOf<typeof waitingWork>>;
