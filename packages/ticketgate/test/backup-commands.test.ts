import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import {
  makeServerFolder,
  runTicketgate,
  silentLogger,
  startTestDatabase,
  startTestServer,
  type TestServer,
  untilTrue,
} from '../../../test/support/index.js';
import { AuditLog, findEmbeddedDatabase, startEmbeddedServer } from '@ticketgate/database';
import { openDatabase } from '@ticketgate/database/postgres';

import { runCommand } from './run-command.js';

const COMMAND = join(import.meta.dirname, '..', 'bin', 'ticketgate.js');
/** Nothing of PostgreSQL's is found there, nor anything else. */
const PATH = '/nonexistent';

describe('ticketgate backup and restore, on a machine without client tools', () => {
  const folder = makeServerFolder();
  const file = join(folder.path, 'all.sql.gz');
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });

  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  it('stops the database server that it has started when it is interrupted', async () => {
    const environment = { DATABASE_URL: server.system.location.url, PATH };
    const kept = join(folder.path, 'interrupted.sql.gz');
    await runTicketgate(['backup', kept], { environment });
    const data = join(folder.path, 'interrupted');
    const { DATABASE_URL: _none, ...others } = process.env;
    const child = spawn(process.execPath, [COMMAND, 'restore', kept], {
      env: { ...others, TICKETGATE_DATA: data },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await untilTrue(async () => findEmbeddedDatabase(data)?.url !== undefined);
    child.kill('SIGINT');
    // It may have come to its end at that moment.
    expect([0, 130]).toContain((await ended)[0]);
    expect(findEmbeddedDatabase(data)?.url).toBeUndefined();
  });

  it('goes to standard output for another program, with nothing else there', async () => {
    const environment = { DATABASE_URL: server.system.location.url, PATH };
    const kept = join(folder.path, 'piped.sql.gz');
    const child = spawn(process.execPath, [COMMAND, 'backup', '-'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const [bytes, said] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
    const code = (await ended)[0] as number;
    expect([code, said]).toEqual([0, expect.stringMatching(/\d+ tables, \d+ rows\n$/)]);
    writeFileSync(kept, bytes);
    const data = join(folder.path, 'piped');
    const restored = await runTicketgate(['restore', kept], { environment: { TICKETGATE_DATA: data, PATH } });
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('rows restored') as string });
  });

  it('moves a running system to a new embedded database', async () => {
    const environment = { DATABASE_URL: server.system.location.url, PATH };
    const made = await runTicketgate(['backup', file], { environment });
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringMatching(/all\.sql\.gz: \d\d+ tables, \d+ rows, 0\.\d MB\n$/) as string,
    });
    expect(gunzipSync(readFileSync(file)).toString()).toContain('root@localhost');
    const doctor = await runTicketgate(['doctor', '--json'], { environment });
    expect(doctor.output).toMatch(/"The last one is of \d{4}-/);
    const data = join(folder.path, 'data');
    const restored = await runTicketgate(['restore', file, '--verbose'], {
      environment: { TICKETGATE_DATA: data, PATH },
    });
    expect([restored.code, restored.log]).toEqual([0, expect.stringContaining('(embedded, in ')]);
    const embedded = await startEmbeddedServer({ folder: data, logger: silentLogger, fsync: false });
    const database = await openDatabase({ url: embedded.url, logger: silentLogger });
    const agents = 'select id, login, pw from users order by id';
    expect(await database.query(agents)).toEqual(await server.database.query(agents));
    expect(await new AuditLog(database).list({ limit: 1 })).toMatchObject([
      {
        author: 'root@localhost',
        action: 'backup restored',
        subject: file,
        source: expect.stringMatching(/^command of /) as string,
      },
    ]);
    await database.close();
    await embedded.stop();
  });

  it('refuses to do harm, with exit code 2', async () => {
    const environment = { DATABASE_URL: server.system.location.url };
    const unknown = join(folder.path, 'unknown.sql.gz');
    expect((await runCommand(['backup', unknown, '--as', 'nope'], { environment })).code).toBe(2);
    expect(existsSync(unknown)).toBe(false);
    const again = await runCommand(['backup', file], { environment });
    expect([again.code, again.log]).toEqual([2, expect.stringContaining('was not written: the file already exists')]);
    const over = await runCommand(['restore', file], { environment });
    expect([over.code, over.log]).toEqual([2, expect.stringContaining('The database is not empty')]);
    const empty = await startTestDatabase({ migrations: [] });
    const none = await runCommand(['restore', join(folder.path, 'none.gz')], {
      environment: { DATABASE_URL: empty.url },
    });
    expect([none.code, none.log]).toEqual([
      2,
      expect.stringContaining('cannot be restored: there is no such file or folder. '),
    ]);
    const nobody = await runCommand(['restore', file, '--as', 'nope'], { environment: { DATABASE_URL: empty.url } });
    expect([nobody.code, nobody.log]).toEqual([2, expect.stringContaining('it has no agent "nope", whom --as names')]);
    expect(await empty.database.query(`select from pg_tables where schemaname = 'public'`)).toEqual([]);
    await empty.stop();
  });
});
