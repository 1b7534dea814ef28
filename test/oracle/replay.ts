import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfiguration, loadPlugins } from '@ticketgate/runtime';
import { startServer } from 'ticketgate';

import { AnswerCheck, silentLogger } from '../support/index.js';
import { ORACLE, type RecordedHost } from '../attached/recorded-hosts.js';

export interface Outcome {
  readonly compared: number;
  readonly agreed: number;
  readonly differences: readonly { readonly id: string; readonly name?: string; readonly found: readonly string[] }[];
}

/** A server whose answers are compared with what its operations declare. */
export async function startWatched(
  { settings }: Pick<RecordedHost, 'settings'>,
  { folder, url }: { readonly folder: string; readonly url: string },
) {
  const defaults = defaultConfiguration(folder);
  const answers = new AnswerCheck();
  const loadedPlugins = await loadPlugins(defaults.plugins, folder);
  const configuration = {
    ...defaults,
    http: { ...defaults.http, port: 0 },
    database: { ...defaults.database, url },
    Settings: settings,
  };
  const server = await startServer({
    plugins: { ...loadedPlugins, plugins: answers.watch(loadedPlugins.plugins) },
    loaded: { configuration, sources: new Map(), files: [], root: folder },
    logger: silentLogger,
  });
  return { server, answers };
}

interface ReplayOptions {
  /** For the outcome. */
  readonly folder: string;
  readonly player?: string;
  readonly options?: readonly string[];
}

/** Plays the recorded exchanges of a folder below {@link ORACLE}. */
export async function replay(
  url: string,
  corpus: string,
  { folder, player = 'replay.mjs', options = [] }: ReplayOptions,
): Promise<Outcome> {
  const file = join(folder, 'outcome.json');
  const words = ['--corpus', join(ORACLE, corpus), '--url', url, '--json', file, ...options];
  await new Promise<void>((resolve) => {
    // Its exit code only says that something differs.
    execFile(process.execPath, [join(ORACLE, player), ...words], () => {
      resolve();
    });
  });
  const outcome = JSON.parse(readFileSync(file, 'utf8')) as Outcome;
  // That of SOAP calls them names.
  const differences = outcome.differences.map(({ id, name = id, found }) => ({ id: name, found }));
  return { ...outcome, differences };
}
