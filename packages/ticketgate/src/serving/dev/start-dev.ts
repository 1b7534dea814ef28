import { resetMigrations } from '@ticketgate/database';
import { DatabaseURL } from '@ticketgate/database/postgres';
import { renderCodeFrame } from '@ticketgate/definition';
import {
  type PluginProblem,
  reportPlugins,
  developedPlugins,
  type LoadedConfiguration,
  loadPlugins,
  type System,
} from '@ticketgate/runtime';
import { createStartError, isLoopback } from '@ticketgate/sdk';

import { createPlainHttpPolicy } from '../../http/plain-http.js';
import { preparePasswords } from '../prepare-system.js';
import type { ServerOptions, StartedServer } from '../start-server.js';
import { startCrew } from '../workers/start-crew.js';
import type { WorkerReady } from '../workers/worker-messages.js';
import type { WorkerPool } from '../workers/worker-pool.js';
import { watchSources, checkTypes } from './source-watch.js';

const ResetRefused = createStartError<{ reason: string }>(
  'Server.ResetRefused',
  ({ reason }) => `--reset drops nothing: ${reason}`,
);

/**
 * Drops what the migrations of a plugin have made. The worker that starts next applies them anew.
 *
 * @returns what was done, for people
 * @throws StartError `Server.ResetRefused`
 */
async function resetPlugin(name: string, system: System, loaded: LoadedConfiguration): Promise<string> {
  if (system.isAttached) throw new ResetRefused({ reason: 'the database belongs to a host system.' });
  if (!isHere(system)) throw new ResetRefused({ reason: 'the database is not on this machine.' });
  const plugins = developedPlugins(await loadPlugins(loaded.configuration.plugins, loaded.root));
  const plugin = plugins.find((each) => each.name === name);
  if (plugin === undefined) {
    const names = plugins.map((each) => each.name).join(', ') || 'none';
    throw new ResetRefused({ reason: `"${name}" is not a plugin that "plugins:" names by path (${names}).` });
  }
  const dropped = await resetMigrations(system.database, plugin);
  return `Dropped ${dropped.join(', ') || 'nothing'}: the migrations of ${name} are applied anew.\n`;
}

function isHere({ location }: System): boolean {
  const { hosts } = new DatabaseURL(location.url);
  const areHere = hosts.every(({ host }) => host === '' || host.startsWith('/') || isLoopback(host));
  return location.embedded !== undefined || areHere;
}

/** Milliseconds that a worker gets to finish what it does. */
const PATIENCE = 5_000;

export interface DevOptions extends ServerOptions {
  /** Writes to the terminal. */
  readonly onText: (text: string) => void;
  /** The name of a plugin whose migrations are applied anew. */
  readonly reset?: string | undefined;
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
    if (options.reset !== undefined) onText(await resetPlugin(options.reset, system, loaded));
    const { port, services, problems } = await crew.start();
    report(problems);
    const generatedPasswords = await preparePasswords(system, options);
    crew.open();
    const endWatch = await watchSources(loaded, async (file) => {
      onText(`${file} has changed: starting a new worker …\n`);
      await renew(crew, report, onText);
      void checkTypes(file, onText);
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
