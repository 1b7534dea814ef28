import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { makeServerFolder, startServerProcess, type ServerProcess } from '@ticketgate/test-support';

import { makeSelfSigned } from '../../packages/cli/src/command/self-signed.js';

const ROOT = join(import.meta.dirname, '..', '..');
const TICKETGATE = join(ROOT, 'packages', 'cli', 'bin', 'ticketgate.js');
const CREATES = 200;
const run = promisify(execFile);

const IN_TYPESCRIPT = `
import { TicketServiceClient } from './client.js';
const [url = '', login = '', password = ''] = process.argv.slice(2);
const client = new TicketServiceClient({ url, credentials: { userLogin: login, password }, attempts: 12 });
for (let number = 0; number < ${CREATES}; number += 1) {
  const made = await client.TicketCreate({
    Ticket: { Title: 'TypeScript ' + number, Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
    Article: { Subject: 'Help', Body: 'It burns.', MimeType: 'text/plain' },
  });
  console.log(made.TicketNumber);
}
`;

const IN_PYTHON = `
import ssl, sys
from client import *
url, login, password, certificate = sys.argv[1:]
client = TicketServiceClient(url, Login(user_login=login, password=password), attempts=12, ssl_context=ssl.create_default_context(cafile=certificate))
for number in range(${CREATES}):
    made = client.TicketCreate(TicketCreateInput(
        Ticket=TicketCreateInput_Ticket(Title=f"Python {number}", Queue="Raw", State="new", Priority="3 normal", CustomerUser="a@customer.org"),
        Article=TicketCreateInput_Article(Subject="Help", Body="It burns.", MimeType="text/plain"),
    ))
    print(made.TicketNumber, flush=True)
`;

describe('a server that is restarted while generated clients create tickets', () => {
  const folder = makeServerFolder();
  const certificate = join(folder.path, 'certificate.pem');
  let server: ServerProcess;

  const start = (port: string) =>
    startServerProcess(folder.path, {
      configuration: `Settings: { CheckMXRecord: 0 }\ntls: { certificate: certificate.pem, key: key.pem }\n`,
      environment: { PORT: port },
    });

  beforeAll(async () => {
    const { cert, key } = await makeSelfSigned({ names: ['127.0.0.1'], days: 1, now: new Date() });
    writeFileSync(certificate, cert);
    writeFileSync(join(folder.path, 'key.pem'), key, { mode: 0o600 });
    writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
    server = await start('0');
    const env = { ...process.env, TICKETGATE_DATA: join(folder.path, 'data') };
    for (const words of [['client.ts'], ['client.py', '--language', 'python']]) {
      await run(process.execPath, [TICKETGATE, 'client', 'TicketService', '--out', ...words], {
        cwd: folder.path,
        env,
      });
    }
    writeFileSync(join(folder.path, 'scenario.ts'), IN_TYPESCRIPT);
    writeFileSync(join(folder.path, 'scenario.py'), IN_PYTHON);
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
    const options = ['--strict', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023,dom'];
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [tsc, ...options, ...types, 'scenario.ts'], { cwd: folder.path });
  }, 120_000);

  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  it.each([
    ['TypeScript', process.execPath, 'scenario.js', []],
    ['Python', 'python3', 'scenario.py', [certificate]],
  ])(
    'has each ticket of the client in %s once',
    async (...[language, program, script, words]) => {
      const child = spawn(program, [script, server.url, 'root@localhost', server.rootPassword, ...words], {
        cwd: folder.path,
        env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let begun = '';
      child.stdout.on('data', (part: Buffer) => (begun += part.toString()));
      const output = text(child.stdout);
      while (begun.split('\n').length < CREATES / 10)
        await new Promise((resolve) => child.stdout.once('data', resolve));
      const { port } = new URL(server.url);
      expect(await server.stop()).toBe(0);
      server = await start(port);
      const numbers = (await output).trim().split('\n');
      expect(new Set(numbers).size).toBe(CREATES);
      expect(await countTickets(language)).toBe(CREATES);
    },
    180_000,
  );

  async function countTickets(title: string): Promise<number> {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
    const url = `${server.url}/Webservice/TicketService/TicketList?Title=${title}*&Total=1&Limit=1`;
    const credentials = `&UserLogin=root@localhost&Password=${server.rootPassword}`;
    const program = `console.log((await (await fetch(process.argv[1])).json()).Data.Total)`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program, url + credentials], {
      env,
    });
    return Number(stdout);
  }
});
