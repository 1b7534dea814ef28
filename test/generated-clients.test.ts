import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ContractServer } from './contract/support/contract-server.js';

const ROOT = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'http-clients.md'), 'utf8');
const TICKETGATE = join(ROOT, 'packages', 'cli', 'bin', 'ticketgate.js');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const EXAMPLE_URL = 'https://tickets.example.org';
const STRICT = [
  '--strict',
  '--skipLibCheck',
  '--noUncheckedIndexedAccess',
  '--exactOptionalPropertyTypes',
  '--noUnusedLocals',
];

const run = promisify(execFile);

let server: ContractServer;
let folder = '';
let key = '';

beforeAll(async () => {
  server = await ContractServer.start('https');
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-clients-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  key = await server.server.system.accounts.apiKeys.create({ name: 'client', agentID: 1 });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The commands of the page, with the database of this server. */
async function runDocumented(language: string): Promise<void> {
  const section = PAGE.slice(PAGE.indexOf('## Generated clients'));
  const command =
    section.split('\n').find((line) => line.startsWith('npx ticketgate client') && line.includes(language)) ?? '';
  const words = command.split(' ').slice(2);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: server.server.system.location.url };
  await run(process.execPath, [TICKETGATE, ...words], { cwd: folder, env });
}

function writeScenario(file: string): void {
  const text = readFileSync(join(ROOT, 'test', 'clients', `${file}.txt`), 'utf8');
  writeFileSync(join(folder, file), text.replaceAll('@S@', 'TicketService'));
}

/** The sample of the page's section, with the address of this server. */
function sampleOf(language: string): string {
  const section = PAGE.slice(PAGE.indexOf('## Generated clients'));
  const [, sample = ''] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(section) ?? [];
  expect(sample).toContain(EXAMPLE_URL);
  return sample.replace(EXAMPLE_URL, server.server.url);
}

async function runSample(program: string, file: string): Promise<string> {
  const certificate = { NODE_EXTRA_CA_CERTS: certificateFile(), SSL_CERT_FILE: certificateFile() };
  const env = { PATH: process.env.PATH, KEY: key, ...certificate };
  return (await run(program, [file], { cwd: folder, env })).stdout;
}

const certificateFile = () => server.server.system.configuration.tls.certificate ?? '';

async function play(program: string, words: readonly string[]): Promise<Record<string, unknown>> {
  const { login } = server;
  const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificateFile() };
  const { stdout } = await run(
    program,
    [...words, server.server.url, key, login.UserLogin, login.Password, certificateFile()],
    {
      cwd: folder,
      env,
    },
  );
  return JSON.parse(stdout) as Record<string, unknown>;
}

const tickets = async () => {
  const rows = await server.server.database.query(`select id from ticket where title = 'Printer on fire' order by id`);
  return rows.map(({ id }) => Number(id));
};

const PLAYED = {
  lost: 1,
  others: 4,
  state: 'open',
  articles: 2,
  waited: 1,
  sessions: 2,
  errors: [
    'TicketList.AuthFail',
    'TicketCreate.InvalidParameter',
    'TicketGet.AccessDenied',
    'Gateway.IdempotencyKeyInvalid',
    'another error',
  ],
};

describe('a generated client', () => {
  it('in TypeScript passes the strictest checks, and works, also when answers get lost', async () => {
    await runDocumented('client.ts');
    writeScenario('scenario.ts');
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
    const output = [
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--lib',
      'es2023,dom,dom.iterable',
      '--outDir',
      'out',
    ];
    writeFileSync(join(folder, 'sample.ts'), sampleOf('ts'));
    const files = ['client.ts', 'scenario.ts', 'sample.ts'];
    const checked = run(process.execPath, [TSC, ...STRICT, ...types, ...output, ...files], { cwd: folder });
    await checked.catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout);
    });
    const before = await tickets();
    const played = await play(process.execPath, ['out/scenario.js']);
    const made = (await tickets()).filter((id) => !before.includes(id));
    expect(played).toMatchObject({ ...PLAYED, id: made[0], titles: ['Page 1', 'Page 2', 'Page 3', 'Page 4'] });
    expect(made).toHaveLength(1);
    expect(played.found).toContain(made[0]);
    expect(await runSample(process.execPath, 'out/sample.js')).toContain('Printer on fire');
  });

  it('in Python does the same with its standard library', async () => {
    await runDocumented('client.py');
    writeScenario('scenario.py');
    const before = await tickets();
    const played = await play('python3', ['scenario.py']);
    const made = (await tickets()).filter((id) => !before.includes(id));
    expect(played).toMatchObject({ ...PLAYED, id: made[0] });
    expect(made).toHaveLength(1);
    expect(played.titles).toEqual(expect.arrayContaining(['Page 1', 'Page 2', 'Page 3', 'Page 4']));
    writeFileSync(join(folder, 'sample.py'), sampleOf('python').replace('tg_…', key));
    expect(await runSample('python3', 'sample.py')).toContain('Page 4');
  });
});
