import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { ConfigurationError } from './configuration-error.js';
import { nonEmpty } from './environment-options.js';

interface FoundFiles {
  /** The folder with `config/gateway.yml`, otherwise the working directory. Defaults are relative to it. */
  readonly root: string;
  /** Absolute paths; later files override earlier ones. */
  readonly files: readonly string[];
}

/**
 * Finds the configuration files: those of `--config`, otherwise of `TICKETGATE_CONFIG` (comma-separated), otherwise `config/gateway.yml`
 * in the working directory or the nearest folder above it, and an optional `config/local.yml` beside it.
 */
export function findConfigurationFiles(
  flags: readonly string[],
  environment: NodeJS.ProcessEnv,
  workingDirectory: string,
): FoundFiles {
  const root = findRoot(workingDirectory);
  const listed = nonEmpty(environment.TICKETGATE_CONFIG)
    ?.split(',')
    .map((file) => file.trim());
  const named = flags.length > 0 ? flags : listed?.filter((file) => file !== '');
  if (named !== undefined)
    return { root: root ?? workingDirectory, files: named.map((file) => existing(resolve(workingDirectory, file))) };
  if (root === undefined) return { root: workingDirectory, files: [] };
  const local = join(root, 'config', 'local.yml');
  return { root, files: [join(root, 'config', 'gateway.yml'), ...(existsSync(local) ? [local] : [])] };
}

function findRoot(folder: string): string | undefined {
  if (existsSync(join(folder, 'config', 'gateway.yml'))) return folder;
  return dirname(folder) === folder ? undefined : findRoot(dirname(folder));
}

function existing(file: string): string {
  if (existsSync(file)) return file;
  throw new ConfigurationError(`There is no configuration file ${file}. Correct --config or TICKETGATE_CONFIG.`);
}
