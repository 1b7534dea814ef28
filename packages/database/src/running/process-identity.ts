import { readFileSync } from 'node:fs';

/** Distinguishes a process from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startTime: readStartTime(process.pid) ?? '' };
}

export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  return readStartTime(pid) === startTime;
}

/** Undefined if there is no such process. Without /proc, only the number can be compared. */
function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields 3 and 22, counted after the process name, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; only its parent has not yet collected its status.
    return fields[0] === 'Z' ? undefined : fields[19];
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
