import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeServerFolder, runTicketgate, TicketgateProcess } from '../../../test/support/index.js';

import { runCommand } from './run-command.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const START = join(ROOT, 'scripts', 'start.mjs');

const folder = makeServerFolder();
const data = join(folder.path, 'data');
const environment = {
  PORT: '0',
  TICKETGATE_DATA: data,
  TICKETGATE_CONFIG: `${join(ROOT, 'config/gateway.yml')},${join(folder.path, 'config.yml')}`,
};
let taken: Server;
let takenPort = '';

beforeAll(async () => {
  writeFileSync(join(folder.path, 'config.yml'), 'http: { workers: 2 }\n');
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  takenPort = String((taken.address() as AddressInfo).port);
});

afterAll(() => {
  taken.close();
  folder.remove();
});

describe('a password that is easy to guess', () => {
  it('is refused before anything is created', async () => {
    const wanted = { ...environment, TICKETGATE_ROOT_PASSWORD: 'password' };
    expect(await runCommand(['serve'], { environment: wanted })).toMatchObject({
      code: 2,
      log: expect.stringContaining('The password is among the first that attackers try.') as string,
    });
    const add = ['agent', 'add', 'anna', '--first-name', 'A', '--last-name', 'B', '--email', 'a@example.org'];
    expect((await runCommand(add, { environment, input: 'short' })).code).toBe(2);
    expect(existsSync(data)).toBe(false);
  });
});

describe('npm start', () => {
  let server: TicketgateProcess | undefined;

  afterEach(async () => {
    await server?.end('SIGKILL');
  });

  it('ends when its workers cannot start', async () => {
    const failed = await runTicketgate(['--workers', '2', '--port', takenPort], { environment, script: START });
    expect([failed.code, failed.output]).toEqual([4, '']);
    expect(failed.log).toContain(`Another program listens on 127.0.0.1:${takenPort}`);
    const wrong = await runTicketgate(['--workers', '2', 'nonsense'], { environment, script: START });
    expect([wrong.code, wrong.log]).toEqual([2, expect.stringContaining('too many arguments')]);
  });

  it('starts the configured workers, and shows the password that an interrupted start did not show', async () => {
    server = new TicketgateProcess([], { environment, script: START });
    const { url, report } = await server.ready();
    expect(report).toContain('with 2 workers');
    const [, password = ''] = /root@localhost, password (\S+)/.exec(report) ?? [];
    const body = JSON.stringify({ UserLogin: 'root@localhost', Password: password });
    const answer = await fetch(`${url}/Webservice/TicketExample/session`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect((await server.end('SIGTERM')).code).toBe(0);
  });
});
