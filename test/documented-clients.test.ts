import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ContractServer } from './contract/support/contract-server.js';

const PAGE = readFileSync(join(import.meta.dirname, '..', 'docs', 'http-clients.md'), 'utf8');

/** Not every system has it. */
const UUIDGEN = 'command -v uuidgen > /dev/null || uuidgen() { cat /proc/sys/kernel/random/uuid; }';

let server: ContractServer;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  server = await ContractServer.start('http');
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

describe('docs/http-clients.md', () => {
  it('has commands for compression that work as they are written', async () => {
    const blocks = blocksOf('Compression', 'sh');
    expect(blocks).toHaveLength(2);
    for (const block of blocks) {
      const { stdout } = await promisify(execFile)('bash', ['-euc', `${UUIDGEN}\n${block}`], { env: environment });
      expect(JSON.parse(stdout)).toMatchObject({ Success: 1 });
    }
  });
});
