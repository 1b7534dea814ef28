import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  closeSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createError, type Logger } from '@ticketgate/sdk';

import { findBinaries } from './binaries.js';
import { chooseFolder } from './choose-folder.js';
import { initializeCluster } from './initialize-cluster.js';
import { lockFolder } from './folder-lock.js';
import { readPostmaster, stopOrphan, stopPostmaster } from './postmaster.js';
import { unprivilegedUser, type SystemUser } from './unprivileged-user.js';

export const ServerNotStarted = createError<{ reason: string; log: string }>(
  'Database.ServerNotStarted',
  ({ reason, log }) => `The embedded PostgreSQL did not start: ${reason} Its log is ${log}.`,
  500,
);

export interface EmbeddedServerOptions {
  /** Holds everything; made when it does not exist. */
  readonly folder: string;
  readonly logger: Logger;
  /** False loses data at a power failure: for tests only. Default true. */
  readonly fsync?: boolean;
  /** Called with a sentence when something takes longer than usual. */
  readonly onProgress?: (sentence: string) => void;
}

export interface EmbeddedServer {
  readonly url: string;
  /** Where the data lies; differs from the folder asked for when PostgreSQL's user cannot enter that. */
  readonly folder: string;
  /** Ends all connections, writes everything and stops. */
  stop(): Promise<void>;
}

const START_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 10;

/**
 * Starts the PostgreSQL that comes with the packages, in a process group of its own, so that Ctrl-C does not end it before
 * our last writes. As root it runs as another user, since PostgreSQL refuses root.
 *
 * @throws OperationError `Database.FolderInUse`, `Database.BinariesMissing`, `Database.ServerNotStarted`
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const user = unprivilegedUser();
  const folder = chooseFolder(resolve(options.folder), user, options.logger);
  const unlock = lockFolder(folder);
  try {
    const binaries = findBinaries(user);
    const cluster = join(folder, 'postgresql');
    if (await stopOrphan(cluster)) options.logger.warn('stopped the database of a server that was killed', { cluster });
    const password = await initializeCluster({ binaries, cluster, folder, user, onProgress: options.onProgress });
    const port = await freePort();
    const url = `postgres://ticketgate:${password}@127.0.0.1:${port}/ticketgate`;
    const child = await startPostmaster({ binaries, cluster, folder, port, user, fsync: options.fsync ?? true });
    const connectionFile = join(folder, 'connection.url');
    writeFileSync(connectionFile, url, { mode: 0o600 });
    return {
      url,
      folder,
      async stop() {
        await stopPostmaster(child.pid ?? 0);
        rmSync(connectionFile, { force: true });
        unlock();
      },
    };
  } catch (cause) {
    unlock();
    throw cause;
  }
}

/** The URL of the embedded server that another process runs in `folder`; undefined when none does. */
export function findRunningServer(folder: string, logger: Logger): string | undefined {
  const chosen = chooseFolder(resolve(folder), unprivilegedUser(), logger);
  if (readPostmaster(join(chosen, 'postgresql'))?.isReady !== true) return undefined;
  const file = join(chosen, 'connection.url');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

interface PostmasterOptions {
  readonly binaries: string;
  readonly cluster: string;
  readonly folder: string;
  readonly port: number;
  readonly user: SystemUser | undefined;
  readonly fsync: boolean;
}

async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const log = join(options.folder, 'postgresql.log');
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
  await untilReady(child, options.cluster, log);
  return child;
}

function postmasterArguments({ cluster, port, fsync }: PostmasterOptions): string[] {
  const settings: Readonly<Record<string, string | number>> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    work_mem: '16MB',
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

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolvePort(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}

/** Makes `folder` with the owner and mode that PostgreSQL wants. */
export function makeFolder(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
}
