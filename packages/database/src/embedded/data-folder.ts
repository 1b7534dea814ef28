import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createStartError, explainError, isExpectedError, type Logger } from '@ticketgate/sdk';

import { errorCode } from '../postgres/index.js';
import { mayEnter, type SystemUser } from './unprivileged-user.js';
import { findPostmaster } from './postmaster.js';

export const FolderUnusable = createStartError<{ folder: string; reason: string }>(
  'Database.FolderUnusable',
  ({ folder, reason }) =>
    `The data folder ${folder} cannot be used: ${reason}. Set TICKETGATE_DATA to a folder that can be created and written to.`,
);

/**
 * Runs work on the data folder and names the folder in errors of the file system.
 *
 * @throws StartError `Database.FolderUnusable`, and those of the work
 */
export function withFolderErrors<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (isExpectedError(cause) || errorCode(cause) === '') throw cause;
    throw new FolderUnusable({ folder, reason: explainCause(cause) }, cause);
  }
}

/** Errors of the file system, in plain words. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'nothing can be written to its disk',
  ENOSPC: 'its disk is full',
};

/** What an error of the file system says, in plain words. */
export function explainCause(cause: unknown): string {
  return REFUSALS[errorCode(cause)] ?? explainError(cause);
}

/** The data of servers run by root is stored here if PostgreSQL's user cannot reach the requested folder. */
const FALLBACK = '/var/lib/ticketgate';

/** The folder with the data of `wanted`: `wanted` itself, unless `user` cannot enter it. */
export function chooseFolder(wanted: string, user: SystemUser | undefined, logger: Logger): string {
  if (user === undefined) return made(wanted, 0o700);
  if (mayEnter(nearestExisting(dirname(wanted)), user)) return made(wanted, 0o711);
  const folder = fallbackFolder(wanted);
  makeEnterable(FALLBACK);
  logger.info('the user of PostgreSQL cannot enter the data folder; its data is stored elsewhere', {
    wanted,
    folder,
    user: user.name,
  });
  return made(folder, 0o711);
}

/** The folder with the data of `wanted` if PostgreSQL's user cannot enter it. */
function fallbackFolder(wanted: string): string {
  return join(FALLBACK, createHash('sha256').update(wanted).digest('hex').slice(0, 16));
}

/** Makes a folder that everybody may enter, whatever root's umask is. */
export function makeEnterable(folder: string): void {
  if (existsSync(folder)) return;
  makeEnterable(dirname(folder));
  makeFolder(folder);
  chmodSync(folder, 0o755);
}

/** One level at a time: Node's own recursion never ends if a file system denies that the parent exists, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (cause) {
    // Another process may have been faster.
    if (errorCode(cause) !== 'EEXIST') throw cause;
  }
}

function made(folder: string, mode: number): string {
  if (!existsSync(folder)) {
    makeFolder(folder);
    chmodSync(folder, mode);
  } else if (mode === 0o711 && (statSync(folder).mode & 0o001) === 0) {
    chmodSync(folder, statSync(folder).mode | 0o011);
  }
  return folder;
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}

/** PostgreSQL's own folder, below ours. */
export const CLUSTER = 'postgresql';

export interface FoundEmbedded {
  /** Where the data is. */
  readonly folder: string;
  /** The URL of the server that another process runs on the data; undefined if none does. */
  readonly url: string | undefined;
}

/** The embedded database of a data folder; undefined if there is none. Nothing is created or started. */
export function findEmbeddedDatabase(wanted: string): FoundEmbedded | undefined {
  const path = resolve(wanted);
  const folder = [path, fallbackFolder(path)].find((each) => existsSync(join(each, CLUSTER)));
  return folder === undefined ? undefined : { folder, url: withFolderErrors(folder, () => readRunningURL(folder)) };
}

function readRunningURL(folder: string): string | undefined {
  if (findPostmaster(join(folder, CLUSTER))?.isReady !== true) return undefined;
  return readIfThere(join(folder, 'connection.url'));
}

/** Undefined if the file does not exist, or was just deleted. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}
