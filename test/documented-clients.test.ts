import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ContractServer } from './contract/support/contract-server.js';

const ROOT = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'http-clients.md'), 'utf8');

/** Not every system has it. */
const UUIDGEN = 'command -v uuidgen > /dev/null || uuidgen() { cat /proc/sys/kernel/random/uuid; }';

let server: ContractServer;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  const shipped = readFileSync(join(ROOT, 'config', 'webservices', 'TicketService.yml'), 'utf8');
  const [tools = ''] = blocksOf('AI agents (MCP)', 'yaml');
  const definition = shipped.replace(/^  Authentication:\n.*\n/m, '').replace('Gateway:\n', tools);
  server = await ContractServer.start('http', { TicketService: definition });
  const { apiKeys } = server.server.system.accounts;
  const key = await apiKeys.create({ name: 'documented', agentID: 1, services: ['TicketService'] });
  environment = { ...process.env, BASE: `${server.server.url}/Webservice/TicketService`, KEY: key };
});

afterAll(() => server.stop());

/** The blocks of a section of the page, in one language. */
function blocksOf(section: string, language: string): readonly string[] {
  const part = PAGE.split(/^## /m).find((each) => each.startsWith(`${section}\n`)) ?? '';
  return [...part.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block);
}

async function run(block: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('bash', ['-euc', `${UUIDGEN}\n${block}`], { env: environment });
  return JSON.parse(stdout);
}

describe('docs/http-clients.md', () => {
  it('has commands for compression that work as they are written', async () => {
    const blocks = blocksOf('Compression', 'sh');
    expect(blocks).toHaveLength(2);
    for (const block of blocks) expect(await run(block)).toMatchObject({ Success: 1 });
  });

  it('has a Python client that works as it is written', async () => {
    const [sample = ''] = blocksOf('Python', 'python');
    expect(sample).toContain('https://tickets.example.org/Webservice/TicketService');
    const script = sample.replace('https://tickets.example.org', server.server.url);
    const folder = mkdtempSync(join(tmpdir(), 'ticketgate-python-'));
    writeFileSync(join(folder, 'log.txt'), 'It burns.');
    const env = { ...environment, TICKETGATE_KEY: environment.KEY };
    const words = ['-c', `${script}\nprint(json.dumps([ticket["TicketID"], found]))`];
    const { stdout } = await promisify(execFile)('python3', words, { cwd: folder, env });
    rmSync(folder, { recursive: true });
    const [made, found] = JSON.parse(stdout) as [string, readonly number[]];
    expect(found).toContain(Number(made));
  });

  it('has a command that lists the tools of a service as it is written', async () => {
    const [block = ''] = blocksOf('AI agents (MCP)', 'sh');
    const { result } = (await run(block)) as { result: { tools: readonly { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toEqual(['TicketCreate', 'TicketGet', 'TicketList', 'TicketUpdate']);
  });
});
