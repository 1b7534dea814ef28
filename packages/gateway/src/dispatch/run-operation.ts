import {
  isData,
  isOperationError,
  isOperationFault,
  type Data,
  type OperationContext,
  type OperationError,
} from '@ticketgate/sdk';

import { fault } from '../failure.js';
import type { BoundOperation } from '../services/compile-service.js';

/** What an operation answered: data, nothing, or an error of its own. */
export type Outcome =
  | { readonly kind: 'success'; readonly data: Data | undefined }
  | { readonly kind: 'error'; readonly error: OperationError };

/**
 * Reads the input by the service's profile, checks it and runs the operation.
 *
 * @throws Failure a fault when the operation could not do its work
 */
export async function runOperation(bound: BoundOperation, data: unknown, context: OperationContext): Promise<Outcome> {
  try {
    const { readInput, present } = bound.profile;
    const input = isData(data) && readInput !== undefined ? readInput(data, bound.binding) : data;
    bound.registered.check(input);
    const output = await bound.registered.operation.run(input, context);
    return {
      kind: 'success',
      data: output === undefined || present === undefined ? output : present(output, bound.binding),
    };
  } catch (cause) {
    if (isOperationError(cause)) return { kind: 'error', error: cause };
    if (isOperationFault(cause)) throw fault('Gateway.OperationFault', cause.message, cause);
    throw cause;
  }
}
