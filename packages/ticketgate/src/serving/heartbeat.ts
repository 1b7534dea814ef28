import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { Replicas } from '@ticketgate/database';
import type { FinishedRequestListener } from '@ticketgate/gateway';
import { type System, version } from '@ticketgate/runtime';

/** Milliseconds between two beats. */
const INTERVAL = 5_000;

/** Records in the database that this process serves, and how busy it is. */
export function startHeart(system: System) {
  const { closing, logger } = system;
  const replicas = new Replicas(system.database);
  const own = { id: randomUUID(), name: hostname(), version, since: system.now() };
  const load = measureLoad();
  let definitions = '';
  let writing: Promise<void> = Promise.resolve();
  /** One after the other, so that the last one counts. Others log that the database is away. */
  const write = (change: () => Promise<void>): Promise<void> =>
    (writing = writing
      .then(change)
      .catch((error: unknown) => logger.debug('the heartbeat could not be written', { error })));
  return {
    listen: load.listen,
    /** Records that the definitions with this fingerprint are served from now on. */
    serves: (fingerprint: string): void => {
      definitions = fingerprint;
      void write(() => replicas.serve(own.id, fingerprint));
    },
    /** Records it now and regularly, until everything is closed. */
    async start(address: string): Promise<void> {
      const beat = () => write(() => replicas.announce({ ...own, address, load: load.read(), definitions }));
      await beat();
      closing.add('the heartbeat', async () => {
        await writing;
        await replicas.leave(own.id);
      });
      closing.repeat('the heartbeat', INTERVAL, beat);
    },
  };
}

/** How busy this process was since it was last asked. */
function measureLoad() {
  let requests = 0;
  let announcedAt = performance.now();
  let busy = performance.eventLoopUtilization();
  const listen: FinishedRequestListener = () => {
    requests += 1;
  };
  const read = () => {
    const [now, seconds] = [performance.now(), (performance.now() - announcedAt) / 1000];
    const { utilization } = performance.eventLoopUtilization(busy);
    const load = {
      requestsPerSecond: Math.round((requests / seconds) * 10) / 10,
      busy: Math.round(utilization * 1000) / 1000,
      memory: process.memoryUsage.rss(),
    };
    [announcedAt, busy, requests] = [now, performance.eventLoopUtilization(), 0];
    return load;
  };
  return { listen, read };
}
