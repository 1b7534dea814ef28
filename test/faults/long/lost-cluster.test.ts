import { readFileSync, renameSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeServerFolder, startServerProcess } from '../../support/index.js';

describe('a server whose embedded PostgreSQL cannot be restarted', () => {
  it('shuts down with exit code 5 after about two minutes, and starts again once the cluster is repaired', async () => {
    const folder = makeServerFolder();
    try {
      const server = await startServerProcess(folder.path);
      const cluster = join(folder.path, 'data', 'postgresql');
      const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
      renameSync(join(cluster, 'global'), join(cluster, 'away'));
      process.kill(Number(pid), 'SIGKILL');
      await once(server.child, 'exit');
      expect(server.child.exitCode).toBe(5);
      renameSync(join(cluster, 'away'), join(cluster, 'global'));
      const next = await startServerProcess(folder.path);
      expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
      expect(await next.stop()).toBe(0);
    } finally {
      folder.remove();
    }
  }, 300_000);
});
