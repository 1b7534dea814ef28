import { CommanderError } from '@commander-js/extra-typings';
import { explainCause } from '@ticketgate/database';
import { isExpectedError, isOperationError, type Reason } from '@ticketgate/sdk';
import { ConfigurationError, EXIT_CODE, maskURLs } from '@ticketgate/runtime';

import { Cancelled, printProgress } from './terminal.js';

const BY_CODE: Readonly<Record<string, number>> = {
  'Database.BackupNotWritten': EXIT_CODE.configuration,
  'Database.BackupOfOtherVersion': EXIT_CODE.configuration,
  'Database.BackupUnusable': EXIT_CODE.configuration,
  'Database.FolderInUse': EXIT_CODE.folderInUse,
  'Database.FolderUnusable': EXIT_CODE.configuration,
  'Database.NewerThanCode': EXIT_CODE.databaseNewer,
  'Database.NotEmpty': EXIT_CODE.configuration,
  'Database.OtherMajorVersion': EXIT_CODE.configuration,
  'Database.NotMigrated': EXIT_CODE.configuration,
  'Database.PoolerUnfit': EXIT_CODE.configuration,
  'Database.ServiceChanged': EXIT_CODE.configuration,
  'Database.ServiceNameTaken': EXIT_CODE.configuration,
  'Database.Unavailable': EXIT_CODE.databaseAway,
  'Server.AdminAddressInUse': EXIT_CODE.addressInUse,
  'Server.AddressInUse': EXIT_CODE.addressInUse,
  'Server.AddressUnusable': EXIT_CODE.configuration,
  'Server.MetricsAddressInUse': EXIT_CODE.addressInUse,
};

/** The exit code of an error, for shells and supervisors. */
function chooseExitCode(error: unknown): number {
  if (error instanceof ConfigurationError) return EXIT_CODE.configuration;
  if (error instanceof Cancelled) return EXIT_CODE.cancelled;
  if (!isExpectedError(error)) return EXIT_CODE.failed;
  return BY_CODE[error.code] ?? (isRefusal(error) ? EXIT_CODE.configuration : EXIT_CODE.failed);
}

/** Reasons that are not the fault of the input. */
const OURS: ReadonlySet<Reason> = new Set(['Broken', 'NotInstalled', 'Unavailable']);

/** The user's request is wrong: an unknown login, a short password. Errors of the database are not included. */
function isRefusal(error: Error & { readonly code: string }): boolean {
  return isOperationError(error) && !OURS.has(error.reason) && !error.code.startsWith('Database.');
}

/** Says on standard error why a command failed, and returns its exit code. */
export function reportFailure(error: unknown): number {
  // Commander has written its message.
  if (error instanceof CommanderError) return EXIT_CODE.configuration;
  printProgress(`ticketgate: ${printError(error)}`);
  return chooseExitCode(error);
}

/** Reports that the output could not be written, and returns the exit code. */
export function reportLostOutput(cause: Error): number {
  const message = `Standard output cannot be written: ${explainCause(cause)}. What is there of it is not complete.`;
  return reportFailure(new ConfigurationError(message, { cause }));
}

/** Errors with a code explain themselves; others are bugs, so they are shown with their stack. */
function printError(error: unknown): string {
  const isExpected = error instanceof ConfigurationError || error instanceof Cancelled || isExpectedError(error);
  if (!(error instanceof Error)) return maskURLs(String(error));
  return maskURLs(isExpected ? error.message : (error.stack ?? error.message));
}
