import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { connectAlone, errorCode } from '../postgres/index.js';
import { explainCause } from '../embedded/data-folder.js';
import {
  BackupNotWritten,
  checksumText,
  END_OF_ROWS,
  headerText,
  SESSION,
  type BackupHeader,
} from './backup-format.js';
import { listSequences, listTables, type BackupTable } from './backup-objects.js';

const EVERY_MILLISECONDS = 2_000;

/** Reports the progress of a backup or a restore, at most every two seconds. */
export class BackupProgress {
  tables = 0;
  rows = 0;
  #bytes = 0;
  #saidAt = Date.now();
  readonly #say: (sentence: string) => void;

  constructor(say: (sentence: string) => void) {
    this.#say = say;
  }

  async *count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      this.#look();
      yield chunk;
    }
  }

  addTable(rows: number): void {
    this.tables += 1;
    this.rows += rows;
  }

  #look(): void {
    if (Date.now() - this.#saidAt < EVERY_MILLISECONDS) return;
    this.#saidAt = Date.now();
    this.#say(`${this.tables} tables, ${this.rows} rows, ${Math.round(this.#bytes / 1_000_000)} MB …`);
  }
}

interface BackupOptions {
  readonly url: string;
  /** The version of Ticketgate. */
  readonly version: string;
  readonly now: Date;
  readonly onProgress: (sentence: string) => void;
}

/** Writes a snapshot of all tables, which stay in use meanwhile, to the stream that `open` returns once they are locked. */
export async function streamBackup(options: BackupOptions, open: () => NodeJS.WritableStream) {
  const progress = new BackupProgress(options.onProgress);
  const client = await connectAlone(options.url, { application_name: 'ticketgate backup' });
  try {
    await client.query(SESSION);
    await client.query('begin isolation level repeatable read, read only');
    await pipeline(withChecksum(progress.count(backupText(client, options, progress))), createGzip(), open());
    return { tables: progress.tables, rows: progress.rows };
  } finally {
    await client.end();
  }
}

/**
 * Writes a snapshot to a file, which only gets its name when it is complete.
 *
 * @throws StartError `Database.BackupNotWritten`
 */
export async function writeBackup({ file, ...options }: BackupOptions & { readonly file: string }) {
  if (existsSync(file)) throw new BackupNotWritten({ file, reason: 'the file already exists' });
  const unfinished = `${file}.${process.pid}.partial`;
  try {
    const open = () => createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    const written = await streamBackup(options, open);
    await rename(unfinished, file);
    return { ...written, size: (await stat(file)).size };
  } catch (cause) {
    if (!OF_FILES.has(errorCode(cause))) throw cause;
    throw new BackupNotWritten({ file, reason: explainCause(cause) }, cause);
  } finally {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

/** Errors of the file system, which need a code; those of the database already have one. */
const OF_FILES = new Set('ENOENT ENOTDIR EISDIR EACCES EPERM EROFS EEXIST ENOSPC EDQUOT EFBIG EIO'.split(' '));

async function* backupText(
  client: pg.Client,
  options: BackupOptions,
  progress: BackupProgress,
): AsyncGenerator<Buffer> {
  const tables = await listTables(client);
  // Nobody can alter or truncate the tables meanwhile; reading and writing continue.
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
  yield Buffer.from(headerText(await makeHeader(client, options)));
  for (const table of tables) yield* tableText(client, table, progress);
  for (const { name, value, isCalled } of await listSequences(client))
    yield Buffer.from(`select setval('${name}', ${value}, ${isCalled});\n`);
}

async function* tableText(
  client: pg.Client,
  { name, columns }: BackupTable,
  progress: BackupProgress,
): AsyncGenerator<Buffer> {
  const place = `${name} (${columns.join(', ')})`;
  yield Buffer.from(`copy ${place} from stdin;\n`);
  const rows = client.query(copyTo(`copy ${place} to stdout`));
  // The chunks come from the socket, so a row of any length passes in pieces. A cast: the stream is binary.
  for await (const chunk of rows) yield chunk as Buffer;
  yield Buffer.from(END_OF_ROWS);
  progress.addTable(rows.rowCount);
}

async function makeHeader(client: pg.Client, { version, now }: BackupOptions): Promise<BackupHeader> {
  const migrations = await client.query<{ name: string }>('select name from ticketgate.migration order by name');
  const server = await client.query<{ server_version: string }>('show server_version');
  return {
    createdAt: now.toISOString(),
    version,
    postgresql: server.rows[0]?.server_version ?? '',
    migrations: migrations.rows.map(({ name }) => name),
  };
}

async function* withChecksum(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.from(checksumText(hash.digest('hex')));
}
