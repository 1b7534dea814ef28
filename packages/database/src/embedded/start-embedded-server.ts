import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, openSync, rmSync, writeFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createStartError, type Logger } from '@ticketgate/sdk';

import { findBinaries } from './binaries.js';
import { bufferMegabytes } from './buffer-size.js';
import { chooseFolder } from './choose-folder.js';
import { CLUSTER } from './find-embedded.js';
import { initializeCluster } from './initialize-cluster.js';
import { lockFolder } from './folder-lock.js';
import { withFolderErrors } from './folder-unusable.js';
import { PostmasterSupervisor, RESTART_DELAYS, stopChild } from './postmaster-supervisor.js';
import { readPostmaster, stopOrphan } from './postmaster.js';
import { limitLogSize } from './rotate-log.js';
import { unprivilegedUser, type SystemUser } from './unprivileged-user.js';
import { freePort, isFree } from './free-port.js';

const OtherMajorVersion = createStartError<{ cluster: string; found: string; ours: string }>(
  'Database.OtherMajorVersion',
  ({ cluster, found, ours }) =>
    `The data in ${cluster} belongs to PostgreSQL ${found}; this version of Ticketgate has PostgreSQL ${ours}, which cannot read it. Nothing was changed. With your previous version of Ticketgate, run "ticketgate backup <file>"; then move ${cluster} away, and with this version run "ticketgate restore <file>".`,
);

/** @throws StartError `Database.OtherMajorVersion` */
function refuseOtherVersion(cluster: string, binaries: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) return;
  const found = readFileSync(file, 'utf8').trim();
  const ours = majorVersion(binaries);
  if (ours !== undefined && found !== ours) throw new OtherMajorVersion({ cluster, found, ours });
}

/** Reads the major version like initdb, from the first line of its script; undefined in distributions that keep it elsewhere. */
function majorVersion(binaries: string): string | undefined {
  const share = join(binaries, 'share');
  const folders = [share, ...(existsSync(share) ? readdirSync(share).map((name) => join(share, name)) : [])];
  const script = folders.map((folder) => join(folder, 'postgres.bki')).find((file) => existsSync(file));
  return script === undefined ? undefined : /^# PostgreSQL (\d+)/.exec(readFileSync(script, 'utf8'))?.[1];
}

export const ServerNotStarted = createStartError<{ reason: string; log: string }>(
  'Database.ServerNotStarted',
  ({ reason, log }) => `The embedded PostgreSQL did not start: ${reason} Its log is ${log}.`,
);

export interface EmbeddedServerOptions {
  /** The data folder; created when it does not exist. */
  readonly folder: string;
  readonly logger: Logger;
  /** False risks data at a power failure and is for tests. Default true. */
  readonly fsync?: boolean;
  /** Called with a sentence when something takes longer than usual. */
  readonly onProgress?: (sentence: string) => void;
  /** Milliseconds before each attempt to restart it after it ends; by default about two minutes in total. */
  readonly restartDelays?: readonly number[];
}

export interface EmbeddedServer {
  readonly url: string;
  /** The folder with the data, which differs from the requested one if PostgreSQL's user cannot enter that. */
  readonly folder: string;
  /** Resolves to the reason when PostgreSQL ended and could not be restarted. */
  readonly lost: Promise<string>;
  /** Stops PostgreSQL with a fast shutdown. */
  stop(): Promise<void>;
}

const LOG = 'postgresql.log';
const START_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 10;

/**
 * Starts the PostgreSQL that comes with the packages, in a process group of its own, so that Ctrl-C does not end it before
 * our last writes. As root it runs as another user, because PostgreSQL refuses root.
 *
 * @throws StartError `Database.FolderInUse`, `Database.FolderUnusable`, `Database.BinariesMissing`, `Database.OtherMajorVersion`, `Database.ServerNotStarted`
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { folder, user } = place(options.folder, options.logger);
  const unlock = withFolderErrors(folder, () => lockFolder(folder));
  try {
    const { url, postmaster } = await startCluster({ ...options, folder }, user);
    const endRotation = limitLogSize(join(folder, LOG), options.logger);
    const connectionFile = join(folder, 'connection.url');
    writeFileSync(connectionFile, url, { mode: 0o600 });
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      endRotation();
      await postmaster.stop();
      rmSync(connectionFile, { force: true });
      unlock();
    };
    return { url, folder, lost: postmaster.lost, stop: () => (stopping ??= stop()) };
  } catch (cause) {
    unlock();
    throw cause;
  }
}

function place(wanted: string, logger: Logger): { folder: string; user: SystemUser | undefined } {
  const path = resolve(wanted);
  const folder = withFolderErrors(path, () => chooseFolder(path, unprivilegedUser(join(path, CLUSTER)), logger));
  return { folder, user: unprivilegedUser(join(folder, CLUSTER)) };
}

async function startCluster(
  { folder, logger, onProgress, fsync = true, restartDelays: delays = RESTART_DELAYS }: EmbeddedServerOptions,
  user: SystemUser | undefined,
): Promise<{ url: string; postmaster: PostmasterSupervisor }> {
  const binaries = findBinaries(user);
  const cluster = join(folder, CLUSTER);
  refuseOtherVersion(cluster, binaries);
  if (await stopOrphan(cluster)) logger.warn('stopped the database of a server that was killed', { cluster });
  const password = await initializeCluster({ binaries, cluster, folder, user, onProgress });
  const port = await choosePort(folder);
  const start = () => startPostmaster({ binaries, cluster, folder, port, user, fsync });
  const postmaster = new PostmasterSupervisor(await start(), { start, delays, logger });
  return { url: `postgres://ticketgate:${password}@127.0.0.1:${port}/ticketgate`, postmaster };
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
  const log = join(options.folder, LOG);
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

/** The port of the last start if it is free, so that a URL stays valid over restarts; otherwise any free one. */
async function choosePort(folder: string): Promise<number> {
  const file = join(folder, 'postgresql.port');
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = isPort(kept) && (await isFree(kept)) ? kept : await freePort();
  if (port !== kept) writeFileSync(file, String(port));
  return port;
}

function isPort(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 65_536;
}
