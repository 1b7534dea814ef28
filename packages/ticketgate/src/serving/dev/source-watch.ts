import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { findPluginFile, folderOfPlugin, type LoadedConfiguration, listedPlugins } from '@ticketgate/runtime';
import { watch } from 'chokidar';

/** Editors and compilers write several files at once: what comes within this time is one change; milliseconds. */
const QUIET = 100;
/** Folders that hold no sources, and those that a server writes to. */
const IGNORED = new Set(['node_modules', '.git', 'dist', 'coverage', 'var', 'webservices']);

const FILE_EVENTS = ['add', 'change', 'unlink'] as const;
type FileEvent = (typeof FILE_EVENTS)[number];

/** Files that editors make beside those that somebody edits: backups, locks, and tries whether a folder can be written to. */
const OF_EDITORS = /~$|\.sw[a-z]$|\.tmp$|^#.*#$|^\.#|^\.goutputstream-|___jb_(?:tmp|old)___$|^4913$|^\.DS_Store$/;

/**
 * Tells of changes of plugins and of the configuration, one after the other. Resolves when changes are seen.
 *
 * @returns ends it
 */
export async function watchSources(
  loaded: LoadedConfiguration,
  onChange: (file: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const sources = [...listFolders(loaded), ...loaded.files];
  const isIgnored = (name: string) => IGNORED.has(name) || OF_EDITORS.test(name);
  /** The changes of files since the last report. */
  const noted = new Map<string, FileEvent>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const report = () => {
    const [changed] = noted.keys();
    noted.clear();
    if (changed !== undefined) working = working.then(() => onChange(changed));
  };
  const note = (event: FileEvent, file: string) => {
    const before = noted.get(file);
    // A file that was there for a moment.
    if (event === 'unlink' && before === 'add') noted.delete(file);
    else if (before === undefined || event === 'unlink') noted.set(file, event);
    else if (before === 'unlink') noted.set(file, 'change');
    clearTimeout(timer);
    timer = setTimeout(report, QUIET);
  };
  const ignored = (path: string) => isIgnored(basename(path)) && !sources.includes(path);
  const watcher = watch(sources, { ignoreInitial: true, ignored });
  for (const event of FILE_EVENTS) watcher.on(event, (file) => note(event, file));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return async () => {
    clearTimeout(timer);
    await watcher.close();
    await working;
  };
}

/** The folders of plugins that are given by path; an installed package does not change. */
function listFolders({ configuration, root }: LoadedConfiguration): readonly string[] {
  return listedPlugins(configuration.plugins).flatMap(({ name }) => {
    if (!isAbsolute(name) || !existsSync(name)) return [];
    if (statSync(name).isDirectory()) return [realpathSync(name)];
    const found = findPluginFile(name, root);
    // A file beside others that belong to nobody: only itself.
    if ('mistake' in found) return [name];
    const folder = folderOfPlugin(found.file);
    return existsSync(`${folder}/package.json`) ? [folder] : [dirname(realpathSync(name))];
  });
}
