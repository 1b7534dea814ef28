import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checkDocument, decodeText, type Diagnostic, hasErrors } from '@ticketgate/definition';
import { isData, type Data } from '@ticketgate/sdk';

import { configurationSchema, type Configuration } from './configuration.js';
import { createFileError } from './file-errors.js';
import { defaultConfiguration } from './default-configuration.js';
import {
  type Flags,
  fileSources,
  type OptionSource,
  type OptionSources,
  readEnvironment,
} from './environment-options.js';
import { findConfigurationFiles } from './find-files.js';

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
export function loadConfiguration(given: ConfigurationSources): LoadedConfiguration {
  const { environment, flags } = given;
  const { root, files } = findConfigurationFiles(given.files, environment, given.workingDirectory);
  const decoded = files.map((file) => ({ file, ...decodeText(readFileSync(file), file) }));
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
  // The defaults are complete, and the files match the schema.
  return { configuration: options as unknown as Configuration, sources, files, root };
}

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

/** The configuration and its sources. */
export interface LoadedConfiguration {
  readonly configuration: Configuration;
  readonly sources: OptionSources;
  /** Absolute paths, in the order in which they were applied. */
  readonly files: readonly string[];
  /** The folder that contains `config`. Plugins are also resolved from here. */
  readonly root: string;
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
