import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, resolve, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainCause } from '@ticketgate/database';
import { errorCode } from '@ticketgate/database/postgres';
import { checkDocument, decodeText, type Diagnostic, hasErrors } from '@ticketgate/definition';
import { isData, type Data } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { configurationSchema, type Configuration } from './configuration.js';
import { createFileError, ConfigurationError } from './configuration-error.js';
import { defaultConfiguration } from './default-configuration.js';
import {
  type Flags,
  fileSources,
  type OptionSource,
  type OptionSources,
  readEnvironment,
  nonEmpty,
} from './environment-options.js';

interface ConfigurationSources {
  /** `--config`, in order. */
  readonly files: readonly string[];
  readonly flags: Flags;
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
}

/**
 * Reads the options: defaults < files, key by key < environment < flags (`docs/operating.md`).
 *
 * @throws ConfigurationError with all problems of all files
 */
export function loadConfiguration(given: ConfigurationSources) {
  const { environment, flags } = given;
  const { root, files } = findConfigurationFiles(given.files, environment, given.workingDirectory);
  const decoded = files.map((file) => ({ file, ...decodeText(readConfigurationFile(file), file) }));
  const texts = new Map(decoded.map(({ file, text }) => [file, text]));
  const diagnostics: Diagnostic[] = decoded.flatMap(({ problems }) => problems);
  let options: Data = defaultConfiguration(root);
  const sources = new Map<string, OptionSource>();
  const note = (found: OptionSources) => {
    for (const [name, source] of found) sources.set(name, source);
  };
  for (const [file, text] of texts) {
    const checked = checkConfigurationText(text, file);
    diagnostics.push(...checked.diagnostics);
    options = mergeOptions(options, resolvePaths(checked.options, file));
    note(fileSources(checked.options, file));
  }
  if (hasErrors(diagnostics)) throw createFileError(diagnostics, texts);
  const fromEnvironment = readEnvironment(environment, flags);
  options = mergeOptions(options, fromEnvironment.options);
  note(fromEnvironment.sources);
  return {
    // The defaults are complete, and the files match the schema.
    configuration: options as unknown as Configuration,
    sources,
    /** Absolute paths, in the order in which they were applied. */
    files,
    /** The folder that contains `config`. Plugins are also resolved from here. */
    root,
  };
}

export type LoadedConfiguration = Unchanged<ReturnType<typeof loadConfiguration>>;

/** Checks a configuration file. An empty `Settings` counts as absent. */
export function checkConfigurationText(
  text: string,
  file: string,
): { diagnostics: readonly Diagnostic[]; options: Data } {
  const { diagnostics, value } = checkDocument(text, { file, schema: configurationSchema });
  const options = isData(value) ? value : {};
  return { diagnostics, options: { ...options, ...(options.Settings === null ? { Settings: {} } : {}) } };
}

/** Overrides options key by key. Lists and values of single settings are replaced as a whole. */
function mergeOptions(earlier: Data, later: Data, depth = 0): Data {
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later)) {
    const present = merged[key];
    merged[key] = depth === 0 && isData(present) && isData(value) ? mergeOptions(present, value, depth + 1) : value;
  }
  return merged;
}

/** Makes the paths of one configuration file absolute: they are relative to that file. */
function resolvePaths(options: Data, file: string): Data {
  const folder = dirname(file);
  const absolute = (value: unknown) => (typeof value === 'string' ? resolve(folder, value) : value);
  const section = (name: string, keys: readonly string[]) => {
    const values = options[name];
    if (!isData(values)) return {};
    const paths = keys.filter((key) => key in values).map((key): [string, unknown] => [key, absolute(values[key])]);
    return { [name]: { ...values, ...Object.fromEntries(paths) } };
  };
  return {
    ...options,
    ...('data' in options ? { data: absolute(options.data) } : {}),
    ...('plugins' in options ? { plugins: resolvePlugins(options.plugins, folder) } : {}),
    ...section('tls', ['certificate', 'key']),
    ...section('webServices', ['folder']),
    ...section('catalogue', ['file']),
  };
}

/** Plugins that start with a dot are paths, others are names of packages. */
function resolvePlugins(plugins: unknown, folder: string): unknown {
  if (!Array.isArray(plugins)) return plugins;
  const absolute = (name: unknown) => (typeof name === 'string' && name.startsWith('.') ? resolve(folder, name) : name);
  return plugins.map((plugin: unknown) =>
    isData(plugin) ? { ...plugin, name: absolute(plugin.name) } : absolute(plugin),
  );
}

/**
 * Finds the configuration files: those of `--config`, otherwise of `TICKETGATE_CONFIG` (comma-separated), otherwise `config/gateway.yml`
 * in the working directory or the nearest folder above it, and an optional `config/local.yml` beside it.
 *
 * @returns absolute paths, of which later ones override earlier ones, and the folder that defaults are relative to
 */
export function findConfigurationFiles(
  flags: readonly string[],
  environment: NodeJS.ProcessEnv,
  workingDirectory: string,
) {
  const root = findRoot(workingDirectory);
  const listed = nonEmpty(environment.TICKETGATE_CONFIG)
    ?.split(',')
    .map((file) => file.trim());
  const named = flags.length > 0 ? flags : listed?.filter((file) => file !== '');
  if (named !== undefined)
    return { root: root ?? workingDirectory, files: named.map((file) => resolve(workingDirectory, file)) };
  if (root === undefined) return { root: workingDirectory, files: [] };
  const local = join(root, 'config', 'local.yml');
  return { root, files: [join(root, 'config', 'gateway.yml'), ...(existsSync(local) ? [local] : [])] };
}

function findRoot(folder: string): string | undefined {
  if (existsSync(join(folder, 'config', 'gateway.yml'))) return folder;
  return dirname(folder) === folder ? undefined : findRoot(dirname(folder));
}

function readConfigurationFile(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT')
      throw new ConfigurationError(`There is no configuration file ${file}. Correct --config or TICKETGATE_CONFIG.`);
    const advice = 'Name a file that can be read, or change its permissions.';
    throw new ConfigurationError(`The configuration file ${file} cannot be read: ${explainCause(cause)}. ${advice}`, {
      cause,
    });
  }
}

const STARTER = fileURLToPath(new URL('../../config', import.meta.url));

/**
 * Writes the shipped configuration, with its web services, to `config` on the first start: there is no configuration, no data and no
 * configured database yet.
 *
 * @returns the folder that was written, if any
 */
export function writeStarter({ configuration, files, root }: LoadedConfiguration): string | undefined {
  const folder = join(root, 'config');
  const isFirst = files.length === 0 && configuration.database.url === null;
  if (!isFirst || existsSync(folder) || existsSync(configuration.data)) return undefined;
  cpSync(STARTER, folder, { recursive: true });
  return folder;
}
