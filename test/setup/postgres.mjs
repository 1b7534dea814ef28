import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildChanged } from '../../scripts/build.mjs';
import stopPostgres from './stop-postgres.mjs';

const MEMORY = '/dev/shm';
/** Bytes that the databases of a run need. */
const NEEDED = 4e9;
const ROOT = join(import.meta.dirname, '..', '..');

/**
 * One PostgreSQL server for a run of jest; each test file clones a database of its own. With TEST_DATABASE_URL (a user who
 * may create databases) that server is used instead of an embedded one. `fsync` is for what shows the findings of a real installation.
 */
export default async function startPostgres({ fsync = false } = {}) {
  const { startEmbeddedServer, openDatabase } = await importDatabasePackage();
  process.env.TICKETGATE_TEST_RUN = randomBytes(4).toString('hex');
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given ? undefined : await startServer(startEmbeddedServer, fsync);
  process.env.TICKETGATE_TEST_DATABASE_URL = given || embedded.server.url;
  globalThis.testServer = { ...embedded, openDatabase };
  // jest does not tear down when it is interrupted, and the server does not hear of Ctrl-C by itself.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.once(signal, () => void stopPostgres().finally(() => process.exit(code)));
}

async function importDatabasePackage() {
  // Now, because a test of `npm start` would do it while other tests start servers from what is built.
  buildChanged();
  return import(join(ROOT, 'packages/database/dist/index.js'));
}

async function startServer(startEmbeddedServer, fsync) {
  const folder = makeFolder();
  const server = await startEmbeddedServer({ folder: join(folder, 'data'), logger: quiet, fsync });
  return { server, folder };
}

/**
 * In memory where there is enough of it, with all temporary files of the tests: a database has some 300 files, which a disk takes a third of
 * a second to make. Long tests write too much for that.
 */
function makeFolder() {
  const isInMemory = process.env.TICKETGATE_LONG_TESTS !== '1' && freeBytes(MEMORY) > NEEDED;
  const folder = mkdtempSync(join(isInMemory ? MEMORY : tmpdir(), 'ticketgate-test-'));
  // As `/tmp`: tests run PostgreSQL as other users.
  chmodSync(folder, 0o1777);
  if (isInMemory) process.env.TMPDIR = folder;
  return folder;
}

function freeBytes(folder) {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const quiet = { error() {}, warn() {}, info() {}, debug() {}, child: () => quiet };
