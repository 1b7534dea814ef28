import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findSchemaMistake } from '@ticketgate/definition';
import { isData, type Plugin } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { isTypeScript, readTypeScript } from './typescript/read-typescript.js';

/**
 * Loads the packages under `plugins:`, ours and others alike.
 *
 * @param names package names or absolute paths
 * @param root the folder whose `node_modules` are searched in addition to our own
 * @throws ConfigurationError `Server.PluginNotFound`, `Server.PluginBroken`, `Server.PluginInvalid`, `Server.PluginTwice`
 */
export async function loadPlugins(names: readonly string[], root: string): Promise<readonly Plugin[]> {
  const plugins = new Map<string, Plugin>();
  for (const name of names) {
    const plugin = readPlugin(name, await importPlugin(name, root));
    if (plugins.has(plugin.name)) {
      throw new ConfigurationError(
        `plugins: "${name}" names a plugin "${plugin.name}", and so does an earlier entry. Remove one of them.`,
        { code: 'Server.PluginTwice' },
      );
    }
    plugins.set(plugin.name, plugin);
  }
  return [...plugins.values()];
}

async function importPlugin(name: string, root: string): Promise<unknown> {
  const location = isAbsolute(name) ? pathToFileURL(findFile(name)).href : findPackage(name, root);
  if (isTypeScript(location)) readTypeScript();
  try {
    return await import(location);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError(
      `plugins: "${name}" was found but could not be loaded: ${reason} Correct the plugin, or remove the entry.`,
      { code: 'Server.PluginBroken', cause },
    );
  }
}

/** A name that our own packages can import stays a name; others are looked for from the configuration's folder. */
function findPackage(name: string, root: string): string {
  for (const from of [import.meta.url, join(root, 'package.json')]) {
    try {
      const file = createRequire(from).resolve(name);
      return from === import.meta.url ? name : pathToFileURL(file).href;
    } catch {
      // The next place may have it.
    }
  }
  throw notFound(
    name,
    `there is no package with this name. Run "npm install ${name}", or write a path that starts with "./".`,
  );
}

/** The file itself, or the main file of a package's folder. */
function findFile(path: string): string {
  if (!existsSync(path)) throw notFound(path, 'there is no such file or folder. Correct the path.');
  if (statSync(path).isFile()) return path;
  const require = createRequire(join(path, 'package.json'));
  try {
    // A package may import itself by its name: that honours its "exports".
    return require.resolve(packageName(path) ?? path);
  } catch {
    try {
      return require.resolve(path);
    } catch (cause) {
      const index = join(path, 'index.ts');
      if (existsSync(index)) return index;
      const advice = 'this folder has neither a package.json with "exports" or "main" nor an index.js or index.ts.';
      throw notFound(path, advice, cause);
    }
  }
}

function packageName(folder: string): string | undefined {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return isData(manifest) && 'exports' in manifest && typeof manifest.name === 'string' ? manifest.name : undefined;
}

function notFound(name: string, advice: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`plugins: "${name}": ${advice}`, { code: 'Server.PluginNotFound', cause });
}

function readPlugin(name: string, exported: unknown): Plugin {
  const module = typeof exported === 'object' && exported !== null ? new Map(Object.entries(exported)) : new Map();
  const plugin: unknown = module.get('plugin') ?? module.get('default');
  if (isPlugin(plugin)) {
    checkCatalogue(plugin);
    return plugin;
  }
  throw new ConfigurationError(`plugins: "${name}" ${pluginMistake(plugin)}`, { code: 'Server.PluginInvalid' });
}

function isPlugin(value: unknown): value is Plugin {
  return pluginMistake(value) === undefined;
}

/** What keeps a value from being a plugin, apart from what its operations are; undefined when it is one. */
function pluginMistake(value: unknown): string | undefined {
  const advice = 'Write "export const plugin = definePlugin({ name, operations: [ … ] })" in its main file.';
  if (!isData(value)) return `does not export a plugin. ${advice}`;
  const { name, operations, services } = value;
  if (typeof name !== 'string' || name === '') return `exports a plugin without a name. ${advice}`;
  if (!Array.isArray(operations)) return `exports a plugin without a list "operations". ${advice}`;
  if (services !== undefined && typeof services !== 'function') {
    return 'exports a plugin whose "services" is not a function. Write services: (host) => ({ … }).';
  }
  return undefined;
}

function checkCatalogue({ name, catalogue = [] }: Plugin): void {
  for (const { key, schema } of catalogue) {
    const mistake = findSchemaMistake(schema);
    if (mistake === undefined) continue;
    throw new ConfigurationError(
      `The plugin "${name}" cannot be used: the schema of its catalogue section "${key}" is not a JSON Schema, ${mistake} Correct the plugin.`,
      { code: 'Server.PluginInvalid' },
    );
  }
}
