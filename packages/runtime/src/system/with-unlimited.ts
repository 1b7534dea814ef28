import { openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';
import type { Logger } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';
import type { LocatedDatabase } from './locate-database.js';

interface Place {
  readonly location: LocatedDatabase;
  readonly configuration: Configuration;
}

/** The URL of the database server itself, without a pooler. */
export function directURL({ location, configuration }: Place): string {
  return configuration.database.directUrl ?? location.url;
}

/** Opens a connection without time limit, for migrations and for indexes of large tables. */
export async function withUnlimited<Result>(
  { logger, ...place }: Place & { readonly logger: Logger },
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url: directURL(place), poolSize: 1, statementTimeout: 0, logger });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
