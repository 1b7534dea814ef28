import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The repository, from the sources as well as from what they are compiled to. */
export const ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'config', 'gateway.yml')) ? folder : findRoot(dirname(folder));
}
