import { createError, OperationError, type Data } from '@ticketgate/sdk';

/** An error whose answer says more than a sentence. */
export class DetailedError extends OperationError {
  /** Members of the answer. */
  readonly details: Data;

  constructor(error: OperationError, details: Data) {
    super(error.code, error.message, { reason: error.reason, cause: error, values: error.values });
    this.details = details;
  }
}

export const InputInvalid = createError<{ reason: string }>('Admin.InputInvalid', ({ reason }) => reason, 'Invalid');
