import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * One PostgreSQL server for a run of jest; each test file clones a database of its own. With TEST_DATABASE_URL (a user who
 * may create databases) that server is used instead of an embedded one.
 */
export default async function startPostgres() {
  if (process.env.TEST_DATABASE_URL) {
    process.env.TICKETGATE_TEST_DATABASE_URL = process.env.TEST_DATABASE_URL;
    return;
  }
  const built = join(ROOT, 'packages/database/dist/index.js');
  if (!existsSync(built))
    execFileSync('npx', ['tsc', '-b', 'packages/database/tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
  const { startEmbeddedServer } = await import(built);
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-test-'));
  chmodSync(folder, 0o755);
  const quiet = { error() {}, warn() {}, info() {}, debug() {}, child: () => quiet };
  const server = await startEmbeddedServer({ folder: join(folder, 'data'), logger: quiet, fsync: false });
  process.env.TICKETGATE_TEST_DATABASE_URL = server.url;
  globalThis.testServer = { server, folder };
}
