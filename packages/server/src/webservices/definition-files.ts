import { existsSync } from 'node:fs';
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
  if (!existsSync(folder)) return [];
  // Editors leave hidden files beside the real ones.
  const names = (await readdir(folder)).filter((name) => /\.ya?ml$/i.test(name) && !name.startsWith('.'));
  return names.sort().map((name) => join(folder, name));
}

export function serviceNameOf(path: string): string {
  return basename(path).replace(/\.ya?ml$/i, '');
}
