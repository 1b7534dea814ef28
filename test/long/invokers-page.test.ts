import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { untilTrue } from '../support/index.js';

import { OutsideFolder } from '../outside/outside-folder.js';
import { commandsOf, filesOf } from '../outside/page-blocks.js';

const ROOT = join(import.meta.dirname, '..', '..');
const [, STORY = ''] =
  /^## In ten minutes\n([^]*?)^## /m.exec(readFileSync(join(ROOT, 'docs', 'invokers.md'), 'utf8')) ?? [];
/** Each with what the page shows below it. */
const COMMANDS = commandsOf(STORY);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('docs/invokers.md, done as it says in ten minutes', () => {
  const folder = new OutsideFolder();
  const programs: ChildProcess[] = [];
  const ports = new Map<string, number>();
  let chatLog = '';

  /** With ports that are free here. */
  const here = (text: string) =>
    [...ports].reduce((whole, [theirs, ours]) => whole.replaceAll(theirs, String(ours)), text);

  const start = (command: string, onOutput: (text: string) => void) => {
    const env = { ...process.env, PORT: String(ports.get('8080')), NODE_TEST_CONTEXT: undefined };
    const child = spawn('sh', ['-c', `exec ${command.replace(/^(\w+=\S+) npx /, 'env $1 npx ')}`], {
      cwd: folder.path,
      env,
      detached: true,
    });
    child.stdout.setEncoding('utf8').on('data', onOutput);
    programs.push(child);
  };

  const run = async (command: string) =>
    (await promisify(execFile)('sh', ['-c', here(command)], { cwd: folder.path })).stdout;

  beforeAll(async () => {
    ports.set('9000', await freePort()).set('8080', await freePort());
    for (const [name, text] of filesOf(STORY)) folder.write(name, here(text));
  });

  afterAll(async () => {
    for (const program of programs) {
      const ended = once(program, 'exit');
      if (program.pid !== undefined) process.kill(-program.pid, 'SIGTERM');
      await ended;
    }
    folder.remove();
  });

  it('posts a ticket to the chat, and keeps the answer in its field', async () => {
    const [chat, serve, ...others] = COMMANDS;
    let report = '';
    start(chat?.command ?? '', (text) => (chatLog += text));
    start(serve?.command ?? '', (text) => (report += text));
    await untilTrue(() => Promise.resolve(report.includes('is ready at')), 60_000);
    expect(others).toHaveLength(5);
    for (const { command, output } of others) {
      const parts = here(output).trim().split('…');
      // The message is on its way when the ticket is created.
      await untilTrue(async () => {
        const answer = await run(command);
        return parts.every((part) => answer.includes(part));
      });
    }
    expect(chatLog).toBe('POST /messages {"text":"New in Raw: Printer on fire"}\n');
  });
});
