import { WITHOUT_NUL } from '@ticketgate/sdk';

import { InputInvalid } from './task-errors.js';

/** The id of a row in a request. */
export const rowID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
/** A number that an `integer` column keeps, in a request. */
export const count = { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 } as const;
/** A short text in a request. */
export const word = { type: 'string', minLength: 1, maxLength: 200, pattern: WITHOUT_NUL } as const;
/** Why a change is made, for the audit log. */
export const commentSchema = { type: 'string', maxLength: 1000, pattern: WITHOUT_NUL, default: '' } as const;
/** A moment in UTC, as ISO 8601 writes it. */
export const moment = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` } as const;

export const momentOrNull = { ...moment, type: ['string', 'null'] } as const;

/** A moment in a query. */
export const momentIn = {
  type: 'string',
  maxLength: 40,
  description: 'for example 2026-11-22T10:00:00Z; without a zone, that of the server',
} as const;

/** @throws OperationError `Admin.InputInvalid` */
export function readMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : undefined;
  if (moment !== undefined && !Number.isNaN(moment.getTime())) return moment;
  throw new InputInvalid({ reason: `"${text}" is not a time. Write one as 2026-11-22T10:00:00Z.` });
}
