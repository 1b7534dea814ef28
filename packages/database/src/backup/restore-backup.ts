import { pipeline } from 'node:stream/promises';
import type { Migration, Data, Database } from '@ticketgate/sdk';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { columnTypes, connectAlone, transactionOn } from '../postgres/index.js';
import { migrate } from '../migration/migrate.js';
import { recordChange } from '../audit-log.js';
import { BackupOfOtherVersion, BackupUnusable, NotEmpty, SESSION } from './backup-format.js';
import { BackupProgress } from './write-backup.js';
import { dropForeignKeys, listTables } from './backup-objects.js';
import { openBackup, readWholeBackup, type BackupReader } from './read-backup.js';

/** A backup that was read completely and is intact. */
export type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>;

export interface RestoreBackupOptions {
  readonly url: string;
  readonly backup: CheckedBackup;
  /** Undefined: no audit entry is added. */
  readonly note?: RestoreNote;
  readonly onProgress: (sentence: string) => void;
}

/**
 * Reads a backup from beginning to end, before any database is changed.
 *
 * @param migrations those of this version, with all plugins
 * @throws StartError `Database.BackupUnusable`, `Database.BackupOfOtherVersion`
 */
export async function checkBackup(file: string, migrations: readonly Migration[]) {
  const { createdAt, migrations: names } = await readWholeBackup(file);
  const wanted = new Set(names);
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new BackupOfOtherVersion({ file, reason: `it has migrations that are unknown here (${unknown.join(', ')})` });
  return {
    file,
    createdAt,
    /** The migrations that created its tables. */
    steps: migrations.filter(({ name }) => wanted.has(name)),
  };
}

/**
 * Creates the tables with the migrations that the backup names, and fills them, in one transaction on an empty database.
 *
 * @throws StartError `Database.NotEmpty`, `Database.BackupOfOtherVersion`
 */
export async function restoreBackup(options: RestoreBackupOptions) {
  const { file, steps, createdAt } = options.backup;
  const progress = new BackupProgress(options.onProgress);
  const client = await connectAlone(options.url, { application_name: 'ticketgate restore', types: columnTypes });
  try {
    await client.query(SESSION);
    await client.query('begin');
    await requireEmptyDatabase(client);
    const database = transactionOn(client);
    await migrate(database, steps, { isAttached: false });
    await client.query('set local search_path = public');
    const restoreForeignKeys = await dropForeignKeys(client);
    await fillTables(client, file, progress);
    await restoreForeignKeys();
    const restored = { tables: progress.tables, rows: progress.rows };
    if (options.note !== undefined)
      await recordRestore(database, options.note, { subject: file, after: { ...restored, createdAt } });
    await client.query('commit');
    await client.query('analyze');
    return restored;
  } finally {
    // Ending the connection rolls back an open transaction.
    await client.end();
  }
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const tables = await listTables(client);
  if (tables.length > 0) throw new NotEmpty({ tables: tables.map(({ name }) => name) });
}

async function fillTables(client: pg.Client, file: string, progress: BackupProgress): Promise<void> {
  const tables = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
  await client.query(`truncate ${[...tables.keys()].join(', ')}`);
  const reader = openBackup(file);
  try {
    for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
      await applyLine(line, { client, file, reader, tables, progress });
    }
  } finally {
    await reader.close();
  }
}

interface Work {
  readonly client: pg.Client;
  readonly file: string;
  readonly reader: BackupReader;
  readonly tables: ReadonlyMap<string, readonly string[]>;
  readonly progress: BackupProgress;
}

const COPY = /^copy (".+?"\.".+?") \((.+)\) from stdin;$/;
const SETVAL = /^select setval\('(.+)', (\d+), (true|false)\);$/;

async function applyLine(line: string, work: Work): Promise<void> {
  const [, table, columns] = COPY.exec(line) ?? [];
  const [, sequence, value, isCalled] = SETVAL.exec(line) ?? [];
  if (table !== undefined && columns !== undefined) await copyRows(table, columns, work);
  else if (sequence !== undefined)
    await work.client.query('select setval($1::regclass, $2, $3)', [sequence, value, isCalled === 'true']);
  else if (!line.startsWith('--'))
    throw new BackupUnusable({ file: work.file, reason: `"${line.slice(0, 100)}" is not a line of a backup` });
}

async function copyRows(table: string, columns: string, work: Work): Promise<void> {
  const { client, file, reader, tables, progress } = work;
  const known = tables.get(table);
  const missing = columns.split(', ').filter((column) => known?.includes(column) !== true);
  if (known === undefined)
    throw new BackupOfOtherVersion({ file, reason: `it has a table ${table} that no migration creates` });
  if (missing.length > 0)
    throw new BackupOfOtherVersion({ file, reason: `its table ${table} has other columns (${missing.join(', ')})` });
  const target = client.query(copyFrom(`copy ${table} (${columns}) from stdin`));
  await pipeline(progress.count(reader.rows()), target);
  progress.addTable(target.rowCount);
}

interface RestoreNote {
  /** Login of an agent in the backup; undefined: the system user. */
  readonly author: string | undefined;
  readonly source: string;
}

/** Adds an audit entry in the transaction of the restore, unless the backup is older than the audit log. */
async function recordRestore(
  transaction: Database,
  { author, source }: RestoreNote,
  { subject, after }: { readonly subject: string; readonly after: Data },
): Promise<void> {
  const [found] = await transaction.query<{ login: string; audited: boolean }>(
    `select login, to_regclass('ticketgate.audit') is not null as audited from users
     where login = $1 or id = 1 order by (login = $1) desc nulls last limit 1`,
    [author ?? null],
  );
  if (author !== undefined && found?.login !== author)
    throw new BackupUnusable({ file: subject, reason: `it has no agent "${author}", whom --as names` });
  if (found?.audited !== true) return;
  await recordChange(transaction, { author: found.login, action: 'backup restored', subject, after, source });
}
