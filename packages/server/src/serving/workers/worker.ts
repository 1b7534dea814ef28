import type { Logger } from '@ticketgate/sdk';

import type { LoadedConfiguration } from '../../configuration/configuration.js';
import { startServer } from '../start-server.js';
import type { WorkerReady } from './worker-messages.js';

/**
 * Serves as one of several processes, until the primary one says so, is gone, or SIGTERM comes. A terminal sends Ctrl-C to
 * all of them: it is the primary one that acts on it.
 */
export async function serveAsWorker(loaded: LoadedConfiguration, logger: Logger): Promise<void> {
  process.on('SIGINT', () => undefined);
  const told = untilTold();
  const server = await startServer({ loaded, logger: logger.child({ worker: process.pid }), isWorker: true });
  const ready: WorkerReady = { kind: 'ready', url: server.url, services: server.report.services };
  process.send?.(ready);
  await told;
  await server.stop();
  process.exit();
}

function untilTold(): Promise<void> {
  return new Promise((resolve) => {
    process.once('message', () => {
      resolve();
    });
    process.once('disconnect', resolve);
    process.once('SIGTERM', () => {
      resolve();
    });
  });
}
