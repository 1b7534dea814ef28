import { createStartError, isExpectedError } from '@ticketgate/sdk';
import { errorCode } from '../postgres/index.js';

export const FolderUnusable = createStartError<{ folder: string; reason: string }>(
  'Database.FolderUnusable',
  ({ folder, reason }) =>
    `The data folder ${folder} cannot be used: ${reason}. Set TICKETGATE_DATA to a folder that can be created and written to.`,
);

/**
 * Runs work on the data folder and names the folder in errors of the file system.
 *
 * @throws StartError `Database.FolderUnusable`, and those of the work
 */
export function withFolderErrors<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (isExpectedError(cause) || errorCode(cause) === '') throw cause;
    throw new FolderUnusable({ folder, reason: reasonOf(cause) }, cause);
  }
}

/** The message of an error. In tests, errors of Node's core come from another realm, so they are no instances of `Error`. */
export function reasonOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause);
}
