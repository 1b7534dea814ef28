import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { isData } from '@ticketgate/sdk';

/** The main file of a plugin, or why there is none. */
export type FoundPlugin =
  | { readonly file: string; /** Our own packages are imported by name. */ readonly location: string }
  | { readonly mistake: string };

/**
 * Looks for a plugin.
 *
 * @param name of a package, or an absolute path
 * @param root the folder whose `node_modules` are searched in addition to our own
 */
export function findPluginFile(name: string, root: string): FoundPlugin {
  return isAbsolute(name) ? findFile(name) : findPackage(name, root);
}

/** The folder of the package that a file really belongs to; its own folder when there is no package. */
export function folderOfPlugin(file: string): string {
  const own = dirname(realpathSync(file));
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return own;
}

/** A name that our own packages can import stays a name; others are looked for from the configuration's folder. */
function findPackage(name: string, root: string): FoundPlugin {
  for (const from of [import.meta.url, join(root, 'package.json')]) {
    try {
      const file = createRequire(from).resolve(name);
      return { file, location: from === import.meta.url ? name : file };
    } catch {
      // The next place may have it.
    }
  }
  const advice = `Run "npm install ${name}", or write a path that starts with "./".`;
  return { mistake: `there is no package with this name. ${advice}` };
}

/** The file itself, or the main file of a package's folder. */
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
  // A package may import itself by its name: that honours its "exports".
  for (const name of [packageName(folder) ?? folder, folder]) {
    try {
      return require.resolve(name);
    } catch {
      // The next one may work.
    }
  }
  const index = join(folder, 'index.ts');
  return existsSync(index) ? index : undefined;
}

function packageName(folder: string): string | undefined {
  const manifest = readManifest(folder);
  return 'exports' in manifest && typeof manifest.name === 'string' ? manifest.name : undefined;
}

/** Empty where there is none that can be read. */
export function readManifest(folder: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return isData(manifest) ? manifest : {};
  } catch {
    return {};
  }
}
