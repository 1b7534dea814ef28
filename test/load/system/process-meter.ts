import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts the time of processes in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** What a process and its children use, as Linux tells it; undefined elsewhere. */
export interface Usage {
  /** Seconds of processor time since the start. */
  readonly cpu: number;
  /** Bytes of resident memory of the largest of them. */
  readonly memory: number;
}

export function usageOf(pid: number): Usage | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const usages = [pid, ...childrenOf(pid)].flatMap((each) => readUsage(each) ?? []);
  return {
    cpu: usages.reduce((sum, { cpu }) => sum + cpu, 0),
    memory: Math.max(...usages.map(({ memory }) => memory)),
  };
}

/** The process of the PostgreSQL that has its data in a folder. */
export function readPostmaster(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
}

/** Workers of a server. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => Number(statOf(each)?.[1]) === pid);
}

function readUsage(pid: number): Usage | undefined {
  const stat = statOf(pid);
  if (stat === undefined) return undefined;
  const pages = Number(stat[21]);
  // Its own, and what its children had taken when they ended.
  const ticks = stat.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  return { cpu: ticks / TICKS_PER_SECOND, memory: pages * 4096 };
}

/** The fields after the name of the process, which may hold blanks; undefined for one that has ended. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
