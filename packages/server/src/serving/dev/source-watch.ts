import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { watch, type FSWatcher } from 'chokidar';

import type { LoadedConfiguration } from '../../configuration/loaded-configuration.js';
import { findPluginFile, folderOfPlugin } from '../../plugins/find-plugin-file.js';
import { pluginEntries } from '../../plugins/plugin-entry.js';

/** Editors and compilers write several files at once: what comes within this time is one change; milliseconds. */
const QUIET = 100;
/** Folders that hold no sources, and those that a server writes to. */
const IGNORED = new Set(['node_modules', '.git', 'dist', 'coverage', 'var', 'webservices']);

/** Tells of changes of plugins and of the configuration, one after the other. */
export class SourceWatch {
  readonly #watcher: FSWatcher;
  readonly #onChange: (file: string) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(loaded: LoadedConfiguration, onChange: (file: string) => Promise<void>) {
    this.#onChange = onChange;
    const sources = [...foldersOf(loaded), ...loaded.files];
    this.#watcher = watch(sources, {
      ignoreInitial: true,
      ignored: (path) => IGNORED.has(basename(path)) && !sources.includes(path),
    });
    this.#watcher.on('all', (_event, file) => {
      this.#note(file);
    });
  }

  /** Resolves when changes are seen. */
  ready(): Promise<void> {
    return new Promise((resolve) => this.#watcher.once('ready', resolve));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#watcher.close();
    await this.#working;
  }

  #note(file: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#working = this.#working.then(() => this.#onChange(file));
    }, QUIET);
  }
}

/** Of plugins that are given by path; an installed package does not change. */
function foldersOf({ configuration, root }: LoadedConfiguration): readonly string[] {
  return pluginEntries(configuration.plugins).flatMap(({ name }) => {
    if (!isAbsolute(name) || !existsSync(name)) return [];
    if (statSync(name).isDirectory()) return [realpathSync(name)];
    const found = findPluginFile(name, root);
    // A file beside others that belong to nobody: only itself.
    if ('mistake' in found) return [name];
    const folder = folderOfPlugin(found.file);
    return existsSync(`${folder}/package.json`) ? [folder] : [dirname(realpathSync(name))];
  });
}
