import { openDatabase, type OpenDatabase } from '@ticketgate/postgres';
import type { Logger } from '@ticketgate/sdk';

import type { LocatedDatabase } from './locate-database.js';

/** One connection for what takes longer than any request may: migrations, and indexes of large tables. */
export async function withUnlimited<Result>(
  { location, logger }: { readonly location: LocatedDatabase; readonly logger: Logger },
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url: location.url, poolSize: 1, statementTimeout: 0, logger });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
