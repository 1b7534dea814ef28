import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTicketgate, startTestDatabase, TicketgateProcess, untilTrue } from '../../../test/support/index.js';

import { runCommand } from './run-command.js';

const SESSION_SERVICE = (route: string) => `Debugger: { DebugThreshold: debug }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, KeepAlive: 1, RouteOperationMapping: { Login: { Route: ${route}, RequestMethod: [POST] } } }
  Operation: { Login: { Type: 'Session::SessionCreate' } }
`;

let folder = '';
let environment: Record<string, string> = {};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-serve-'));
  // PostgreSQL runs as another user when we are root.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'webservices'));
  writeFileSync(join(folder, 'webservices', 'Login.yml'), SESSION_SERVICE('/Session'));
  writeFileSync(
    join(folder, 'gateway.yml'),
    'http: { port: 0 }\nwebServices: { folder: webservices }\ncatalogue: { file: null }\n',
  );
  environment = { TICKETGATE_CONFIG: join(folder, 'gateway.yml'), TICKETGATE_DATA: join(folder, 'data') };
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function logIn(url: string, path: string, password: string): Promise<Response> {
  const body = JSON.stringify({ UserLogin: 'root@localhost', Password: password });
  return fetch(`${url}/Webservice/Login${path}`, { method: 'POST', body });
}

describe('ticketgate serve with its own database', () => {
  let server: TicketgateProcess;
  let url = '';
  let password = '';

  beforeAll(async () => {
    server = new TicketgateProcess(['serve'], { environment });
    const ready = await server.ready();
    url = ready.url;
    password = /password (\S+)/.exec(ready.report)?.[1] ?? '';
    expect(ready.report).toContain('POST  /Session  Login (Session::SessionCreate)');
    expect(ready.report).toContain(`${join(folder, 'data')} (embedded PostgreSQL)`);
    expect(ready.report).toContain(`Docs      ${url}/docs\nAdmin     ${url}/admin\n`);
  });

  afterAll(async () => {
    await server.end('SIGKILL');
    // Its PostgreSQL was left behind; the next one stops it.
    await runCommand(['catalogue', 'list'], { environment });
  });

  it('generates a password on the first start, shows it, and never logs it', async () => {
    expect(await (await logIn(url, '/Session', password)).text()).toMatch(/"SessionID":"\d{39}"/);
    expect(server.log).not.toContain(password);
    for (const line of server.log.split('\n').filter((each) => each.startsWith('{'))) {
      expect(Object.keys(JSON.parse(line) as object)).toEqual(
        expect.arrayContaining(['level', 'message', 'timestamp']),
      );
    }
  });

  it('refuses a second server on the same folder, with an exit code of its own', async () => {
    const { code, log } = await runTicketgate(['serve'], { environment });
    expect([code, log]).toEqual([3, expect.stringContaining(join(folder, 'data'))]);
  });

  it('applies a file as soon as it changes, and keeps the last version when it has errors', async () => {
    const file = join(folder, 'webservices', 'Login.yml');
    writeFileSync(file, SESSION_SERVICE('/Other'));
    await untilTrue(async () => (await logIn(url, '/Other', password)).status === 200);
    writeFileSync(file, 'Provider: [\n');
    await untilTrue(async () => server.log.includes('the last good version keeps serving'));
    expect(server.log).toContain(`${file}:`);
    expect((await logIn(url, '/Other', password)).status).toBe(200);
    writeFileSync(file, SESSION_SERVICE('/Session'));
    await untilTrue(async () => (await logIn(url, '/Session', password)).status === 200);
  });

  it('lets other commands work beside it', async () => {
    const words = ['agent', 'add', 'beside', '--first-name', 'Be', '--last-name', 'Side', '--email', 'b@example.com'];
    const added = await runCommand([...words, '--group', 'users'], { environment, input: 'beside-Passw0rd\nx' });
    expect(added).toMatchObject({ code: 0, output: 'agent "beside" added\n' });
    const body = JSON.stringify({ UserLogin: 'beside', Password: 'beside-Passw0rd' });
    const response = await fetch(`${url}/Webservice/Login/Session`, { method: 'POST', body });
    expect(await response.text()).toContain('SessionID');
  });

  it('recovers after kill -9, then stops properly on SIGTERM, and keeps its data', async () => {
    await server.end('SIGKILL');
    server = new TicketgateProcess(['serve'], {
      environment: { ...environment, TICKETGATE_ROOT_PASSWORD: 'ignored-Passw0rd' },
    });
    const { url: newURL, report } = await server.ready();
    expect(report).not.toContain('password');
    expect(server.log).toContain('TICKETGATE_ROOT_PASSWORD is ignored');
    expect((await logIn(newURL, '/Session', password)).status).toBe(200);
    const { code, log } = await server.end('SIGTERM');
    expect([code, log]).toEqual([0, expect.stringContaining('"stopped"')]);
    const list = await runCommand(['catalogue', 'list', 'Agents', '--format', 'json'], { environment });
    expect((JSON.parse(list.output) as { name: string }[]).map(({ name }) => name)).toEqual([
      'beside',
      'root@localhost',
    ]);
  });
});

describe('ticketgate serve that cannot start', () => {
  it('reports mistakes in the configuration and does nothing', async () => {
    const file = join(folder, 'wrong.yml');
    writeFileSync(file, 'http: { prot: 1 }\n');
    const { code, log } = await runCommand(['serve', '--config', file], { environment });
    expect([code, log]).toEqual([2, expect.stringContaining(`${file}:1:9`)]);
  });

  it('names a data folder that cannot be created', async () => {
    const wrong = { ...environment, TICKETGATE_DATA: join(folder, 'gateway.yml', 'data') };
    expect(await runTicketgate(['serve'], { environment: wrong })).toMatchObject({
      code: 2,
      log: expect.stringContaining(
        `The data folder ${wrong.TICKETGATE_DATA} cannot be used: a part of its path is a file`,
      ) as string,
    });
  });

  it('names a required plugin that does not exist, and a port that is in use', async () => {
    const testDatabase = await startTestDatabase({ migrations: [] });
    const withDatabase = { ...environment, DATABASE_URL: testDatabase.url, TICKETGATE_ROOT_PASSWORD: 'some-Passw0rd' };
    const plugin = join(folder, 'plugin.yml');
    writeFileSync(plugin, 'plugins: [{ name: ticketgate-plugin-nowhere, required: true }]\n');
    expect(await runTicketgate(['serve', '--config', plugin], { environment: withDatabase })).toMatchObject({
      code: 2,
      log: expect.stringContaining('npm install ticketgate-plugin-nowhere') as string,
    });
    const first = new TicketgateProcess(['serve'], { environment: withDatabase });
    const port = new URL((await first.ready()).url).port;
    const second = await runTicketgate(['serve', '--port', port], { environment: withDatabase });
    expect([second.code, second.log]).toEqual([4, expect.stringContaining(`127.0.0.1:${port}`)]);
    expect((await first.end('SIGINT')).code).toBe(0);
    await testDatabase.stop();
  });

  it.each([
    ['postgres://u:hidden@127.0.0.1:1/d', 5, 'The database "d" at 127.0.0.1:1 cannot be used: connect ECONNREFUSED'],
    ['TEST/nowhere', 5, 'database "nowhere" does not exist. Check DATABASE_URL or database.url'],
    [
      'mysql://u:hidden@127.0.0.1:1/d',
      2,
      'DATABASE_URL, or database.url in the configuration, is not the URL of a PostgreSQL database.',
    ],
  ])('says why the database %s cannot be used', async (url, exitCode, sentence) => {
    const testDatabase = await startTestDatabase({ migrations: [] });
    const DATABASE_URL = url.replace('TEST', testDatabase.url.replace(/\/[^/]*$/, ''));
    const away = await runTicketgate(['serve'], { environment: { ...environment, DATABASE_URL } });
    await testDatabase.stop();
    expect([away.code, away.log]).toEqual([exitCode, expect.stringContaining(sentence)]);
    expect(away.log).not.toMatch(/hidden|^ +at /m);
  });

  it('refuses a database that a newer version has migrated', async () => {
    const testDatabase = await startTestDatabase();
    await testDatabase.database.query(
      `insert into ticketgate.migration (name, made_family_tables) values ('database/999-future', false)`,
    );
    const { code, log } = await runCommand(['migrate'], {
      environment: { ...environment, DATABASE_URL: testDatabase.url },
    });
    expect([code, log]).toEqual([57, expect.stringContaining('database/999-future')]);
    await testDatabase.stop();
  });
});
