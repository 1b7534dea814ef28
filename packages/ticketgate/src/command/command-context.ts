import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import type { Logger } from '@ticketgate/sdk';
import {
  type Configuration,
  createLogger,
  describeURL,
  loadConfiguration,
  type LoadedConfiguration,
  type LocatedDatabase,
  openSystem,
  type System,
} from '@ticketgate/runtime';

import { printProgress } from './terminal.js';
import { sharedOptions } from './program-options.js';

/** The configuration as flags, environment and files have it. */
export function configurationFor(command: Command): LoadedConfiguration {
  const { config, ...flags } = sharedOptions(command);
  return loadConfiguration({
    files: config ?? [],
    flags,
    environment: process.env,
    workingDirectory: process.cwd(),
  });
}

/** A log on standard error, as configured. */
export function loggerFor(
  { configuration }: LoadedConfiguration,
  level: Configuration['log']['level'] = configuration.log.level,
): Logger {
  return createLogger({ level, format: configuration.log.format, stream: process.stderr });
}

/**
 * Runs `work` on the system that the configuration names, beside a running server or without one, and closes it again.
 * Tables are made and changed only where `purpose` is `migrate`.
 */
export async function withSystem<Result>(
  command: Command,
  work: (system: System) => Promise<Result>,
  purpose: 'command' | 'migrate' = 'command',
): Promise<Result> {
  const loaded = configurationFor(command);
  const { level } = loaded.configuration.log;
  // A short command shows only its result, not that it started a database.
  const logger = loggerFor(loaded, level === 'info' ? 'warn' : level);
  const onLocated = isVerbose(command) ? { onLocated: printDatabase } : {};
  const system = await openSystem({ loaded, logger, purpose, onProgress: printProgress, ...onLocated });
  try {
    return await work(system);
  } finally {
    await system.closing.close();
  }
}

export function isVerbose(command: Command): boolean {
  return sharedOptions(command).verbose === true;
}

/** For `--verbose`. */
export function printDatabase({ url, origin }: LocatedDatabase): void {
  printProgress(`database: ${describeURL(url)} (${origin})`);
}
