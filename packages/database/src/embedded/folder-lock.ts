import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createError } from '@ticketgate/sdk';

import { errorCode } from '../connection/error-code.js';

export const FolderInUse = createError<{ folder: string; pid: number }>(
  'Database.FolderInUse',
  ({ folder, pid }) =>
    `The data folder ${folder} is in use by the running process ${pid}. Stop that process, or set TICKETGATE_DATA to another folder.`,
  503,
);

interface Owner {
  readonly pid: number;
  /** Tells a process from a later one with the same number. */
  readonly startTime: string;
}

/**
 * Makes this process the only user of a data folder; a lock of a process that is gone is taken over.
 *
 * @returns the way to give the folder back
 * @throws OperationError `Database.FolderInUse`
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'ticketgate.lock');
  const owner: Owner = { pid: process.pid, startTime: startTimeOf(process.pid) ?? '' };
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(owner), { flag: 'wx' });
      return () => {
        rmSync(file, { force: true });
      };
    } catch (cause) {
      if (errorCode(cause) !== 'EEXIST') throw cause;
    }
    const other = readOwner(file);
    if (other !== undefined && isRunning(other)) throw new FolderInUse({ folder, pid: other.pid });
    rmSync(file, { force: true });
  }
}

function readOwner(file: string): Owner | undefined {
  try {
    // Written by lockFolder above; anything else does not pass isRunning.
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function isRunning({ pid, startTime }: Owner): boolean {
  return startTimeOf(pid) === startTime;
}

/** Undefined when there is no such process. Without /proc only the number can be compared. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22, counted behind the process name, which may contain blanks.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return process.platform === 'linux' ? undefined : signalledStartTime(pid);
  }
}

function signalledStartTime(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return '';
  } catch {
    return undefined;
  }
}
