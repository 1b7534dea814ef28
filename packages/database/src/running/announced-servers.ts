import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../postgres/index.js';

import { readIfThere, withFolderErrors } from '../embedded/data-folder.js';
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.js';

/** A server with an external database, as it announces itself. */
export interface AnnouncedServer extends ProcessIdentity {
  /** Including its password. */
  readonly url: string;
  /** False: it ended without removing its note. */
  readonly isRunning: boolean;
}

/** Below the data folder: one file per server, which only its owner may read. */
const FOLDER = 'servers';

/**
 * Notes in the data folder which database this process uses, so that commands without `DATABASE_URL` find it.
 *
 * @returns a function that removes the note
 * @throws StartError `Database.FolderUnusable`
 */
export function announceServer(data: string, url: string): () => void {
  return withFolderErrors(data, () => {
    const folder = join(data, FOLDER);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const { file, server } of readNotes(data)) if (!server.isRunning) rmSync(file, { force: true });
    const file = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}.json`);
    writeFileSync(`${file}.new`, JSON.stringify({ ...ownIdentity(), url }), { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.new`, file);
    return () => rmSync(file, { force: true });
  });
}

/**
 * The servers that noted their database in the data folder.
 *
 * @throws StartError `Database.FolderUnusable` if only another user may read the notes
 */
export function announcedServers(data: string): readonly AnnouncedServer[] {
  return withFolderErrors(data, () => readNotes(data).map(({ server }) => server));
}

function readNotes(data: string): readonly { readonly file: string; readonly server: AnnouncedServer }[] {
  return findFiles(join(data, FOLDER)).flatMap((file) => {
    const server = readNote(file);
    return server === undefined ? [] : [{ file, server: { ...server, isRunning: isRunning(server) } }];
  });
}

function findFiles(folder: string): readonly string[] {
  try {
    const found = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return found.sort().map((name) => join(folder, name));
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return [];
    throw cause;
  }
}

/** Undefined if its server has just stopped. */
function readNote(file: string): Omit<AnnouncedServer, 'isRunning'> | undefined {
  const text = readIfThere(file);
  // A cast: announceServer has written it, and it was complete before it got this name.
  return text === undefined ? undefined : (JSON.parse(text) as Omit<AnnouncedServer, 'isRunning'>);
}
