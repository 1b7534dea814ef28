import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explainError, type Plugin, type PluginHost, isData, type Data } from '@ticketgate/sdk';
import { findSchemaMistake } from '@ticketgate/sdk/schema';
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';

import type { Configuration } from '../configuration/configuration.js';
import { findPluginFile, findPluginFolder, readManifest } from './find-plugin-file.js';
import { locateError, type PluginProblem, type SourcePlace } from './plugin-problem.js';
import { listedPlugins, type ListedPlugin } from './listed-plugin.js';
import { limitPlugins, TimeoutExceeded } from './plugin-time-limit.js';
import { isTypeScript, readTypeScript } from './typescript/read-typescript.js';
import { version } from '../version.js';

const SDK = '@ticketgate/sdk';

/** Reports a plugin that requires another version of the SDK. Dependencies that are not ranges, such as paths, are accepted. */
function checkSDKRange(folder: string): PluginFault | undefined {
  const manifest = readManifest(folder);
  const ranges = [manifest.peerDependencies, manifest.dependencies].flatMap((each) =>
    isData(each) && typeof each[SDK] === 'string' ? [each[SDK]] : [],
  );
  const wrong = ranges.find(
    (range) => validRange(range) !== null && !satisfies(version, range, { includePrerelease: true }),
  );
  if (wrong === undefined) return undefined;
  const message = ` cannot be used: It is made for ${SDK} ${wrong}, and this is ${version}. Install a version of it that fits, or correct the range.`;
  return { code: 'plugin-sdk', message, place: findRangePlace(join(folder, 'package.json')) };
}

function findRangePlace(file: string): SourcePlace {
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes(`"${SDK}"`));
  return { file, line: line + 1, column: (lines[line]?.indexOf('"') ?? 0) + 1 };
}

/** The plugins that could be loaded, and the problems of the others. */
export interface LoadedPlugins {
  readonly plugins: readonly Plugin[];
  /** By the name of the plugin. */
  readonly listings: ReadonlyMap<string, ListedPlugin>;
  readonly problems: readonly PluginProblem[];
}

/** Plugins that do not listen are without their handlers. */
export function withListeners(loaded: LoadedPlugins, host: Pick<PluginHost, 'settings' | 'isAttached'>): LoadedPlugins {
  const plugins = loaded.plugins.map(({ events, ...plugin }) =>
    events === undefined || plugin.isListening?.(host) === false ? plugin : { ...plugin, events },
  );
  return { ...loaded, plugins };
}

/**
 * Loads the packages, files and folders under `plugins:`. A broken plugin does not affect the others.
 *
 * @param root the folder whose `node_modules` are searched in addition to our own
 * @param seconds time limit for each plugin
 */
export async function loadPlugins(
  configured: Configuration['plugins'],
  root: string,
  { seconds }: { readonly seconds?: number } = {},
): Promise<LoadedPlugins> {
  const plugins: Plugin[] = [];
  const listings = new Map<string, ListedPlugin>();
  const problems: PluginProblem[] = [];
  const timeLimit = limitPlugins(seconds);
  for (const listed of listedPlugins(configured)) {
    const loaded = await loadPlugin(listed, root, timeLimit);
    if ('code' in loaded) {
      problems.push(loaded);
    } else if (listings.has(loaded.plugin.name)) {
      const message = ` names a plugin "${loaded.plugin.name}", and so does an earlier entry. Remove one of them.`;
      problems.push(toProblem(listed, { code: 'plugin-twice', message }));
    } else {
      plugins.push(loaded.plugin);
      listings.set(loaded.plugin.name, loaded.listed);
    }
  }
  await timeLimit.close();
  return { plugins, listings, problems };
}

interface Loaded {
  readonly plugin: Plugin;
  readonly listed: ListedPlugin;
}

async function loadPlugin(
  configured: ListedPlugin,
  root: string,
  timeLimit: ReturnType<typeof limitPlugins>,
): Promise<Loaded | PluginProblem> {
  const found = findPluginFile(configured.name, root);
  if ('mistake' in found) return toProblem(configured, { code: 'plugin-not-found', message: `: ${found.mistake}` });
  const folder = findPluginFolder(found.file);
  const listed = { ...configured, folder, ...versionIn(folder) };
  const unfit = checkSDKRange(folder);
  if (unfit !== undefined) return toProblem(listed, unfit);
  try {
    const read = readPlugin(await timeLimit.run(configured.name, () => importPlugin(found)));
    return isFault(read) ? toProblem(listed, read) : { plugin: read, listed };
  } catch (error) {
    return toProblem(listed, findImportFault(listed, error));
  }
}

/** Why a plugin cannot be used. */
interface PluginFault extends Pick<PluginProblem, 'code' | 'place'> {
  /** What follows the name of the plugin. */
  readonly message: string;
}

function toProblem(listed: ListedPlugin, fault: PluginFault): PluginProblem {
  return { ...fault, listed, message: `plugins: "${listed.name}"${fault.message}` };
}

function versionIn(folder: string): Pick<ListedPlugin, 'version'> {
  const { version } = readManifest(folder);
  return typeof version === 'string' ? { version } : {};
}

function importPlugin({ file, location }: { file: string; location: string }): Promise<unknown> {
  if (isTypeScript(file)) readTypeScript();
  return import(isAbsolute(location) ? pathToFileURL(location).href : location);
}

function findImportFault(listed: ListedPlugin, error: unknown): PluginFault {
  if (error instanceof TimeoutExceeded) {
    const message = ` was not loaded within ${error.seconds} s. Wait for other systems when an operation runs, not when its file is imported.`;
    return { code: 'plugin-hangs', message };
  }
  const reason = explainError(error);
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const message = ` was found but could not be loaded: ${sentence} Correct the plugin, or remove the entry.`;
  return { code: 'plugin-import', message, place: locateError(error, listed) };
}

const ADVICE = 'Write "export const plugin = definePlugin({ name, operations: [ … ] })" in its main file.';

/** The plugin that a module exports, or its mistake. Its operations are checked later. */
function readPlugin(exported: unknown): Plugin | PluginFault {
  const module = typeof exported === 'object' && exported !== null ? new Map(Object.entries(exported)) : new Map();
  const plugin = (module.get('plugin') ?? module.get('default')) as Plugin | undefined; // its shape is checked first
  if (plugin === undefined) return { code: 'plugin-missing-export', message: ` exports no plugin. ${ADVICE}` };
  const message = shapeMistake(plugin) ?? catalogueMistake(plugin);
  return message === undefined ? plugin : { code: 'plugin-invalid', message: ` ${message}` };
}

function isFault(value: Plugin | PluginFault): value is PluginFault {
  return 'code' in value && 'message' in value;
}

function shapeMistake(value: unknown): string | undefined {
  if (!isData(value)) return `exports a plugin that is not an object. ${ADVICE}`;
  const { name, operations, services } = value;
  if (typeof name !== 'string' || name === '') return `exports a plugin without a name. ${ADVICE}`;
  if (!Array.isArray(operations)) return `exports a plugin without a list "operations". ${ADVICE}`;
  if (services !== undefined && typeof services !== 'function') {
    return 'exports a plugin whose "services" is not a function. Write services: (host) => ({ … }).';
  }
  return eventMistake(value);
}

function eventMistake({ emits = [], events = {} }: Data): string | undefined {
  if (!Array.isArray(emits) || !emits.every((name) => typeof name === 'string')) {
    return `exports a plugin whose "emits" is not a list of names. Write emits: ['room.booked'].`;
  }
  if (!isData(events) || !Object.values(events).every((handler) => typeof handler === 'function')) {
    return `exports a plugin whose "events" are not functions. Write events: { 'room.booked': async (event, context) => { … } }.`;
  }
  return undefined;
}

function catalogueMistake({ catalogue = [] }: Plugin): string | undefined {
  for (const { key, schema } of catalogue) {
    const mistake = findSchemaMistake(schema);
    if (mistake === undefined) continue;
    return `has a catalogue kind "${key}" whose schema is not a JSON Schema, ${mistake} Correct the plugin.`;
  }
  return undefined;
}
