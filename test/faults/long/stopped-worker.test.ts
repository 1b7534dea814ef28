import { readFileSync } from 'node:fs';
import { makeServerFolder, startServerProcess, untilTrue } from '../../support/index.js';

// The children of a process are known from Linux' file system.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('a worker that stands still', () => {
  it('is replaced after ten seconds, while the other one keeps serving', async () => {
    const folder = makeServerFolder();
    const server = await startServerProcess(folder.path, { words: ['--workers', '2'] });
    const isHealthy = async () => {
      const signal = AbortSignal.timeout(2_000);
      return (await fetch(`${server.url}/healthz`, { headers: { Connection: 'close' }, signal })).status === 200;
    };
    /** PostgreSQL is a child as well. */
    const workers = () => {
      const pid = String(server.child.pid);
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('--workers'));
    };
    try {
      const [stopped] = workers();
      // The process 0 would be the group of this one.
      if (stopped === undefined) throw new Error('The server has no workers.');
      process.kill(Number(stopped), 'SIGSTOP');
      // At most one connection was on its way to it.
      await untilTrue(isHealthy);
      await untilTrue(() => Promise.resolve(!workers().includes(stopped)));
      await untilTrue(() => Promise.resolve(workers().length === 2));
      await untilTrue(isHealthy);
      expect(await server.stop()).toBe(0);
    } finally {
      server.child.kill('SIGKILL');
      folder.remove();
    }
  }, 120_000);
});
