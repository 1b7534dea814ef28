import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import stopPostgres from './stop-postgres.mjs';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * One PostgreSQL server for a run of jest; each test file clones a database of its own. With TEST_DATABASE_URL (a user who
 * may create databases) that server is used instead of an embedded one.
 */
export default async function startPostgres() {
  const { startEmbeddedServer, openDatabase } = await importDatabasePackage();
  process.env.TICKETGATE_TEST_RUN = randomBytes(4).toString('hex');
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given ? undefined : await startServer(startEmbeddedServer);
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
  const built = join(ROOT, 'packages/database/dist/index.js');
  if (!existsSync(built))
    execFileSync('npx', ['tsc', '-b', 'packages/database/tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
  return import(built);
}

async function startServer(startEmbeddedServer) {
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-test-'));
  chmodSync(folder, 0o755);
  const server = await startEmbeddedServer({ folder: join(folder, 'data'), logger: quiet, fsync: false });
  return { server, folder };
}

const quiet = { error() {}, warn() {}, info() {}, debug() {}, child: () => quiet };
