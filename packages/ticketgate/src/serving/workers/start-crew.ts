import { makeServerURL, openSystem, type LoadedPlugins, type System, version } from '@ticketgate/runtime';

import type { ServerOptions, StartedServer } from '../start-server.js';
import type { StartReport } from '../start-report.js';
import { databaseVariables } from './worker-messages.js';
import { WorkerPool } from './worker-pool.js';

interface CrewOptions extends ServerOptions {
  /** How many workers serve. */
  readonly size: number;
  /** Milliseconds that they get to stop. */
  readonly patience: number;
}

type Started = Pick<StartReport, 'services' | 'problems' | 'generatedPasswords'> & { readonly port: number };

/** Opens the system in this process, and lets workers serve it. If a step of `work` fails, everything is closed. */
export async function startCrew(
  { loaded, logger, onProgress, onOpen, plugins, size, patience }: CrewOptions & { readonly plugins?: LoadedPlugins },
  work: (system: System, crew: WorkerPool) => Promise<Started>,
): Promise<StartedServer> {
  const began = Date.now();
  const system = await openSystem({ loaded, logger, purpose: 'serve', onProgress, plugins });
  await onOpen?.(system);
  const environment = databaseVariables(system.location);
  const crew = new WorkerPool({ size, http: loaded.configuration.http, environment, patience, logger });
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await crew.stop();
    await system.closing.close();
  };
  try {
    const { port, ...started } = await work(system, crew);
    const url = makeServerURL(loaded.configuration, port);
    const report = { ...started, version, url, system, milliseconds: Date.now() - began, workers: size };
    return { url, report, stop: () => (stopping ??= stop()) };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
