import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { fallbackFolder } from './choose-folder.js';
import { withFolderErrors } from './folder-unusable.js';
import { findPostmaster } from './postmaster.js';

/** PostgreSQL's own folder, below ours. */
export const CLUSTER = 'postgresql';

export interface FoundEmbedded {
  /** Where the data is. */
  readonly folder: string;
  /** The URL of the server that another process runs on it; undefined if none does. */
  readonly url: string | undefined;
}

/** The embedded database of a data folder; undefined if there is none. Nothing is created or started. */
export function findEmbeddedDatabase(wanted: string): FoundEmbedded | undefined {
  const path = resolve(wanted);
  const folder = [path, fallbackFolder(path)].find((each) => existsSync(join(each, CLUSTER)));
  return folder === undefined ? undefined : { folder, url: withFolderErrors(folder, () => urlOfRunning(folder)) };
}

function urlOfRunning(folder: string): string | undefined {
  if (findPostmaster(join(folder, CLUSTER))?.isReady !== true) return undefined;
  const file = join(folder, 'connection.url');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
