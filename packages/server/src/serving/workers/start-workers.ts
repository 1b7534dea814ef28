import { openSystem, type System } from '../../system/open-system.js';
import { version } from '../../version.js';
import { prepareRoot, prepareSystem } from '../prepare-system.js';
import type { RunningServer, ServerOptions } from '../start-server.js';
import { WorkerCrew } from './worker-crew.js';

/** Milliseconds that workers get beyond `http.stopTimeout`, for the debug log and the database. */
const CLOSING_TIME = 10_000;

/**
 * Starts several processes that serve on one address. This one has the embedded PostgreSQL, prepares the system and follows
 * the definition files; the workers take the requests.
 *
 * @throws ConfigurationError, OperationError `Database.…`, `Server.…`
 */
export async function startWorkers(options: ServerOptions): Promise<RunningServer> {
  const began = Date.now();
  const { loaded, logger } = options;
  const onProgress = options.onProgress ?? (() => undefined);
  const system = await openSystem({ loaded, logger, purpose: 'serve', onProgress });
  options.onOpen?.(system);
  const { workers, stopTimeout } = loaded.configuration.http;
  const crew = new WorkerCrew({
    size: workers,
    environment: { DATABASE_URL: system.location.url },
    patience: stopTimeout * 1000 + CLOSING_TIME,
    logger,
  });
  try {
    await prepareSystem(system);
    const { url, services } = await crew.start();
    const generatedPassword = await prepareRoot(system, options.rootPassword);
    const milliseconds = Date.now() - began;
    const report = { version, url, services, system, generatedPassword, milliseconds, workers };
    return { url, report, stop: stopOnce(system, crew) };
  } catch (cause) {
    await crew.stop();
    await system.closing.close();
    throw cause;
  }
}

function stopOnce(system: System, crew: WorkerCrew): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await crew.stop();
    await system.closing.close();
  };
  return () => (stopping ??= stop());
}
