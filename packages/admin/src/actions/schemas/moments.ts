import { InputInvalid } from '../../api/api-errors.js';

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
