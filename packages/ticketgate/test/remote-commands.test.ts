import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, untilTrue, type TestServer } from '../../../test/support/index.js';

import { openServer } from '../src/command/remote-administration.js';
import { runCommand, type Ran } from './run-command.js';

const SERVICE = `Debugger: { DebugThreshold: debug }
Provider:
  Operation: { Queues: { Type: 'Catalogue::QueueList' } }
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, KeepAlive: 1, RouteOperationMapping: { Queues: { Route: /queues, RequestMethod: [GET] } } }
`;

describe('a command with --url', () => {
  let server: TestServer;
  let folder = '';
  let key = '';

  beforeAll(async () => {
    server = await startTestServer({ webServices: { Recorded: SERVICE } });
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-remote-'));
    key = (await locally('api-key create remote --agent root@localhost --scope admin')).output.trim();
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

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
    const lists = ['api-key list', 'session list', 'audit list --limit 3 --author root@localhost', 'indexes'];
    for (const list of [...lists, 'agent show anna', 'catalogue list Agents', 'indexes --print'])
      expect((await remotely(list)).output).toBe((await locally(list)).output);
    expect((await remotely('audit list --limit 1 --format json')).output).toContain('"comment": "why"');
    expect((await remotely('api-key revoke erp')).output).toBe('API key "erp" revoked\n');
  });

  it('imports, compares and changes web services from files here', async () => {
    const file = write('Far.yml', SERVICE.replace('debug', 'error'));
    expect((await remotely(`service import ${file} --dry-run`)).output).toBe('The web service "Far" would be added.\n');
    expect((await remotely(`service import ${file}`)).output).toBe('web service "Far" saved\n');
    expect((await remotely(`service import ${file}`)).output).toBe('web service "Far" is already up to date\n');
    const next = write('Next.yml', SERVICE.replace('1000', '2000').replace('debug', 'error'));
    expect(await remotely(`service import ${next} --name Far`)).toMatchObject({
      output: 'web service "Far" saved\n',
      log: '  MaxLength 1000 → 2000\n',
    });
    expect((await remotely('service show Far')).output).toBe(readFileSync(next, 'utf8'));
    const odd = write('Odd.yml', `${SERVICE}Zukunft: x\n`);
    const [{ log: here }, { log: there }] = [
      await locally(`service import ${odd}`),
      await remotely(`service import ${odd}`),
    ];
    expect(here.match(/Zukunft"/g)).toHaveLength(1);
    expect(there.match(/Zukunft"/g)).toHaveLength(1);
    for (const words of [
      'service diff Far',
      `service diff Far ${file} --format json`,
      `service import ${file} --report`,
    ])
      expect(await remotely(words)).toEqual(await locally(words));
    const broken = write('Far.yml', SERVICE.replace('Provider:', 'Provider: x\nB:'));
    expect(await remotely(`service import ${broken}`)).toEqual(await locally(`service import ${broken}`));
    expect((await remotely(`service import ${broken}`)).log).toContain(`${broken}:3:`);
  });

  it('compares and applies a catalogue from a file here', async () => {
    const file = write('catalogue.yml', 'Groups: [{ Name: far }]\n');
    expect((await remotely(`catalogue diff ${file}`)).output).toBe('group "far" added\n1 change.\n');
    expect((await remotely(`catalogue apply ${file}`)).output).toBe('group "far" added\n1 change.\n');
    const wrong = write('wrong.yml', 'Groups: [{ Nome: far }]\n');
    for (const verb of ['diff', 'apply']) {
      const { code, log } = await remotely(`catalogue ${verb} ${wrong}`);
      expect([code, log]).toEqual([2, expect.stringContaining(`${wrong}:1:`)]);
    }
  });

  it('shows, exports and replays what the server has recorded', async () => {
    const login = new URLSearchParams({ UserLogin: 'root@localhost', Password: server.rootPassword });
    await (await fetch(`${server.url}/Webservice/Recorded/queues?${login.toString()}`)).text();
    const ids = async () =>
      (JSON.parse((await locally('debug-log list --format json')).output) as { communicationID: string }[]).map(
        ({ communicationID }) => communicationID,
      );
    await untilTrue(async () => (await ids()).length > 0);
    const [id = ''] = await ids();
    for (const words of ['debug-log list', `debug-log show ${id}`, 'debug-log export', `debug-log replay ${id}`])
      expect(await remotely(words)).toEqual(await locally(words));
    expect((await remotely(`debug-log show ${id}`)).output).toContain('/Webservice/Recorded/queues');
    expect((await remotely(`debug-log replay ${id}`)).output).toContain('1 the same');
    const exported = write('traffic.jsonl', (await remotely('debug-log export')).output);
    expect((await locally(`service test Recorded --with ${exported}`)).output).toContain('1 the same');
    expect(await remotely(`service test Recorded --with ${exported}`)).toMatchObject({
      code: 2,
      log: expect.stringContaining('--url') as string,
    });
  });

  it('examines the server, and not the files here', async () => {
    const { findings } = JSON.parse((await remotely('doctor --json')).output) as { findings: { subject: string }[] };
    const subjects = new Set(findings.map(({ subject }) => subject));
    expect([subjects.has('services'), subjects.has('configuration')]).toEqual([true, false]);
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
