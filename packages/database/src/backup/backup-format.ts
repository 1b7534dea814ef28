import { createStartError } from '@ticketgate/sdk';

/*
 * A backup is SQL text, compressed with gzip: comments, then for each table `copy … from stdin;` with its rows, then the sequences, and
 * finally a comment with the checksum of all text before it. `zcat` shows it, and psql can load its rows into the same tables.
 */

const FORMAT = 'ticketgate backup 1';
export const END_OF_ROWS = '\\.\n';

/** In the second line, as JSON. */
export interface BackupHeader {
  readonly createdAt: string;
  /** The version of Ticketgate. */
  readonly version: string;
  readonly postgresql: string;
  /** Names of the migrations that created the tables. */
  readonly migrations: readonly string[];
}

/** Our schemas in a stand-alone database. */
export const SCHEMAS: readonly string[] = ['public', 'ticketgate'];

export function headerText(header: BackupHeader): string {
  return `-- ${FORMAT}\n-- ${JSON.stringify(header)}\n`;
}

/** Reads the first two lines of a backup; undefined if they are not a header. */
export function readHeader(first: string, second: string): BackupHeader | undefined {
  if (first !== `-- ${FORMAT}`) return undefined;
  // A cast: headerText wrote it, and the checksum guarantees that nothing was changed.
  return JSON.parse(second.slice(3)) as BackupHeader;
}

export function checksumText(hash: string): string {
  return `-- sha256 ${hash}\n`;
}

export const CHECKSUM_LENGTH = checksumText('0'.repeat(64)).length;

/** Formats that both sides use, whatever the server's defaults are. */
export const SESSION = [
  `set client_encoding = 'UTF8'`,
  `set datestyle = 'ISO, YMD'`,
  `set intervalstyle = 'postgres'`,
  `set timezone = 'UTC'`,
  `set search_path = public`,
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
].join('; ');

export const BackupNotWritten = createStartError<{ file: string; reason: string }>(
  'Database.BackupNotWritten',
  ({ file, reason }) => `The backup ${file} was not written: ${reason}. Name a new file in a folder with enough space.`,
);

export const BackupUnusable = createStartError<{ file: string; reason: string }>(
  'Database.BackupUnusable',
  ({ file, reason }) => `${file} cannot be restored: ${reason}. Nothing was changed. Name another backup.`,
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
