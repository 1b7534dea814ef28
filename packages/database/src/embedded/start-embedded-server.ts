import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { createStartError, type Logger } from '@ticketgate/sdk';

import { findBinaries } from './binaries.js';
import { chooseFolder, CLUSTER, readIfThere, withFolderErrors } from './data-folder.js';
import { initializeCluster } from './initialize-cluster.js';
import { lockFolder } from './folder-lock.js';
import { PostmasterSupervisor, RESTART_DELAYS } from './postmaster-supervisor.js';
import { startPostmaster, stopOrphan } from './postmaster.js';
import { unprivilegedUser, type SystemUser } from './unprivileged-user.js';
import { freePort, isFree } from './free-port.js';

const OtherMajorVersion = createStartError<{ cluster: string; found: string; ours: string }>(
  'Database.OtherMajorVersion',
  ({ cluster, found, ours }) =>
    `The data in ${cluster} belongs to PostgreSQL ${found}; this version of Ticketgate has PostgreSQL ${ours}, which cannot read it. Nothing was changed. With your previous version of Ticketgate, run "ticketgate backup <file>"; then move ${cluster} away, and with this version run "ticketgate restore <file>".`,
);

/** @throws StartError `Database.OtherMajorVersion` */
function refuseOtherVersion(cluster: string, binaries: string): void {
  const found = readIfThere(join(cluster, 'PG_VERSION'))?.trim();
  const ours = found && majorVersion(binaries);
  if (found && ours && found !== ours) throw new OtherMajorVersion({ cluster, found, ours });
}

/** Reads the major version from the first line of initdb's script; undefined in distributions that keep it elsewhere. */
function majorVersion(binaries: string): string | undefined {
  const share = join(binaries, 'share');
  const folders = [share, ...(existsSync(share) ? readdirSync(share).map((name) => join(share, name)) : [])];
  const script = folders.map((folder) => join(folder, 'postgres.bki')).find((file) => existsSync(file));
  return script === undefined ? undefined : /^# PostgreSQL (\d+)/.exec(readFileSync(script, 'utf8'))?.[1];
}

export interface EmbeddedServerOptions {
  /** The data folder; created if it does not exist. */
  readonly folder: string;
  readonly logger: Logger;
  /** False risks data at a power failure; for tests. Default: true. */
  readonly fsync?: boolean;
  /** Called with a sentence if something takes longer than usual. */
  readonly onProgress?: (sentence: string) => void;
  /** Milliseconds before each attempt to restart it after it ends; default: about two minutes in total. */
  readonly restartDelays?: readonly number[];
}

export type EmbeddedServer = Awaited<ReturnType<typeof startEmbeddedServer>>;

const LOG = 'postgresql.log';

/**
 * Starts the bundled PostgreSQL in a separate process group, so that Ctrl-C does not end it before our last writes. If this process runs as
 * root, PostgreSQL gets another user, because it refuses root.
 *
 * @throws StartError `Database.FolderInUse`, `Database.FolderUnusable`, `Database.BinariesMissing`, `Database.OtherMajorVersion`, `Database.ServerNotStarted`
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions) {
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
    return {
      url,
      /** The folder with the data. It differs from the requested one if PostgreSQL's user cannot enter that. */
      folder,
      /** Resolves to the reason if PostgreSQL ended and could not be restarted. */
      lost: postmaster.lost,
      /** Stops PostgreSQL with a fast shutdown. */
      stop: () => (stopping ??= stop()),
    };
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
  const start = () => startPostmaster({ binaries, cluster, log: join(folder, LOG), port, user, fsync });
  const postmaster = new PostmasterSupervisor(await start(), { start, delays, logger });
  return { url: `postgres://ticketgate:${password}@127.0.0.1:${port}/ticketgate`, postmaster };
}

/** The port of the last start if it is free, so that URLs stay valid after a restart; otherwise any free one. */
async function choosePort(folder: string): Promise<number> {
  const file = join(folder, 'postgresql.port');
  const kept = Number(readIfThere(file) ?? 0);
  const isPort = Number.isInteger(kept) && kept > 0 && kept < 65_536;
  const port = isPort && (await isFree(kept)) ? kept : await freePort();
  if (port !== kept) writeFileSync(file, String(port));
  return port;
}

/** Bytes of the log; one older file of this size is kept. */
const LARGEST = 10_000_000;
const LOOK_MILLISECONDS = 10_000;

/** Rotates PostgreSQL's log, so that it does not fill the disk. Returns a function that stops it. */
export function limitLogSize(file: string, logger: Logger, largest = LARGEST): () => void {
  rotate(file, logger, largest);
  const timer = setInterval(() => rotate(file, logger, largest), LOOK_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Copies and truncates the file: PostgreSQL keeps it open for appending, and does not have to reopen it. */
function rotate(file: string, logger: Logger, largest: number): void {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= largest) return;
    copyAside(file);
    truncateSync(file);
  } catch (error) {
    logger.warn('the log of PostgreSQL could not be rotated', { file, error });
  }
}

/** Copies the log; if the disk has no space for a copy, its lines are lost. */
function copyAside(file: string): void {
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    rmSync(`${file}.1`, { force: true });
  }
}
