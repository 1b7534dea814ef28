import type { Database } from '@ticketgate/sdk';
import { openStandbys, type DatabaseOptions, type OpenDatabase, type Standbys } from '@ticketgate/database/postgres';

import type { Configuration } from '../configuration/configuration.js';
import type { Closing } from './closing.js';
import type { Purpose } from './locate-database.js';

interface ReadsOptions {
  readonly database: OpenDatabase;
  /** Those of the primary. */
  readonly options: DatabaseOptions;
  readonly configuration: Configuration;
  readonly purpose: Purpose;
  readonly closing: Closing;
}

interface Reads {
  /** Undefined if reads go to the primary. */
  readonly standbys: Standbys | undefined;
  /** A database for one request that only reads. */
  readonly reader: () => Database;
}

/** Opens the configured standbys for reads. The database must be migrated: its tables say whom they follow. */
export async function openReads({ database, options, configuration, purpose, closing }: ReadsOptions): Promise<Reads> {
  const { reads } = configuration.database;
  if (reads === null || purpose !== 'serve') return { standbys: undefined, reader: () => database };
  const standbys = await openStandbys(database, options, reads);
  closing.add('the connections to standbys', () => standbys.close());
  return { standbys, reader: () => standbys.reader() };
}
