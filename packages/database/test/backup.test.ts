import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Migration } from '@ticketgate/sdk';
import { startTestDatabase, type TestDatabase } from '../../../test/support/index.js';
import { checkBackup, databaseMigrations, restoreBackup, writeBackup } from '@ticketgate/database';
import type { OpenDatabase } from '@ticketgate/database/postgres';

const SHOP: Migration = {
  name: 'shop/001-goods',
  why: 'All that a table can have.',
  schema: 'family',
  async up(database) {
    await database.query(`create table goods (
      id integer generated always as identity primary key, name text, "Price" numeric(10, 2), picture bytea, sizes integer[],
      facts jsonb, made timestamptz, twice numeric generated always as ("Price" * 2) stored, best_seller_id integer)`);
    await database.query(
      'create table seller (id serial primary key, goods_id integer not null references goods (id))',
    );
    await database.query('alter table goods add foreign key (best_seller_id) references seller (id)');
    await database.query(`insert into goods (name) values ('from the step')`);
  },
};
const MIGRATIONS = [...databaseMigrations, SHOP];

const TABLES = `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
  where table_schema in ('public', 'ticketgate') order by 1`;

/** Each table with the checksum of its rows, and each sequence with its place. */
async function contents(database: OpenDatabase): Promise<object> {
  const tables = await database.query<{ name: string }>(TABLES);
  const sums = tables.map(async ({ name }) => {
    const [row] = await database.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row::text, ' ' order by row::text)), '') as sum from ${name} as row`,
    );
    return [name, row?.sum];
  });
  const sequences = await database.query('select sequencename, last_value from pg_sequences order by 1');
  return { tables: await Promise.all(sums), sequences };
}

describe('a backup', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-backup-'));
    source = await startTestDatabase({ migrations: MIGRATIONS });
    const { database } = source;
    await database.query(
      `insert into goods (name, "Price", picture, sizes, facts, made)
       values ($1, 1.50, '\\x00ff5c2e0a', '{1,null,3}', '{"a": "\\\\."}', '2026-11-22 10:00+02'), (null, null, null, null, null, null),
         ('', 'NaN', '', '{}', 'null', 'infinity')`,
      ['\\.\n\\.\n\ttab\r\n\\N Ünï 🖨 ";\n'],
    );
    await database.query('insert into seller (goods_id) select id from goods');
    await database.query('update goods set best_seller_id = 1');
    await database.query(`insert into goods (name) select repeat(md5(n::text), 100) from generate_series(1, 3000) n`);
  });

  beforeEach(async () => {
    target = await startTestDatabase({ migrations: [] });
    file = join(mkdtempSync(join(folder, 'files-')), 'all.sql.gz');
  });

  afterEach(() => target.stop());

  afterAll(async () => {
    await source.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (to = file) =>
    writeBackup({ url: source.url, file: to, version: '0', now: new Date(0), onProgress: () => undefined });
  const restore = async (from = file, migrations: readonly Migration[] = MIGRATIONS) => {
    const backup = await checkBackup(from, migrations);
    return restoreBackup({ url: target.url, backup, onProgress: () => undefined });
  };
  /** The same backup with another text, and the checksum of that. */
  const change = (edit: (text: string) => string) => {
    const text = edit(
      gunzipSync(readFileSync(file))
        .toString('utf8')
        .replace(/-- sha256 .*\n$/, ''),
    );
    const sum = createHash('sha256').update(text).digest('hex');
    writeFileSync(file, gzipSync(`${text}-- sha256 ${sum}\n`));
  };
  const isEmpty = async () => (await target.database.query(TABLES)).length === 0;

  it('restores every table and every sequence, from a file that only its owner can read', async () => {
    const written = await write();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['all.sql.gz']);
    expect(await restore()).toEqual({ tables: written.tables, rows: written.rows });
    expect(await contents(target.database)).toEqual(await contents(source.database));
    const next = `insert into goods (name) values ('next') returning id`;
    expect(await target.database.query(next)).toEqual([{ id: 3005 }]);
    await expect(target.database.query('insert into seller (goods_id) values (999999)')).rejects.toThrow('foreign key');
  });

  it('is a consistent copy, while others write', async () => {
    const { database } = source;
    const state = { isWriting: true };
    const writers = Array.from({ length: 4 }, async () => {
      while (state.isWriting)
        await database.query(
          `with made as (insert into goods (name) values ('pair') returning id) insert into seller (goods_id) select id from made`,
        );
    });
    await write();
    state.isWriting = false;
    await Promise.all(writers);
    await restore();
    const [pairs] = await target.database.query<{ goods: number; sellers: number }>(
      `select (select count(*) from goods where name = 'pair') as goods,
         (select count(*) from seller join goods on goods.id = goods_id where name = 'pair') as sellers`,
    );
    expect(pairs?.goods).toBe(pairs?.sellers);
    // The sequence is at least as far as the rows are.
    await target.database.query(`insert into goods (name) values ('next')`);
  });

  it('is not restored into a database that is not empty', async () => {
    await write();
    await target.database.query('create table mine as select 1 as id');
    await expect(restore()).rejects.toMatchObject({
      code: 'Database.NotEmpty',
      message: expect.stringContaining('it has 1 tables, such as "public"."mine". Nothing was changed.') as string,
    });
    expect(await target.database.query('select id from mine')).toEqual([{ id: 1 }]);
  });

  it.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 100), 'it is cut off'],
    ['empty', () => Buffer.alloc(0), 'it is cut off'],
    ['another file', () => Buffer.from('PGDMP'), 'it is not a backup of Ticketgate'],
    ['another archive', () => gzipSync('a\nb\n'), 'it is not a backup of Ticketgate'],
    [
      'changed',
      (bytes) => gzipSync(gunzipSync(bytes).toString('utf8').replace('from the step', 'from a stranger')),
      'its checksum is wrong, so it was changed or cut off',
    ],
  ])('is refused before anything is done when it is %s', async (_how, damage, reason) => {
    await write();
    writeFileSync(file, damage(readFileSync(file)));
    await expect(restore()).rejects.toMatchObject({
      code: 'Database.BackupUnusable',
      message: `${file} cannot be restored: ${reason}. Nothing was changed. Name another backup.`,
    });
  });

  it('leaves nothing behind when it fails halfway', async () => {
    await write();
    change((text) => text.replace(/(copy "public"."seller" .*\n)1\t1\n/, '$11\t777777\n'));
    await expect(restore()).rejects.toThrow('violates foreign key constraint');
    expect(await isEmpty()).toBe(true);
    change((text) => text.replace('copy "public"."seller"', 'copy "public"."sailor"'));
    await expect(restore()).rejects.toMatchObject({
      code: 'Database.BackupOfOtherVersion',
      message: expect.stringContaining('it has a table "public"."sailor" that no migration creates') as string,
    });
    expect(await isEmpty()).toBe(true);
  });

  it('is not restored as an agent whom it does not have, also if it is older than the audit log', async () => {
    const users: Migration = {
      ...{ name: 'shop/000-users', why: 'Agents.', schema: 'family' },
      async up(database) {
        await database.query(`create table users (id integer primary key, login text)`);
        await database.query(`insert into users values (1, 'root@localhost')`);
      },
    };
    const old = await startTestDatabase({ migrations: [users] });
    await writeBackup({ url: old.url, file, version: '0', now: new Date(0), onProgress: () => undefined });
    await old.stop();
    const backup = await checkBackup(file, [users]);
    const restoreAs = (author: string) =>
      restoreBackup({ url: target.url, backup, note: { author, source: 'test' }, onProgress: () => undefined });
    await expect(restoreAs('nope')).rejects.toThrow('it has no agent "nope", whom --as names');
    expect(await isEmpty()).toBe(true);
    expect(await restoreAs('root@localhost')).toEqual({ tables: 2, rows: 2 });
  });

  it('of another version, or with a plugin that is missing, is refused', async () => {
    await write();
    await expect(restore(file, databaseMigrations)).rejects.toMatchObject({
      code: 'Database.BackupOfOtherVersion',
      message: expect.stringContaining('unknown here (shop/001-goods)') as string,
    });
    expect(await isEmpty()).toBe(true);
  });

  it('never replaces a file, and says where it cannot write', async () => {
    writeFileSync(file, 'mine');
    await expect(write()).rejects.toMatchObject({ code: 'Database.BackupNotWritten' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const nowhere = join(folder, 'no', 'such', 'folder.gz');
    await expect(write(nowhere)).rejects.toThrow(
      `The backup ${nowhere} was not written: there is no such file or folder.`,
    );
    expect(existsSync(nowhere)).toBe(false);
  });
});
