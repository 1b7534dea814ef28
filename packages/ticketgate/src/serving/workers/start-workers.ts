import { gatherFromWorkers, type System } from '@ticketgate/runtime';

import { makeAdministration, listenForAdministration } from '../administration.js';
import { createCertificate } from '../../http/certificate.js';
import { createPlainHttpPolicy } from '../../http/plain-http.js';
import { serveMetrics } from '../observe.js';
import { preparePasswords, prepareSystem } from '../prepare-system.js';
import type { ServerOptions, StartedServer } from '../start-server.js';
import { startCrew } from './start-crew.js';

/** Milliseconds that workers get beyond `http.stopTimeout`, for the debug log and the database. */
const CLOSING_TIME = 10_000;

/**
 * Starts several processes that serve on one address. This one has the embedded PostgreSQL, prepares the system, follows the
 * definition files and accepts connections; the workers take the requests.
 *
 * @throws ConfigurationError, OperationError `Database.…`, `Server.…`
 */
export async function startWorkers(options: ServerOptions): Promise<StartedServer> {
  const { configuration } = options.loaded;
  const { workers: size, stopTimeout } = configuration.http;
  const policy = createPlainHttpPolicy(configuration);
  const certificate = createCertificate(configuration.tls);
  return startCrew({ ...options, size, patience: stopTimeout * 1000 + CLOSING_TIME }, async (system, crew) => {
    const ready = await prepareSystem(system);
    const { port, services } = await crew.start();
    const generatedPasswords = await preparePasswords(system, options);
    await serveMetricsOfAll(system);
    const administration = makeAdministration(system, { ready, policy });
    await listenForAdministration(system, administration, { policy, certificate, isHere: true });
    crew.open();
    return { port, services, problems: ready.problems, generatedPasswords };
  });
}

/** Serves the metrics of all workers together. */
async function serveMetricsOfAll(system: System): Promise<void> {
  if (system.metrics === undefined) return;
  const { read, close } = gatherFromWorkers();
  system.closing.add('the metrics of the workers', close);
  await serveMetrics(system, read);
}
