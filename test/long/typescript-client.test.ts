import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ContractServer, START_TIMEOUT } from '../contract/support/contract-server.js';
import { installTools } from '../tools/install-tools.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'http-clients.md'), 'utf8');
const SECTION = PAGE.split(/^## /m).find((each) => each.startsWith('Generated clients\n')) ?? '';
const EXAMPLE = 'https://tickets.example.org';
const CHECKS = ['--strict', '--skipLibCheck', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
const OUTPUT = [
  '--ignoreConfig',
  '--target',
  'es2023',
  '--module',
  'nodenext',
  '--lib',
  'es2023,dom,dom.iterable',
  '--outDir',
  'out',
];

const run = promisify(execFile);

let server: ContractServer;
/** Within the folder of the tools, so that the client finds what it imports. */
let folder = '';

beforeAll(async () => {
  server = await ContractServer.start('http');
  const tools = await installTools(
    { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0', typescript: '6.0.3' },
    { 'openapi-typescript': { typescript: '$typescript' } },
  );
  folder = mkdtempSync(join(tools, 'client-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
}, START_TIMEOUT);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The block of the page in one language, with the address of this server. */
function documented(language: string): string {
  const [, block = ''] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(SECTION) ?? [];
  expect(block).toContain(EXAMPLE);
  return block.replaceAll(EXAMPLE, server.server.url);
}

describe('the client that docs/http-clients.md makes of an OpenAPI document', () => {
  it('passes the strictest checks, creates a ticket, and lists it', async () => {
    const key = await server.server.system.accounts.apiKeys.create({ name: 'client', agentID: 1 });
    const tool = (name: string) => join(folder, '..', 'node_modules', '.bin', name);
    const [generate = ''] = documented('console')
      .split('\n')
      .filter((line) => line.startsWith('$ npx '));
    await run(tool('openapi-typescript'), generate.trim().split(' ').slice(3), { cwd: folder });
    writeFileSync(join(folder, 'sample.ts'), documented('ts'));
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
    await run(tool('tsc'), [...CHECKS, ...types, ...OUTPUT, 'sample.ts'], { cwd: folder }).catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout); // what execFile rejects with
    });
    const { stdout } = await run(process.execPath, ['out/sample.js'], {
      cwd: folder,
      env: { ...process.env, KEY: key },
    });
    const [created, ...listed] = stdout.trim().split('\n');
    const rows = await server.server.database.query(`select tn, title from ticket where title = 'Printer on fire'`);
    expect(created).toBe(rows[0]?.tn);
    expect(listed).toContain(`${created} Printer on fire`);
  });
});
