import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { writeClient } from '@ticketgate/client';
import { loadWebService } from '@ticketgate/definition';
import { describeService } from '@ticketgate/describe';

import { shippedOperations } from '../openapi/shipped-operations.js';
import { installTools } from '../tools/install-tools.js';

const DEFINITIONS = join(import.meta.dirname, '..', '..', 'config', 'webservices');
const run = promisify(execFile);

/** What programs of clients look like. */
const PROGRAM = `from client import ApiKey, TicketGetInput, TicketGetOutput, TicketListInput, TicketServiceClient

client = TicketServiceClient("https://tickets.example.org", ApiKey("tg_1"))
ids: list[int] = [1, 2]
answer: TicketGetOutput = client.TicketGet(TicketGetInput(TicketID=ids))
titles: list[str | None] = [ticket.Title for ticket in client.TicketListAll(TicketListInput(StateType="Open"))]
`;

let folder = '';
let tools = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-python-'));
  await run('python3', ['-m', 'venv', 'python'], { cwd: folder });
  await run(join(folder, 'python', 'bin', 'pip'), ['install', '--quiet', 'mypy==2.4.0'], { cwd: folder });
  tools = await installTools({ pyright: '1.1.414' });
}, 300_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function reportOf(program: string, words: readonly string[]): Promise<string> {
  const failed = (error: unknown) => error as { stdout: string }; // what execFile rejects with
  return (await run(program, words, { cwd: folder }).catch(failed)).stdout.trim();
}

describe('a generated client in Python', () => {
  it.each(readdirSync(DEFINITIONS))(
    'passes mypy --strict and pyright: %s',
    async (file) => {
      const { webService } = loadWebService(readFileSync(join(DEFINITIONS, file), 'utf8'));
      if (webService === undefined) throw new Error(`${file} is broken.`);
      const name = basename(file, '.yml');
      const described = describeService({ name, webService }, shippedOperations());
      writeFileSync(join(folder, 'client.py'), await writeClient(described, 'python'));
      writeFileSync(join(folder, 'program.py'), name === 'TicketService' ? PROGRAM : 'import client\n');
      const mypy = join(folder, 'python', 'bin', 'mypy');
      expect(await reportOf(mypy, ['--strict', 'client.py', 'program.py'])).toBe(
        'Success: no issues found in 2 source files',
      );
      const pyright = join(tools, 'node_modules', '.bin', 'pyright');
      expect(await reportOf(pyright, ['client.py', 'program.py'])).toBe('0 errors, 0 warnings, 0 informations');
    },
    120_000,
  );
});
