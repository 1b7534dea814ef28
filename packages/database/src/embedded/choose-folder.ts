import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from '@ticketgate/sdk';
import { errorCode } from '../postgres/index.js';

import { mayEnter, type SystemUser } from './unprivileged-user.js';

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
export function fallbackFolder(wanted: string): string {
  return join(FALLBACK, createHash('sha256').update(wanted).digest('hex').slice(0, 16));
}

/** Makes a folder that everybody may enter, also where root's umask says otherwise. */
export function makeEnterable(folder: string): void {
  if (existsSync(folder)) return;
  makeEnterable(dirname(folder));
  makeFolder(folder);
  chmodSync(folder, 0o755);
}

/** One level after the other: Node's own way never ends where a file system denies that the parent exists, as /proc does. */
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
