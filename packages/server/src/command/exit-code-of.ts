import { isOperationError } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { EXIT_CODE } from '../exit-code.js';

const BY_CODE: Readonly<Record<string, number>> = {
  'Database.FolderInUse': EXIT_CODE.folderInUse,
  'Database.NewerThanCode': EXIT_CODE.databaseNewer,
  'Database.Unavailable': EXIT_CODE.databaseAway,
  'Server.AddressInUse': EXIT_CODE.addressInUse,
};

/** What a shell or a supervisor gets to know of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigurationError) return EXIT_CODE.configuration;
  return (isOperationError(error) ? BY_CODE[error.code] : undefined) ?? EXIT_CODE.failed;
}
