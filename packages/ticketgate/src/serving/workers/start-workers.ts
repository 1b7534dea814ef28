import { makeServerURL, gatherFromWorkers, openSystem, type System, version } from '@ticketgate/runtime';

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
 * definition files and accepts connections; the workers take the requests.
 *
 * @throws ConfigurationError, OperationError `Database.…`, `Server.…`
 */
export async function startWorkers(options: ServerOptions): Promise<StartedServer> {
  const began = Date.now();
  const { loaded, logger } = options;
  const policy = createPlainHttpPolicy(loaded.configuration);
  const certificate = createCertificate(loaded.configuration.tls);
  const onProgress = options.onProgress ?? (() => undefined);
  const system = await openSystem({ loaded, logger, purpose: 'serve', onProgress });
  await options.onOpen?.(system);
  const { http } = loaded.configuration;
  const crew = new WorkerPool({
    size: http.workers,
    http,
    environment: databaseVariables(system.location),
    patience: http.stopTimeout * 1000 + CLOSING_TIME,
    logger,
  });
  try {
    const prepared = await prepareSystem(system);
    const { port, ready } = await crew.start();
    const generatedPasswords = await preparePasswords(system, options);
    await serveMetricsOfAll(system);
    const administration = makeAdministration(system, { ready: prepared, policy });
    await listenForAdministration(system, administration, { policy, certificate, isHere: true });
    crew.open();
    const url = makeServerURL(loaded.configuration, port);
    const milliseconds = Date.now() - began;
    const crewReport = {
      version,
      url,
      services: ready.services,
      problems: prepared.problems,
      milliseconds,
      workers: http.workers,
    };
    const report = { ...crewReport, system, generatedPasswords };
    return { url, report, stop: stopCrew(system, crew) };
  } catch (cause) {
    await crew.stop();
    await system.closing.close();
    throw cause;
  }
}

/** Serves the metrics of all workers together. */
async function serveMetricsOfAll(system: System): Promise<void> {
  if (system.metrics === undefined) return;
  const { read, close } = gatherFromWorkers();
  system.closing.add('the metrics of the workers', close);
  await serveMetrics(system, read);
}

/** Safe to call twice. */
export function stopCrew(system: System, crew: WorkerPool): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await crew.stop();
    await system.closing.close();
  };
  return () => (stopping ??= stop());
}
