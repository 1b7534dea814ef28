import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the code of a plugin is. */
export interface PluginPlace {
  readonly name: string;
  /** Real paths, the narrower one first: its file and its folder. Empty when there is no such plugin. */
  readonly paths: readonly string[];
}

/** The places of the entries under `plugins:`; `root` as for {@link loadPlugins}. */
export function locatePlugins(names: readonly string[], root: string): readonly PluginPlace[] {
  return names.map((name) => ({ name, paths: isAbsolute(name) ? pathsOf(name) : packagePaths(name, root) }));
}

/** The plugin whose code is nearest to the top of a stack. */
export function findPlugin(places: readonly PluginPlace[], stack: string): string | undefined {
  for (const file of filesOf(stack)) {
    const exact = places.find(({ paths }) => paths[0] === file);
    const around = exact ?? places.find(({ paths }) => paths.some((path) => file.startsWith(path + sep)));
    if (around !== undefined) return around.name;
  }
  return undefined;
}

function pathsOf(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const real = realpathSync(path);
  return existsSync(join(real, 'package.json')) ? [real] : [real, dirname(real)];
}

function packagePaths(name: string, root: string): readonly string[] {
  for (const from of [import.meta.url, join(root, 'package.json')]) {
    try {
      const file = realpathSync(createRequire(from).resolve(name));
      return [file, packageFolder(dirname(file))];
    } catch {
      // The next place may have it; the loader says so when none has.
    }
  }
  return [];
}

function packageFolder(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || folder === dirname(folder)) return folder;
  return packageFolder(dirname(folder));
}

/** Modules are named by URL in a stack, CommonJS files by path. */
function filesOf(stack: string): readonly string[] {
  const places = stack.matchAll(/(?:\(| at (?:async )?)((?:file:\/\/)?\/[^()\n]+?):\d+:\d+\)?$/gm);
  return [...places].map(([, place = '']) => (place.startsWith('file:') ? fileURLToPath(place) : place));
}
