import { createStartError, isExpectedError } from '@ticketgate/sdk';
import { errorCode } from '@ticketgate/postgres';

export const FolderUnusable = createStartError<{ folder: string; reason: string }>(
  'Database.FolderUnusable',
  ({ folder, reason }) =>
    `The data folder ${folder} cannot be used: ${reason}. Set TICKETGATE_DATA to a folder that can be created and written to.`,
);

/**
 * Works on the data folder; errors of the file system are reported with the name of the folder.
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

/** Errors of Node's core are of another realm in tests. */
export function reasonOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause);
}
