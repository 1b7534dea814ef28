import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from '../postgres/index.js';

const POLL_MILLISECONDS = 10;
const FAST_SHUTDOWN_MILLISECONDS = 10_000;

/** The contents of `postmaster.pid` in a data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
}

/** Undefined when no server has been started in `cluster` or it stopped properly. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** The server that runs in `cluster`, no matter who started it. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const noted = readPostmaster(cluster);
  return noted !== undefined && servesCluster(noted.pid, cluster) ? noted : undefined;
}

/** Stops the server that a killed gateway left behind in `cluster`. Returns whether there was one. */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const orphan = findPostmaster(cluster);
  if (orphan === undefined) return false;
  await stopPostmaster(orphan.pid);
  return true;
}

/** Fast shutdown; immediate shutdown when that takes too long. Resolves when the process is gone. */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const patience = Date.now() + FAST_SHUTDOWN_MILLISECONDS;
  while (signal(pid, 0)) {
    if (Date.now() > patience) signal(pid, 'SIGQUIT');
    await wait(POLL_MILLISECONDS);
  }
}

/** Whether the process is the postmaster: the number in an old file may belong to any process by now. */
function servesCluster(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    if (process.platform === 'linux') return false;
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(` ${cluster} `);
  }
}

/** False when there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return !isZombie(pid);
  } catch (cause) {
    return errorCode(cause) === 'EPERM';
  }
}

/** Whether the process is a zombie, which has released its resources. */
function isZombie(pid: number): boolean {
  const file = `/proc/${pid}/status`;
  return existsSync(file) && /^State:\s+Z/m.test(readFileSync(file, 'utf8'));
}
