import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

import type { Configuration } from '../configuration/configuration.js';
import { placesIn } from './error-location.js';
import { findPluginFile, folderOfPlugin } from './find-plugin-file.js';
import { pluginEntries } from './plugin-entry.js';

/** The location of a plugin's code. */
export interface PluginPlace {
  readonly name: string;
  /** Real paths of its main file and its folder; empty if the plugin was not found. */
  readonly paths: readonly string[];
}

/** The places of the entries under `plugins:`; `root` as for {@link findPluginFile}. */
export function locatePlugins(configured: Configuration['plugins'], root: string): readonly PluginPlace[] {
  return pluginEntries(configured).map(({ name }) => ({ name, paths: pathsOf(name, root) }));
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

function pathsOf(name: string, root: string): readonly string[] {
  const found = findPluginFile(name, root);
  return 'mistake' in found ? [] : [realpathSync(found.file), folderOfPlugin(found.file)];
}
