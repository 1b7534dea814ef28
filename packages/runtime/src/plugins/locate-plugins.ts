import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Configuration } from '../configuration/configuration.js';
import { findPluginFile, folderOfPlugin } from './find-plugin-file.js';
import { pluginEntries } from './plugin-entry.js';

/** Where the code of a plugin is. */
export interface PluginPlace {
  readonly name: string;
  /** Real paths, the narrower one first: its file and its folder. Empty when there is no such plugin. */
  readonly paths: readonly string[];
}

/** The places of the entries under `plugins:`; `root` as for {@link findPluginFile}. */
export function locatePlugins(configured: Configuration['plugins'], root: string): readonly PluginPlace[] {
  return pluginEntries(configured).map(({ name }) => ({ name, paths: pathsOf(name, root) }));
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

function pathsOf(name: string, root: string): readonly string[] {
  const found = findPluginFile(name, root);
  return 'mistake' in found ? [] : [realpathSync(found.file), folderOfPlugin(found.file)];
}

/** Modules are named by URL in a stack, CommonJS files by path. */
function filesOf(stack: string): readonly string[] {
  const places = stack.matchAll(/(?:\(| at (?:async )?)((?:file:\/\/)?\/[^()\n]+?):\d+:\d+\)?$/gm);
  return [...places].map(([, place = '']) => (place.startsWith('file:') ? fileURLToPath(place) : place));
}
