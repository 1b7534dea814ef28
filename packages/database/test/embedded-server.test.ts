import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  readdirSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, untilTrue } from '../../../test/support/index.js';
import { findEmbeddedDatabase, startEmbeddedServer } from '@ticketgate/database';
import { openDatabase, probeHosts } from '@ticketgate/database/postgres';

import { makeSelfSigned } from '../../../test/support/self-signed.js';
import { limitLogSize } from '../src/embedded/start-embedded-server.js';

const PACKAGE = join(import.meta.dirname, '..', 'dist', 'index.js');

/** A process of its own, so that it can be killed. */
const SERVER = `
  import { startEmbeddedServer } from ${JSON.stringify(PACKAGE)};
  const quiet = { error() {}, warn() {}, info() {}, debug() {}, child: () => quiet };
  const server = await startEmbeddedServer({ folder: process.argv[1], logger: quiet, fsync: false });
  process.stdout.write(server.url + '\\n');
  const timer = setInterval(() => {}, 1000);
  process.once('SIGTERM', () => { clearInterval(timer); void server.stop(); });
`;

describe('the embedded server', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-embedded-'));
    chmodSync(folder, 0o755);
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (data = join(folder, 'data')) =>
    startEmbeddedServer({ folder: data, logger: silentLogger, fsync: false });

  async function query(url: string, text: string) {
    const database = await openDatabase({ url, logger: silentLogger });
    try {
      return await database.query(text);
    } finally {
      await database.close();
    }
  }

  it('keeps its data over a stop and folds the case of all letters', async () => {
    const first = await start();
    await query(first.url, `create table kept as select lower('ÄÖÜ') as text`);
    expect(findEmbeddedDatabase(first.folder)).toEqual({ folder: first.folder, url: first.url });
    await first.stop();
    expect(findEmbeddedDatabase(first.folder)).toEqual({ folder: first.folder, url: undefined });
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select text from kept')).toEqual([{ text: 'äöü' }]);
    await Promise.all([second.stop(), second.stop()]);
  });

  it('is connected to as sslmode says, with and without TLS, and without a warning', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const server = await start();
    const cluster = join(folder, 'data', 'postgresql');
    const { cert, key } = await makeSelfSigned({ names: ['localhost'], days: 1, now: new Date() });
    const authority = join(folder, 'authority.pem');
    writeFileSync(authority, cert);
    const { uid, gid } = statSync(cluster);
    for (const [name, text] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
      writeFileSync(join(cluster, name), text, { mode: 0o600 });
      chownSync(join(cluster, name), uid, gid);
    }
    const connect = async (parameters: string, host = '127.0.0.1') => {
      const url = server.url.replace('127.0.0.1', host);
      const asked = query(
        `${url}${url.includes('?') ? '&' : '?'}${parameters}`,
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      );
      const [state] = await probeHosts(`${url}?${parameters}`);
      const found = await asked.then(
        ([row]) => (row?.ssl === true ? 'TLS' : 'plain'),
        (cause: unknown) => String(cause),
      );
      expect(state?.state).toBe(['TLS', 'plain'].includes(found) ? 'takes writes' : 'away');
      return found;
    };
    try {
      expect(await connect('sslmode=prefer')).toBe('plain');
      expect(await connect('sslmode=require')).toContain('does not support SSL');
      await query(server.url, 'alter system set ssl = on');
      await query(server.url, 'select pg_reload_conf()');
      await untilTrue(async () => (await connect('sslmode=prefer')) === 'TLS');
      expect(
        await Promise.all(['', 'sslmode=disable', 'sslmode=allow', 'sslmode=require'].map((each) => connect(each))),
      ).toEqual([...['plain', 'plain', 'plain', 'TLS']]);
      expect(await connect('sslmode=verify-ca')).toContain('self-signed');
      const trusting = `sslrootcert=${authority}`;
      expect(await connect(`sslmode=verify-ca&${trusting}`)).toBe('TLS');
      expect(await connect(`sslmode=verify-full&${trusting}`, 'localhost')).toBe('TLS');
      expect(await connect(`sslmode=verify-full&${trusting}`)).toContain('does not match');
      expect(await connect('sslrootcert=system')).toContain('self-signed');
      const { cert: strange } = await makeSelfSigned({ names: ['localhost'], days: 1, now: new Date() });
      writeFileSync(authority, strange);
      expect(await connect(`sslmode=require&${trusting}`)).toContain('self-signed');
      expect(await connect(`sslmode=prefer&${trusting}`)).toBe('plain');
      expect(await connect('sslmode=require&sslcert=/nowhere.pem')).toContain(
        'the file of sslcert, /nowhere.pem, cannot be read (ENOENT)',
      );
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', warn);
      await server.stop();
    }
  });

  function postmaster(): number {
    return Number(readFileSync(join(folder, 'data', 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  it('is restarted at the same address when PostgreSQL is killed', async () => {
    const server = await startEmbeddedServer({
      folder: join(folder, 'data'),
      logger: silentLogger,
      restartDelays: [1, 100, 200, 400, 800, 1_600],
    });
    await query(server.url, 'create table kept as select 1 as one');
    process.kill(postmaster(), 'SIGKILL');
    await untilTrue(async () => (await query(server.url, 'select one from kept')).length === 1);
    await server.stop();
    expect(existsSync(join(folder, 'data', 'postgresql', 'postmaster.pid'))).toBe(false);
  });

  it('says so when PostgreSQL cannot be restarted', async () => {
    const server = await startEmbeddedServer({
      folder: join(folder, 'data'),
      logger: silentLogger,
      fsync: false,
      restartDelays: [1, 1],
    });
    renameSync(join(folder, 'data', 'postgresql', 'global'), join(folder, 'data', 'postgresql', 'lost'));
    process.kill(postmaster(), 'SIGKILL');
    expect(await server.lost).toContain('The embedded PostgreSQL did not start');
    await server.stop();
  });

  it('begins a new log when the old one is large', () => {
    const log = join(folder, 'postgresql.log');
    writeFileSync(log, 'x'.repeat(1_001));
    limitLogSize(log, silentLogger, 1_000)();
    expect([readFileSync(log, 'utf8'), readFileSync(`${log}.1`, 'utf8').length]).toEqual(['', 1_001]);
    writeFileSync(log, 'y'.repeat(1_000));
    limitLogSize(log, silentLogger, 1_000)();
    expect(readFileSync(log, 'utf8')).toHaveLength(1_000);
  });

  it('is not created by looking for it', () => {
    expect(findEmbeddedDatabase(join(folder, 'nowhere'))).toBeUndefined();
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('does not touch data of another major version, and says how to move it', async () => {
    const cluster = join(folder, 'data', 'postgresql');
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toMatchObject({
      code: 'Database.OtherMajorVersion',
      message: expect.stringMatching(
        /belongs to PostgreSQL 17; this version of Ticketgate has PostgreSQL \d\d, .*"ticketgate restore/,
      ) as string,
    });
    expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
  });

  it('uses another port when the previous one is taken', async () => {
    const first = await start();
    await first.stop();
    const other = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(other, 'listening');
    const second = await start();
    other.close();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(second.url).not.toBe(first.url);
    await second.stop();
  });

  it('keeps its password where only its owner can read it', async () => {
    const server = await start();
    const password = new URL(server.url).password;
    expect(readFileSync(join(server.folder, 'postgresql.password'), 'utf8')).toBe(password);
    await expect(query(server.url.replace(password, 'guess'), 'select 1')).rejects.toThrow();
    await server.stop();
  });

  it('refuses a second server on the same folder and names the process that uses it', async () => {
    const server = await start();
    await expect(start()).rejects.toMatchObject({
      code: 'Database.FolderInUse',
      message: expect.stringContaining(String(process.pid)) as string,
    });
    await server.stop();
  });

  it.each([
    ['on a file system that makes no folders', '/proc/x', 'there is no such file or folder'],
    ['below a file', join(PACKAGE, 'data'), 'a part of its path is a file'],
  ])('says that a folder cannot be made %s', async (_where, data, reason) => {
    await expect(start(data)).rejects.toMatchObject({
      code: 'Database.FolderUnusable',
      message: expect.stringContaining(`The data folder ${data} cannot be used: ${reason}.`) as string,
    });
  });

  it('takes over from a process that was killed, together with the database it left behind', async () => {
    const data = join(folder, 'data');
    const killed = spawn(process.execPath, ['--input-type=module', '-e', SERVER, data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(killed.stdout, 'data')) as [Buffer];
    await query(line.toString().trim(), 'create table survivor as select 1 as id');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const server = await start();
    expect(await query(server.url, 'select id from survivor')).toEqual([{ id: 1 }]);
    await server.stop();
  });

  const asRoot = process.getuid?.() === 0;
  if (!asRoot) process.stdout.write('skipped: only root meets folders that others cannot enter\n');

  (asRoot ? it : it.skip)('works below a folder that other users cannot enter', async () => {
    chmodSync(folder, 0o700);
    const server = await start(join(folder, 'deep', 'data'));
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(server.folder.startsWith(folder)).toBe(false);
    expect(existsSync(server.folder)).toBe(true);
    rmSync(server.folder, { recursive: true, force: true });
  });

  const NOBODY = { uid: 65_534, gid: 65_534 };
  const readable =
    asRoot && spawnSync(process.execPath, ['-e', `import(${JSON.stringify(PACKAGE)})`], NOBODY).status === 0;
  if (asRoot && !readable) process.stdout.write('skipped: other users cannot read this checkout\n');

  (readable ? it : it.skip)('works for a user who is not root, and then for root on the same folder', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    chownSync(data, NOBODY.uid, NOBODY.gid);
    const other = spawn(process.execPath, ['--input-type=module', '-e', SERVER, data], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...NOBODY,
    });
    const [line] = (await once(other.stdout, 'data')) as [Buffer];
    await query(line.toString().trim(), 'create table shared as select 1 as id');
    other.kill('SIGTERM');
    await once(other, 'exit');
    const server = await start();
    expect(server.folder).toBe(data);
    expect(await query(server.url, 'select id from shared')).toEqual([{ id: 1 }]);
    await server.stop();
  });
});
