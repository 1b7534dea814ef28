import type { Socket } from 'node:net';
import { tellPrimary, type LoadedConfiguration } from '@ticketgate/runtime';
import type { Logger } from '@ticketgate/sdk';

import { startServer, type RunningServer } from '../start-server.js';
import { logUncaughtErrors } from '../uncaught-errors.js';
import {
  readDatabaseVariables,
  ALIVE,
  ANSWERING,
  CONNECTION,
  FINISH,
  IDLE,
  LEAVING,
  STOP,
  TAKEN,
  type WorkerReady,
} from './worker-messages.js';

const ALIVE_MILLISECONDS = 1_000;
const ANSWERING_MILLISECONDS = 5;

/**
 * Serves as one of several processes, until the primary one says so, is gone, or SIGTERM comes. A terminal sends Ctrl-C to
 * all of them: it is the primary one that acts on it.
 */
export async function serveAsWorker(loaded: LoadedConfiguration, primaryLogger: Logger): Promise<void> {
  const logger = primaryLogger.child({ worker: process.pid });
  process.on('SIGINT', () => undefined);
  const { ending: crash, onOpen } = logUncaughtErrors(loaded, logger);
  const stopped = untilStopped();
  const server = await startServer({
    loaded,
    logger,
    isWorker: true,
    location: readDatabaseVariables(process.env),
    onOpen,
  });
  takeConnections(server.http);
  reportWhetherAnswering(server.http);
  tellPrimary({ kind: 'ready', services: server.report.services } satisfies WorkerReady);
  setInterval(() => tellPrimary(ALIVE), ALIVE_MILLISECONDS).unref();
  const ending = await Promise.race([stopped, crash]);
  if (ending !== undefined) tellPrimary(LEAVING);
  await stopped;
  await server.stop();
  process.exit(ending?.code);
}

function takeConnections(http: RunningServer['http']): void {
  process.on('message', (message, socket?: Socket) => {
    if (message !== CONNECTION) return;
    // A client that has gone in the meantime leaves none.
    if (socket !== undefined) http.take(socket);
    tellPrimary(TAKEN);
  });
}

function reportWhetherAnswering(http: RunningServer['http']): void {
  process.on('message', (message) => {
    if (message !== FINISH) return;
    http.announceEnd();
    setInterval(() => {
      // After the sockets were read: a connection that was just taken may have brought its request.
      setImmediate(() => tellPrimary(http.isAnswering ? ANSWERING : IDLE));
    }, ANSWERING_MILLISECONDS).unref();
  });
}

function untilStopped(): Promise<undefined> {
  return new Promise((resolve) => {
    const end = () => resolve(undefined);
    process.on('message', (message) => {
      if (message === STOP) end();
    });
    process.once('disconnect', end);
    process.once('SIGTERM', () => tellPrimary(LEAVING));
  });
}
