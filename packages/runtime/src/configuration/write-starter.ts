import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { LoadedConfiguration } from './load-configuration.js';

const STARTER = fileURLToPath(new URL('../../config', import.meta.url));

/**
 * Writes the shipped configuration, with its web services, to `config` where nothing is there yet: no configuration, no data and no database
 * that somebody named.
 *
 * @returns the folder that was written, if any
 */
export function writeStarter({ configuration, files, root }: LoadedConfiguration): string | undefined {
  const folder = join(root, 'config');
  const isFirst = files.length === 0 && configuration.database.url === null;
  if (!isFirst || existsSync(folder) || existsSync(configuration.data)) return undefined;
  cpSync(STARTER, folder, { recursive: true });
  return folder;
}
