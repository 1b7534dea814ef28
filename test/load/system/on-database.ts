import { silentLogger } from '../../support/index.js';
import { openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';

/** Opens a database for some statements of any length. */
export async function onDatabase<Result>(
  url: string,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url, poolSize: 1, statementTimeout: 600_000, logger: silentLogger });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The address of another database of the same server. */
export function withPath(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
