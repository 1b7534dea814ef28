import { createStartError } from '@ticketgate/sdk';

export const BackupNotWritten = createStartError<{ file: string; reason: string }>(
  'Database.BackupNotWritten',
  ({ file, reason }) => `The backup ${file} was not written: ${reason}. Name a new file in a folder with enough space.`,
);

export const BackupUnusable = createStartError<{ file: string; reason: string }>(
  'Database.BackupUnusable',
  ({ file, reason }) => `${file} cannot be restored: ${reason}. Nothing was changed. Use another backup.`,
);

export const BackupOfOtherVersion = createStartError<{ file: string; reason: string }>(
  'Database.BackupOfOtherVersion',
  ({ file, reason }) =>
    `${file} does not fit this version: ${reason}. Nothing was changed. Restore it with the version and plugins that created it.`,
);

export const NotEmpty = createStartError<{ tables: readonly string[] }>(
  'Database.NotEmpty',
  ({ tables }) =>
    `The database is not empty: it has ${tables.length} tables, such as ${tables[0] ?? ''}. Nothing was changed. Restore into a new one: set DATABASE_URL to an empty database, or, for the embedded one, stop the server and move the folder "postgresql" of the data folder away.`,
);
