import { isExpectedError, isOperationError, type Reason } from '@ticketgate/sdk';
import { ConfigurationError, EXIT_CODE } from '@ticketgate/runtime';

import { Cancelled } from './terminal.js';

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
  'Server.MetricsAddressInUse': EXIT_CODE.addressInUse,
  'Server.ResetRefused': EXIT_CODE.configuration,
};

/** The exit code of an error, for shells and supervisors. */
export function exitCodeOf(error: unknown): number {
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
