import { join } from 'node:path';
import { startEmbeddedServer } from '@ticketgate/database';
import { makeServerFolder, silentLogger } from '../support/index.js';

/** What jest does for tests before they begin: a PostgreSQL server, in which `startTestDatabase` makes databases. */
export async function withDatabaseServer<Result>(work: () => Promise<Result>): Promise<Result> {
  const folder = makeServerFolder();
  const server = await startEmbeddedServer({ folder: join(folder.path, 'data'), logger: silentLogger, fsync: false });
  process.env.TICKETGATE_TEST_DATABASE_URL = server.url;
  try {
    return await work();
  } finally {
    await server.stop();
    folder.remove();
  }
}
