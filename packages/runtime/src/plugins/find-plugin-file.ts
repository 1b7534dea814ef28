import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { parseObject } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';
import { placesIn } from './plugin-problem.js';
import { listedPlugins } from './listed-plugin.js';

/** The main file of a plugin, or why it was not found. */
type FoundPlugin =
  | { readonly file: string; /** For `import`: a name, or the file. */ readonly location: string }
  | { readonly mistake: string };

/**
 * Finds the main file of a plugin.
 *
 * @param name of a package, or an absolute path
 * @param root the folder whose `node_modules` are searched in addition to our own
 */
export function findPluginFile(name: string, root: string): FoundPlugin {
  return isAbsolute(name) ? findFile(name) : findPackage(name, root);
}

/** The real folder of the package that contains a file; without a package, the folder of the file. */
export function findPluginFolder(file: string): string {
  const own = dirname(realpathSync(file));
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return own;
}

/** Our plugins that live in another package than their name says. */
const HOMES: ReadonlyMap<string, string> = new Map([
  ['@ticketgate/plugin-session', '@ticketgate/accounts/session-plugin'],
]);

/** Resolves a package from our own packages or else from the folder of the configuration. */
function findPackage(name: string, root: string): FoundPlugin {
  const home = HOMES.get(name) ?? name;
  for (const from of [import.meta.url, join(root, 'package.json')]) {
    try {
      const file = createRequire(from).resolve(home);
      return { file, location: from === import.meta.url ? home : file };
    } catch {
      // Try the next place.
    }
  }
  const advice = `Run "npm install ${name}", or write a path that starts with "./".`;
  return { mistake: `there is no package with this name. ${advice}` };
}

/** Finds a file, or the main file of a folder. */
function findFile(path: string): FoundPlugin {
  if (!existsSync(path)) return { mistake: 'there is no such file or folder. Correct the path.' };
  if (statSync(path).isFile()) return { file: path, location: path };
  const file = mainFile(path);
  if (file !== undefined) return { file, location: file };
  const advice = 'Give it a package.json with "exports" or "main", or an index.js or index.ts.';
  return { mistake: `this folder has no main file that exists. ${advice}` };
}

function mainFile(folder: string): string | undefined {
  const require = createRequire(join(folder, 'package.json'));
  // Resolving a package by its own name honours its "exports".
  for (const name of [packageName(folder) ?? folder, folder]) {
    try {
      return require.resolve(name);
    } catch {
      // Try the next one.
    }
  }
  const index = join(folder, 'index.ts');
  return existsSync(index) ? index : undefined;
}

function packageName(folder: string): string | undefined {
  const manifest = readManifest(folder);
  return 'exports' in manifest && typeof manifest.name === 'string' ? manifest.name : undefined;
}

/** The package.json of a folder; empty if it cannot be read. */
export function readManifest(folder: string): Readonly<Record<string, unknown>> {
  try {
    return parseObject(readFileSync(join(folder, 'package.json'), 'utf8')) ?? {};
  } catch {
    return {};
  }
}

/** The location of a plugin's code. */
export interface PluginPlace {
  readonly name: string;
  /** Real paths of its main file and its folder; empty if the plugin was not found. */
  readonly paths: readonly string[];
}

/** The places of the plugins under `plugins:`; `root` as for {@link findPluginFile}. */
export function locatePlugins(configured: Configuration['plugins'], root: string): readonly PluginPlace[] {
  return listedPlugins(configured).map(({ name }) => ({ name, paths: listPaths(name, root) }));
}

/** The plugin in which an error was thrown: the first one in its stack. */
export function findPlugin(places: readonly PluginPlace[], stack: string): string | undefined {
  for (const { file } of placesIn(stack)) {
    const exact = places.find(({ paths }) => paths[0] === file);
    const around = exact ?? places.find(({ paths }) => paths.some((path) => file.startsWith(path + sep)));
    if (around !== undefined) return around.name;
  }
  return undefined;
}

function listPaths(name: string, root: string): readonly string[] {
  const found = findPluginFile(name, root);
  return 'mistake' in found ? [] : [realpathSync(found.file), findPluginFolder(found.file)];
}
