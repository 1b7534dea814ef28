import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer, type TestServer } from '../../../test/support/index.js';

import { openServer } from '../src/command/remote-administration.js';
import { runCommand, type Ran } from './run-command.js';

describe('a command with --url', () => {
  let server: TestServer;
  let key = '';

  beforeAll(async () => {
    server = await startTestServer({});
    key = (await locally('api-key create remote --agent root@localhost --scope admin')).output.trim();
  });

  afterAll(async () => {
    await server.stop();
  });

  const locally = (words: string) =>
    runCommand(words.split(' '), { environment: { DATABASE_URL: server.system.location.url } });

  /** There is no database that it could use instead. */
  const remotely = (words: string, { url = server.url, apiKey = key, input = '' } = {}): Promise<Ran> =>
    runCommand([...words.split(' '), '--url', url], {
      environment: { TICKETGATE_API_KEY: apiKey, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
      input,
    });

  const withServer = async (listener: RequestListener, work: (url: string) => Promise<void>) => {
    const other = createServer(listener).listen(0, '127.0.0.1');
    await once(other, 'listening');
    await work(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    other.close();
  };

  it('does on the server what it does beside a database, and prints the same', async () => {
    const person = '--first-name A --last-name N --email anna@example.org';
    expect(await remotely(`agent add anna ${person}`, { input: 'anna-Passw0rd-1' })).toMatchObject({
      code: 0,
      output: 'agent "anna" added\n',
    });
    expect((await remotely('agent grant anna users ro')).output).toBe('"anna" has ro in "users"\n');
    expect((await remotely('api-key create erp --agent anna --expires 90d --comment why')).output).toMatch(
      /^tg_\S+\n$/,
    );
    for (const list of ['api-key list', 'session list', 'audit list --limit 3 --author root@localhost', 'role list'])
      expect((await remotely(list)).output).toBe((await locally(list)).output);
    expect((await remotely('audit list --limit 1 --format json')).output).toContain('"comment": "why"');
    expect((await remotely('api-key revoke erp')).output).toBe('API key "erp" revoked\n');
  });

  it('reports an error of the server with its words and exit code', async () => {
    const [here, there] = [await locally('api-key revoke other'), await remotely('api-key revoke other')];
    expect(there).toEqual(here);
    expect(there).toMatchObject({ code: 2, log: expect.stringContaining('There is no API key') as string });
  });

  it('says what to do about a key that is missing or not accepted, and never shows it', async () => {
    const missing = await remotely('api-key list', { apiKey: '' });
    expect(missing).toMatchObject({ code: 2, log: expect.stringContaining('TICKETGATE_API_KEY is not set') as string });
    const wrong = await remotely('api-key list', { apiKey: 'tg_wrong-secret' });
    expect(wrong).toMatchObject({ code: 2, log: expect.stringContaining('does not accept the key') as string });
    expect(wrong.log).not.toContain('wrong-secret');
  });

  it('refuses an address that would show the key, and an author', async () => {
    const plain = await remotely('api-key list', { url: 'http://tickets.example.org' });
    expect(plain).toMatchObject({ code: 2, log: expect.stringContaining('begins with https://') as string });
    expect((await remotely('api-key list --as root@localhost')).log).toContain('--as cannot be used with --url');
  });

  it('says that nothing answers, or something else does', async () => {
    const nobody = await remotely('api-key list', { url: 'http://127.0.0.1:1' });
    expect(nobody).toMatchObject({ code: 1, log: expect.stringContaining('cannot be reached') as string });
    await withServer(
      (_request, response) => response.writeHead(404).end('<h1>Not here</h1>'),
      async (url) => {
        const other = await remotely('api-key list', { url });
        expect(other).toMatchObject({
          code: 2,
          log: expect.stringContaining('No administration of Ticketgate') as string,
        });
      },
    );
  });

  it('names the codes of what goes wrong on the way', async () => {
    const request = { method: 'GET', path: '/api-keys', body: undefined } as const;
    const ask = (url: string) => openServer(url, 'tg_wrong-secret')(request, {});
    await expect(ask('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'Admin.ServerUnreachable' });
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'Admin.KeyRefused' });
    await expect(ask(`${server.url}/elsewhere`)).rejects.toMatchObject({ code: 'Admin.NoAdministration' });
  });

  it('follows no redirect with its key', async () => {
    const keys: unknown[] = [];
    await withServer(
      (request, response) => {
        keys.push(request.headers['x-api-key']);
        response.writeHead(302, { Location: server.url }).end();
      },
      async (url) => {
        expect((await remotely('api-key list', { url })).log).toContain('HTTP status 302');
        expect(keys).toEqual([key]);
      },
    );
  });
});
