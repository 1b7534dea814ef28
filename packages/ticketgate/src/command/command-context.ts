import { hostname, userInfo } from 'node:os';
import type { Author } from '@ticketgate/admin';
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

import { printProgress, stopOnSignal } from './terminal.js';
import { sharedOptions } from './program-options.js';

/** The configuration as flags, environment and files have it. */
export function configurationFor(command: Command): LoadedConfiguration {
  const { config, ...flags } = sharedOptions(command);
  return loadConfiguration({ files: config ?? [], flags, environment: process.env, workingDirectory: process.cwd() });
}

/** A log on standard error, as configured. */
export function loggerFor(
  { configuration }: LoadedConfiguration,
  level: Configuration['log']['level'] = configuration.log.level,
): Logger {
  return createLogger({ level, format: configuration.log.format, stream: process.stderr });
}

/**
 * Runs `work` on the system that the configuration names, with or without a running server, and closes it again.
 * Tables are made and changed only where `purpose` is `migrate`.
 */
export async function withSystem<Result>(
  command: Command,
  work: (system: System) => Promise<Result>,
  purpose: 'command' | 'migrate' = 'command',
): Promise<Result> {
  const system = await openFor(command, purpose);
  try {
    return await work(system);
  } finally {
    await system.closing.close();
  }
}

/** Opens the system that the configuration names; its user closes it. */
export async function openFor(command: Command, purpose: 'command' | 'migrate' = 'command'): Promise<System> {
  const loaded = configurationFor(command);
  const { level } = loaded.configuration.log;
  // A short command shows only its result, not that it started a database.
  const logger = loggerFor(loaded, level === 'info' ? 'warn' : level);
  let release: (() => void) | undefined;
  const onLocated = (location: LocatedDatabase) => {
    if (isVerbose(command)) printDatabase(location);
    release = stopOnSignal(location.embedded);
  };
  const system = await openSystem({ loaded, logger, purpose, onProgress: printProgress, onLocated });
  system.closing.add('the listeners for signals', () => release?.());
  return system;
}

export function isVerbose(command: Command): boolean {
  return sharedOptions(command).verbose === true;
}

/** For `--verbose`. */
export function printDatabase({ url, origin }: LocatedDatabase): void {
  printProgress(`database: ${describeURL(url)} (${origin})`);
}

/**
 * The author of a command's change: the agent of `--as`, otherwise the user of this machine.
 *
 * @throws OperationError `Accounts.AgentUnknown`, before anything is changed
 */
export async function identifyAuthor(command: Command, { accounts }: Pick<System, 'accounts'>): Promise<Author> {
  const { as: login } = sharedOptions(command);
  const source = nameSource();
  // The help, which has the commands of plugins, starts without it.
  const { findAuthor, SYSTEM_USER } = await import('@ticketgate/admin');
  if (login === undefined) return { userID: SYSTEM_USER, login: `cli:${userName()}`, source };
  return findAuthor(accounts, { login, source });
}

/** The source of a change by a command, for the audit log. */
export function nameSource(): string {
  return `command of ${userName()} on ${hostname()}`;
}

/** The user of this machine; in a container it may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'somebody');
  }
}
