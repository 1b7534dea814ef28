import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createStartError } from '@ticketgate/sdk';

import { errorCode } from '../postgres/index.js';
import type { SystemUser } from './unprivileged-user.js';

export const ServerNotStarted = createStartError<{ reason: string; log: string }>(
  'Database.ServerNotStarted',
  ({ reason, log }) => `The embedded PostgreSQL did not start: ${reason} Its log is ${log}.`,
);

const POLL_MILLISECONDS = 10;
const START_MILLISECONDS = 60_000;
const FAST_SHUTDOWN_MILLISECONDS = 10_000;

interface PostmasterOptions {
  readonly binaries: string;
  readonly cluster: string;
  /** The file that it writes to. */
  readonly log: string;
  readonly port: number;
  readonly user: SystemUser | undefined;
  readonly fsync: boolean;
}

/**
 * Starts PostgreSQL's main process, and resolves when it is ready.
 *
 * @throws StartError `Database.ServerNotStarted`
 */
export async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { log } = options;
  const output = openSync(log, 'a', 0o600);
  if (options.user !== undefined) chownSync(log, options.user.uid, options.user.gid);
  const child = spawn(join(options.binaries, 'bin', 'postgres'), postmasterArguments(options), {
    cwd: options.cluster,
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    ...(options.user === undefined ? {} : { uid: options.user.uid, gid: options.user.gid }),
  });
  closeSync(output);
  child.unref();
  try {
    await untilReady(child, options.cluster, log);
  } catch (cause) {
    await stopChild(child);
    throw cause;
  }
  return child;
}

function postmasterArguments({ cluster, port, fsync }: PostmasterOptions): string[] {
  const settings: Readonly<Record<string, string | number>> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: `${bufferMegabytes()}MB`,
    work_mem: '8MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function untilReady(child: ChildProcess, cluster: string, log: string): Promise<void> {
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code) => (failure ??= `it ended with exit code ${code ?? 'unknown'}.`));
  const patience = Date.now() + START_MILLISECONDS;
  for (;;) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster?.isReady === true) return;
    if (Date.now() > patience) failure ??= `it was not ready after ${START_MILLISECONDS / 1000} seconds.`;
    if (failure !== undefined) throw new ServerNotStarted({ reason: failure, log });
    await wait(POLL_MILLISECONDS);
  }
}

const MEGABYTE = 1024 * 1024;
const LEAST = 128;
const MOST = 1024;
/** PostgreSQL shares the machine with this process, and also uses the file cache of the system. */
const SHARE = 1 / 8;

/** `shared_buffers` in megabytes, by the memory of the machine or of the container. */
export function bufferMegabytes(memory: number = availableMemory()): number {
  return Math.min(MOST, Math.max(LEAST, Math.floor((memory * SHARE) / MEGABYTE)));
}

/** Bytes. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  // Without a limit, it returns 0, or more than any machine has.
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** The contents of `postmaster.pid` in a data folder. */
interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
}

/** Undefined if no server was started in `cluster`, or it stopped properly. */
function readPostmaster(cluster: string): Postmaster | undefined {
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

/** Fast shutdown, or immediate shutdown if that takes too long. Resolves when the process is gone. */
async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const patience = Date.now() + FAST_SHUTDOWN_MILLISECONDS;
  while (signal(pid, 0)) {
    if (Date.now() > patience) signal(pid, 'SIGQUIT');
    await wait(POLL_MILLISECONDS);
  }
}

/** Whether the process is the postmaster: by now, the number in an old file may belong to any process. */
function servesCluster(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    if (process.platform === 'linux') return false;
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(` ${cluster} `);
  }
}

/** False if there is no such process. */
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

export async function stopChild(child: ChildProcess): Promise<void> {
  // Once this process has ended, its number may belong to another one.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  await stopPostmaster(child.pid);
}
