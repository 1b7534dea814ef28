import { renderCodeFrame } from '@ticketgate/definition';
import { type PluginProblem, reportPlugins } from '@ticketgate/runtime';

import { createPlainHttpPolicy } from '../../http/plain-http.js';
import { preparePasswords } from '../prepare-system.js';
import type { ServerOptions, StartedServer } from '../start-server.js';
import { startCrew } from '../workers/start-crew.js';
import type { WorkerReady } from '../workers/worker-messages.js';
import type { WorkerPool } from '../workers/worker-pool.js';
import { watchSources } from './source-watch.js';

/** Milliseconds that a worker gets to finish what it does. */
const PATIENCE = 5_000;

interface DevOptions extends ServerOptions {
  /** Writes to the terminal. */
  readonly onText: (text: string) => void;
}

/**
 * A server for those who write plugins. This process has the database and accepts connections; a worker loads the plugins and serves.
 * When a source of a plugin or the configuration changes, a new worker starts, and takes over once it is ready and its plugins
 * are sound. Until then the last good one serves.
 */
export async function startDev(options: DevOptions): Promise<StartedServer> {
  const { loaded, onText } = options;
  createPlainHttpPolicy(loaded.configuration);
  // Plugins are loaded by the workers, so their settings would be unknown here.
  const configuration = { ...loaded.configuration, Settings: {} };
  const plugins = { plugins: [], listings: new Map(), problems: [] };
  const report = (problems: readonly PluginProblem[]) => onText(describeAll(problems, loaded.files));
  const crewOptions = { ...options, loaded: { ...loaded, configuration }, plugins, size: 1, patience: PATIENCE };
  return startCrew(crewOptions, async (system, crew) => {
    const { port, services, problems } = await crew.start();
    report(problems);
    const generatedPasswords = await preparePasswords(system, options);
    crew.open();
    const endWatch = await watchSources(loaded, async (file) => {
      onText(`${file} has changed: starting a new worker …\n`);
      await renew(crew, report, onText);
    });
    system.closing.add('the watched sources', endWatch);
    return { port, services, problems, generatedPasswords };
  });
}

async function renew(
  crew: WorkerPool,
  report: (problems: readonly PluginProblem[]) => void,
  onText: (text: string) => void,
): Promise<void> {
  const isSound = ({ problems }: WorkerReady) => {
    report(problems);
    return problems.length === 0;
  };
  try {
    const isRenewed = await crew.renew(isSound);
    onText(isRenewed ? 'The new worker serves.\n' : STAYS);
  } catch {
    // The worker has logged why.
    onText(STAYS);
  }
}

const STAYS = 'The last good version keeps serving.\n';

function describeAll(problems: readonly PluginProblem[], files: readonly string[]): string {
  if (problems.length === 0) return '';
  const { diagnostics, sources } = reportPlugins(problems, files);
  return `${renderCodeFrame(diagnostics, sources)}\n`;
}
