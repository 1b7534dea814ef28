import { gatherFromWorkers, makeServerURL, openSystem, type System, version } from '@ticketgate/runtime';

import { makeAdministration, listenForAdministration } from '../administration.js';
import { createCertificate } from '../../http/certificate.js';
import { createPlainHttpPolicy } from '../../http/plain-http.js';
import { serveMetrics } from '../observe.js';
import { preparePasswords, prepareSystem } from '../prepare-system.js';
import type { ServerOptions, StartedServer } from '../start-server.js';
import { databaseVariables } from './worker-messages.js';
import { WorkerPool } from './worker-pool.js';

/** Milliseconds that workers get beyond `http.stopTimeout`, for the debug log and the database. */
const CLOSING_TIME = 10_000;

/**
 * Starts several processes that serve on one address. This one has the embedded PostgreSQL, prepares the system, follows the
 * definition files and accepts connections; the workers take the requests. If a step fails, everything is closed.
 *
 * @throws ConfigurationError, OperationError `Database.…`, `Server.…`
 */
export async function startWorkers(options: ServerOptions): Promise<StartedServer> {
  const began = Date.now();
  const { loaded, logger, onProgress, onOpen } = options;
  const { http, tls } = loaded.configuration;
  const policy = createPlainHttpPolicy(loaded.configuration);
  const certificate = createCertificate(tls);
  const system = await openSystem({ loaded, logger, purpose: 'serve', onProgress });
  await onOpen?.(system);
  const environment = databaseVariables(system.location);
  const patience = http.stopTimeout * 1000 + CLOSING_TIME;
  const crew = new WorkerPool({ size: http.workers, http, environment, patience, logger });
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await crew.stop();
    await system.closing.close();
  };
  try {
    const ready = await prepareSystem(system);
    const { port, services } = await crew.start();
    const generatedPasswords = await preparePasswords(system, options);
    await serveAllMetrics(system);
    const administration = makeAdministration(system, { ready, policy });
    await listenForAdministration(system, administration, { policy, certificate, isHere: true });
    crew.open();
    const { problems } = ready;
    const url = makeServerURL(loaded.configuration, port);
    const made = { version, url, services, problems, system, generatedPasswords };
    const report = { ...made, milliseconds: Date.now() - began, workers: http.workers };
    return { url, report, stop: () => (stopping ??= stop()) };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Serves the metrics of all workers together. */
async function serveAllMetrics(system: System): Promise<void> {
  if (system.metrics === undefined) return;
  const { read, close } = gatherFromWorkers();
  system.closing.add('the metrics of the workers', close);
  await serveMetrics(system, read);
}
