import { toEnglish, type MessageValue } from '@ticketgate/sdk/schema';
import { createError, isOperationError, OperationError, type Data } from '@ticketgate/sdk';

/** An error whose answer says more than a sentence. */
export class DetailedError extends OperationError {
  /** Members of the answer. */
  readonly details: Data;

  constructor(error: OperationError, details: Data) {
    super(error.code, error.message, { reason: error.reason, cause: error, values: error.values });
    this.details = details;
  }
}

export const InputInvalid = createError<{ reason: MessageValue }>(
  'Admin.InputInvalid',
  ({ reason }) => toEnglish(reason),
  'Invalid',
);

/** @throws OperationError `Admin.InputInvalid` if more than one has a value, and the others would be ignored */
export function requireAtMostOne(members: Data): void {
  const given = Object.keys(members).filter((name) => members[name] !== undefined);
  if (given.length > 1) throw new InputInvalid({ reason: `The request has ${given.join(' and ')}. Leave one out.` });
}

/** Refusals of a change that was made from an earlier state. */
const OUTDATED: ReadonlySet<string> = new Set(['Admin.EntryChanged', 'Database.ServiceChanged']);
/** Each attempt but the last one means that somebody else was quicker. */
const ATTEMPTS = 10;

/** Reads something and changes it, again if somebody else has changed it meanwhile. */
export async function readAndChange<Result>(change: () => Promise<Result>, attempts = ATTEMPTS): Promise<Result> {
  try {
    return await change();
  } catch (cause) {
    if (attempts <= 1 || !isOperationError(cause) || !OUTDATED.has(cause.code)) throw cause;
    return readAndChange(change, attempts - 1);
  }
}
