import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { openDatabase } from '@ticketgate/database/postgres';
import { startEmbeddedServer } from '@ticketgate/database';

import { endWithProcess } from './end-with-process.js';
import { collectingLogger } from './collecting-logger.js';

export interface ProvidedDatabase {
  readonly url: string;
  release(): Promise<void>;
}

/**
 * Creates an empty database: on the server of `TICKETGATE_TEST_DATABASE_URL`, which is faster, otherwise on a new embedded PostgreSQL.
 */
export async function provideDatabase(folder: string): Promise<ProvidedDatabase> {
  const server = process.env.TICKETGATE_TEST_DATABASE_URL;
  if (server !== undefined && server !== '') return createDatabase(server);
  // If this process runs as root, PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  // Rows of a test need not survive a crash of the machine.
  const embedded = await startEmbeddedServer({
    folder,
    logger: collectingLogger(),
    onProgress: () => undefined,
    fsync: false,
  });
  const end = endWithProcess(embedded.folder);
  const release = async () => {
    await embedded.stop();
    end();
  };
  return { url: embedded.url, release };
}

async function createDatabase(server: string): Promise<ProvidedDatabase> {
  const name = `ticketgate_test_${randomBytes(8).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, release: () => administer(server, `drop database ${name} with (force)`) };
}

async function administer(server: string, statement: string): Promise<void> {
  const database = await openDatabase({ url: server, poolSize: 1, logger: collectingLogger() });
  try {
    await database.query(statement);
  } finally {
    await database.close();
  }
}
