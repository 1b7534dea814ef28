import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { watch, type FSWatcher } from 'chokidar';
import { findPluginFile, folderOfPlugin, type LoadedConfiguration, pluginEntries } from '@ticketgate/runtime';

/** Editors and compilers write several files at once: what comes within this time is one change; milliseconds. */
const QUIET = 100;
/** Folders that hold no sources, and those that a server writes to. */
const IGNORED = new Set(['node_modules', '.git', 'dist', 'coverage', 'var', 'webservices']);

const FILE_EVENTS = ['add', 'change', 'unlink'] as const;
type FileEvent = (typeof FILE_EVENTS)[number];

/** Files that editors make beside those that somebody edits: backups, locks, and tries whether a folder can be written to. */
const OF_EDITORS = /~$|\.sw[a-z]$|\.tmp$|^#.*#$|^\.#|^\.goutputstream-|___jb_(?:tmp|old)___$|^4913$|^\.DS_Store$/;

/** Tells of changes of plugins and of the configuration, one after the other. */
export class SourceWatch {
  readonly #watcher: FSWatcher;
  readonly #onChange: (file: string) => Promise<void>;
  /** The changes of files since the last report. */
  readonly #noted = new Map<string, FileEvent>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(loaded: LoadedConfiguration, onChange: (file: string) => Promise<void>) {
    this.#onChange = onChange;
    const sources = [...foldersOf(loaded), ...loaded.files];
    this.#watcher = watch(sources, {
      ignoreInitial: true,
      ignored: (path) => isIgnored(basename(path)) && !sources.includes(path),
    });
    for (const event of FILE_EVENTS) {
      this.#watcher.on(event, (file) => {
        this.#note(event, file);
      });
    }
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

  #note(event: FileEvent, file: string): void {
    const before = this.#noted.get(file);
    // A file that was there for a moment.
    if (event === 'unlink' && before === 'add') this.#noted.delete(file);
    else if (before === undefined || event === 'unlink') this.#noted.set(file, event);
    else if (before === 'unlink') this.#noted.set(file, 'change');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const [changed] = this.#noted.keys();
      this.#noted.clear();
      if (changed !== undefined) this.#working = this.#working.then(() => this.#onChange(changed));
    }, QUIET);
  }
}

function isIgnored(name: string): boolean {
  return IGNORED.has(name) || OF_EDITORS.test(name);
}

/** The folders of plugins that are given by path; an installed package does not change. */
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
