import type { Logger } from '@ticketgate/sdk';

import type { LoadedConfiguration } from '../../configuration/configuration.js';
import type { System } from '../../system/open-system.js';
import { startServer } from '../start-server.js';
import { StrayErrors } from '../stray-errors.js';
import type { WorkerReady } from './worker-messages.js';

/**
 * Serves as one of several processes, until the primary one says so, is gone, or SIGTERM comes. A terminal sends Ctrl-C to
 * all of them: it is the primary one that acts on it.
 */
export async function serveAsWorker(loaded: LoadedConfiguration, primaryLogger: Logger): Promise<void> {
  const logger = primaryLogger.child({ worker: process.pid });
  process.on('SIGINT', () => undefined);
  const strays = new StrayErrors(loaded, logger);
  const told = untilTold();
  const onOpen = ({ plugins }: System) => {
    strays.nameBy(plugins);
  };
  const server = await startServer({ loaded, logger, isWorker: true, onOpen });
  const ready: WorkerReady = { kind: 'ready', url: server.url, services: server.report.services };
  process.send?.(ready);
  const ending = await Promise.race([told, strays.ending]);
  await server.stop();
  process.exit(ending?.code);
}

function untilTold(): Promise<undefined> {
  return new Promise((resolve) => {
    process.once('message', () => {
      resolve(undefined);
    });
    process.once('disconnect', () => {
      resolve(undefined);
    });
    process.once('SIGTERM', () => {
      resolve(undefined);
    });
  });
}
