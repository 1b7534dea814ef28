import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStartError, parseObject } from '@ticketgate/sdk';
import { errorCode } from '../postgres/index.js';
import { readIfThere } from './data-folder.js';

import { isRunning, ownIdentity, type ProcessIdentity } from '../running/process-identity.js';

export const FolderInUse = createStartError<{ folder: string; pid: number }>(
  'Database.FolderInUse',
  ({ folder, pid }) =>
    `The data folder ${folder} is in use by the running process ${pid}. Stop that process, or set TICKETGATE_DATA to another folder.`,
);

/**
 * Locks a data folder for this process; the lock of a process that has ended is replaced.
 *
 * @returns a function that releases the lock
 * @throws StartError `Database.FolderInUse`
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'ticketgate.lock');
  const owner = JSON.stringify(ownIdentity());
  while (!create(file, owner)) {
    const text = readIfThere(file);
    if (text === undefined) continue;
    // Written here; anything else does not pass isRunning.
    const other = parseObject(text) as ProcessIdentity | undefined;
    if (other !== undefined && isRunning(other)) throw new FolderInUse({ folder, pid: other.pid });
    discard(file, text);
  }
  return () => {
    if (readIfThere(file) === owner) rmSync(file, { force: true });
  };
}

/** False if there is already a lock. The file is linked with its content, so that nobody reads half a lock. */
function create(file: string, owner: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, owner);
  try {
    linkSync(draft, file);
    return true;
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') return false;
    throw cause;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the lock with this text, unless another process has replaced it meanwhile. */
function discard(file: string, text: string): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    if (readIfThere(aside) !== text) linkSync(aside, file);
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause;
  } finally {
    rmSync(aside, { force: true });
  }
}
