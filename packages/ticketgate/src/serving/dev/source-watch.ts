import { spawn } from 'node:child_process';
import { existsSync, realpathSync, statSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join } from 'node:path';
import {
  findPluginFile,
  folderOfPlugin,
  type LoadedConfiguration,
  listedPlugins,
  isTypeScript,
} from '@ticketgate/runtime';
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

/**
 * Lets TypeScript check the project of a changed file, if there is one: plugins are compiled without a look at their types. Mistakes do not
 * keep them from being served.
 */
export async function checkTypes(file: string, onText: (text: string) => void): Promise<void> {
  const folder = isTypeScript(file) ? findProject(dirname(file)) : undefined;
  if (folder === undefined) return;
  const compiler = findCompiler(folder);
  if (compiler === undefined) {
    onText(`Types are not checked: ${folder} has no TypeScript. Install it with "npm install -D typescript".\n`);
    return;
  }
  const words = [compiler, '--noEmit', '--pretty', 'false', '-p', folder];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  onText(text);
}

function findProject(folder: string): string | undefined {
  if (existsSync(join(folder, 'tsconfig.json'))) return folder;
  return folder === dirname(folder) ? undefined : findProject(dirname(folder));
}

/** By its manifest: TypeScript 7 lets nobody import `typescript/bin/tsc`. */
function findCompiler(folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('typescript/package.json');
    // As npm packs it.
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: { readonly tsc: string } };
    return join(dirname(manifest), bin.tsc);
  } catch {
    return undefined;
  }
}
