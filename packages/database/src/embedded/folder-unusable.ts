import { createStartError, isExpectedError } from '@ticketgate/sdk';

import { errorCode } from '../connection/error-code.js';

export const FolderUnusable = createStartError<{ folder: string; reason: string }>(
  'Database.FolderUnusable',
  ({ folder, reason }) =>
    `The data folder ${folder} cannot be used: ${reason}. Set TICKETGATE_DATA to a folder that can be made and written to.`,
);

/**
 * Does work on the data folder; what the file system refuses is said with the folder's name.
 *
 * @throws StartError `Database.FolderUnusable`, and those of the work
 */
export function onFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (isExpectedError(cause) || errorCode(cause) === '') throw cause;
    throw new FolderUnusable({ folder, reason: reasonOf(cause) }, cause);
  }
}

/** Errors of Node's core are of another realm in tests. */
export function reasonOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause);
}
