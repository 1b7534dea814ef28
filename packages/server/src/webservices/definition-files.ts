import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A file in `config/webservices`: its name without the ending is the name of the service. */
export interface DefinitionFile {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** By name; a folder that does not exist has none. */
export async function readDefinitionFiles(folder: string): Promise<readonly DefinitionFile[]> {
  const paths = await listDefinitionFiles(folder);
  return Promise.all(
    paths.map(async (path) => ({ name: serviceNameOf(path), path, text: await readFile(path, 'utf8') })),
  );
}

export async function listDefinitionFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    // Editors leave hidden files beside the real ones.
    const wanted = names.filter((name) => /\.ya?ml$/i.test(name) && !name.startsWith('.'));
    return wanted.sort().map((name) => join(folder, name));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw cause;
  }
}

export function serviceNameOf(path: string): string {
  return basename(path).replace(/\.ya?ml$/i, '');
}
