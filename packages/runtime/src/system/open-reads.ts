import { openStandbys, type DatabaseOptions, type OpenDatabase, type Standbys } from '@ticketgate/database/postgres';

import type { Configuration } from '../configuration/configuration.js';
import type { Closing } from './closing.js';

interface ReadsOptions {
  readonly database: OpenDatabase;
  /** Those of the primary. */
  readonly options: DatabaseOptions;
  readonly configuration: Configuration;
  readonly closing: Closing;
}

/** Opens the standbys that are read from, if any are. The database must be migrated: its tables say whom they follow. */
export async function openReads({
  database,
  options,
  configuration,
  closing,
}: ReadsOptions): Promise<Standbys | undefined> {
  const { reads } = configuration.database;
  if (reads === null) return undefined;
  const standbys = await openStandbys(database, options, reads);
  closing.add('the connections to standbys', () => standbys.close());
  return standbys;
}
