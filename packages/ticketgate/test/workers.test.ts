import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeServerFolder,
  startServerProcess,
  startTestDatabase,
  untilTrue,
  type ServerProcess,
  type TestDatabase,
} from '../../../test/support/index.js';

import { runCommand } from './run-command.js';

const DEFINITION = `Debugger: { DebugThreshold: error }
Gateway: { Profile: contract }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, RouteOperationMapping: { Get: { Route: /session, RequestMethod: [POST] } } }
  Operation: { Get: { Type: 'Session::SessionGet' } }
`;

// The children of a process are known from Linux' file system.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('ticketgate serve --workers 2', () => {
  const folder = makeServerFolder();
  let testDatabase: TestDatabase;
  let server: ServerProcess;

  beforeAll(async () => {
    testDatabase = await startTestDatabase({ migrations: [] });
    const configuration = `database: { url: ${JSON.stringify(testDatabase.url)} }\nSettings: { CheckMXRecord: 0 }\n`;
    const words = ['--workers', '2'];
    server = await startServerProcess(folder.path, { configuration, environment: { DATABASE_URL: '' }, words });
  });

  afterAll(async () => {
    await server.stop();
    await testDatabase.stop();
    folder.remove();
  });

  function workers(): readonly number[] {
    const pid = String(server.child.pid);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === '' ? [] : children.split(' ').map(Number);
  }

  async function search(): Promise<number> {
    const body = JSON.stringify({ UserLogin: 'api_agent', Password: server.rootPassword, Title: 'x' });
    const response = await fetch(`${server.url}/connector/ticket-search`, {
      method: 'POST',
      body,
      headers: { Connection: 'close' },
    });
    return response.status;
  }

  it('serves on one address by two processes', async () => {
    expect(workers()).toHaveLength(2);
    expect(await Promise.all(Array.from({ length: 10 }, search))).toEqual(Array(10).fill(200));
  });

  it('says where the options stand, also that of the database which workers have from the first process', async () => {
    const send = (path: string, init?: RequestInit) => fetch(`${server.url}/admin/api/${path}`, init);
    const body = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword });
    const loggedIn = await send('session', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
    expect([loggedIn.status, await loggedIn.json()]).toEqual([200, expect.anything()]);
    const cookie = loggedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const answered = await send('settings', { headers: { Cookie: cookie } });
    const option = { name: 'database.url', source: 'file', from: join(folder.path, 'config.yml') };
    expect(await answered.json()).toMatchObject({
      options: expect.arrayContaining([expect.objectContaining(option)]) as unknown,
    });
  });

  it('all serve a web service once the answer to its change has come, from the API and from a command', async () => {
    const send = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${server.url}/admin/api/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    const loggedIn = await send('session', { UserLogin: 'root@localhost', Password: server.rootPassword });
    const { csrfToken } = (await loggedIn.json()) as { csrfToken: string };
    const session = { Cookie: loggedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '', 'X-CSRF-Token': csrfToken };
    const isServed = async () => {
      const ask = () => fetch(`${server.url}/Webservice/Added/session`, { headers: { Connection: 'close' } });
      const answers = await Promise.all(Array.from({ length: 10 }, ask));
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      return [...new Set(texts.map((text) => !text.includes('Gateway.ServiceUnknown')))];
    };
    expect(await isServed()).toEqual([false]);
    const added = await send('services', { name: 'Added', definition: DEFINITION }, session);
    expect(await added.json()).toMatchObject({ name: 'Added', warnings: [] });
    expect(await isServed()).toEqual([true]);
    const changes = { 'disable Added': false, 'enable Added': true, 'delete Added --yes': false };
    for (const [words, expected] of Object.entries(changes)) {
      const environment = { DATABASE_URL: testDatabase.url };
      const { code } = await runCommand(['service', ...words.split(' ')], { environment });
      expect([words, code, await isServed()]).toEqual([words, 0, [expected]]);
    }
  });

  it('replaces a worker that ended, and keeps serving meanwhile', async () => {
    const [first = 0, second = 0] = workers();
    process.kill(first, 'SIGKILL');
    await untilTrue(() => Promise.resolve(!workers().includes(first) && workers().length === 2));
    expect(workers()).toContain(second);
    // The log of a server is its own: what is expected there is not printed among the results of tests.
    await untilTrue(() => Promise.resolve(server.log().includes('starting another one')));
    await untilTrue(async () => (await search()) === 200);
  });

  it('are at least one', async () => {
    const { code, log } = await runCommand(['serve', '--workers', '0'], { environment: {} });
    expect([code, log]).toEqual([2, expect.stringContaining('--workers is "0"')]);
  });

  it('stops all of them', async () => {
    const all = workers();
    expect(await server.stop()).toBe(0);
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
