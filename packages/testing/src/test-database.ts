import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { openDatabase } from '@ticketgate/database/postgres';
import { startEmbeddedServer } from '@ticketgate/database';

import { collectingLogger } from './parts.js';

/** Waits until the parent process ends or closes the pipe, then stops PostgreSQL, if it still runs, and removes the folder. */
const SCRIPT = `read -r _; kill -QUIT "$(head -n 1 "$0/postgresql/postmaster.pid" 2> /dev/null)" 2> /dev/null; rm -rf "$0"`;

/**
 * Stops the PostgreSQL of a folder and removes the folder when this process ends, even if it is killed.
 *
 * @returns a function that does it now
 */
function endWithProcess(folder: string): () => void {
  const child = spawn('/bin/sh', ['-c', SCRIPT, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.on('error', () => undefined); // without a shell, PostgreSQL keeps running after a killed test
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return () => child.stdin.end();
}

export interface ProvidedDatabase {
  readonly url: string;
  release(): Promise<void>;
}

/**
 * Creates an empty database: on the server of `TICKETGATE_TEST_DATABASE_URL`, which is faster, otherwise on a new embedded PostgreSQL.
 */
export async function provideDatabase(folder: string): Promise<ProvidedDatabase> {
  const server = process.env.TICKETGATE_TEST_DATABASE_URL;
  if (server !== undefined && server !== '') return makeDatabase(server);
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

async function makeDatabase(server: string): Promise<ProvidedDatabase> {
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
