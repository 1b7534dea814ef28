import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { blocksOf, commandsOf, type ShownCommand } from './outside/page-blocks.js';

const ROOT = join(import.meta.dirname, '..');
const PAGES = ['README.md', 'docs/operating.md', 'docs/attached.md', 'docs/soap.md'];

/** What cannot be run here, each with the reason. A command that is gone from the pages has to go from here, too. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm test': 'runs this test',
  'DATABASE_URL=postgres://otobo:secret@db.example.org/otobo npm start':
    'needs a host; test/attached starts a server on the database of one',
  'npm install /path/to/ticketgate/dist/*.tgz': 'test/long/packed.test.ts does it in an empty folder',
  'npx ticketgate serve': 'test/long/packed.test.ts does it in an empty folder',
  'POSTGRES_PASSWORD=… TICKETGATE_ROOT_PASSWORD=… docker compose up --build':
    'needs Docker; compose-file.test.ts checks the file',
};

/** The tests of other pages with `console` blocks. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/administration.md': 'packages/ticketgate/test/administration-page.test.ts',
  'docs/guides/from-a-host.md': 'test/long/guides.test.ts',
  'docs/guides/from-nothing.md': 'test/long/guides.test.ts',
  'docs/index.md': 'test/long/guides.test.ts',
  'docs/invokers.md': 'test/long/invokers-page.test.ts',
  'docs/writing-an-operation.md': 'test/outside/writing-an-operation.test.ts',
  'docs/http-clients.md': 'test/long/typescript-client.test.ts',
};

const KNOWN = /^(?:\w+=\S+ )*(?:npx ticketgate|npm|curl|docker compose) |^\w+=\S+$/;

const START = 'TICKETGATE_ROOT_PASSWORD=choose-a-Passw0rd TICKETGATE_API_PASSWORD=another-Passw0rd npm start';

/** Other lines of a page are about what these make. */
const BEFORE = / (?:agent add|backup) /;

interface Documented extends ShownCommand {
  readonly page: string;
}

describe('the commands of the pages', () => {
  const documented = PAGES.flatMap((page): readonly Documented[] =>
    commandsOf(readFileSync(join(ROOT, page), 'utf8')).map((each) => ({ page, ...each })),
  );
  let folder: string;
  let server: ChildProcess;
  let port = '';
  /** Assignments such as S=… of earlier lines, and what differs from the page: its session is not ours. */
  const assignments: string[] = [];
  const differences = new Map<string, string>();

  const environment = () => ({ ...process.env, PORT: '0', TICKETGATE_DATA: join(folder, 'data') });
  /** `npx` itself takes half a second of processor time: it runs once, and then the command that it would find. */
  const quickly = () => ({ ...environment(), PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` });
  let hasRunNpx = false;
  const toRun = (command: string) =>
    [...differences].reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), command);

  const run = async ({ command, output }: Documented) => {
    if (!KNOWN.test(command)) throw new Error(`"${command}" is not a command that may be run.`);
    if (/^\w+=\S+$/.test(command)) {
      assignments.push(toRun(command));
      return '';
    }
    const script = [...assignments, toRun(command)].join('\n');
    const env = hasRunNpx ? quickly() : environment();
    hasRunNpx ||= command.startsWith('npx ');
    const { stdout } = await promisify(execFile)('sh', ['-ec', script], { cwd: folder, env });
    const pattern = /"SessionID":"(\d+)"/;
    const [theirs, ours] = [pattern.exec(output)?.[1], pattern.exec(stdout)?.[1]];
    if (theirs !== undefined && ours !== undefined) differences.set(theirs, ours);
    return stdout;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-documented-'));
    chmodSync(folder, 0o755);
    for (const name of ['node_modules', 'package.json', 'scripts', 'config', 'docs', 'packages'])
      symlinkSync(join(ROOT, name), join(folder, name));
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'npx'), '#!/bin/sh\nexec "node_modules/.bin/$@"\n', { mode: 0o755 });
    writeFileSync(join(folder, 'password.txt'), 'a-long-Passw0rd\n');
    copyFileSync(join(ROOT, 'config/webservices/TicketService.yml'), join(folder, 'helpdesk.yml'));
    // In a process group of its own: npm does not pass signals on at once.
    server = spawn('sh', ['-c', START], { cwd: folder, env: environment(), detached: true });
    port = await portOf(server);
    differences.set('127.0.0.1:8080', `127.0.0.1:${port}`);
  });

  afterAll(async () => {
    if (server.exitCode === null && server.pid !== undefined) {
      const ended = once(server, 'exit');
      process.kill(-server.pid, 'SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('are found, and every skipped one exists', () => {
    expect(documented.length).toBeGreaterThan(15);
    const commands = documented.map(({ command }) => command);
    expect(commands).toContain(START);
    // Nothing else is given to a shell.
    expect(commands.filter((command) => !KNOWN.test(command))).toEqual([]);
    expect(Object.keys(NOT_RUN).filter((command) => !commands.includes(command))).toEqual([]);
  });

  it('of other pages have a test of their own', () => {
    const names = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
    const pages = names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name.replaceAll('\\', '/')}`);
    const others = pages.filter((page) => {
      const blocks = blocksOf(readFileSync(join(ROOT, page), 'utf8'));
      return !PAGES.includes(page) && blocks.some(({ language }) => language === 'console');
    });
    expect(others.sort()).toEqual(Object.keys(RUN_ELSEWHERE).sort());
    expect(Object.values(RUN_ELSEWHERE).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('of the two minutes answer what the page says, apart from numbers and times', async () => {
    const minutes = documented.filter(({ command }) => /^S=|^curl /.test(command));
    expect(minutes).toHaveLength(5);
    for (const each of minutes) {
      const answer = await run(each);
      // The page cuts long lines with "…".
      const [expected = ''] = each.output.trim().split('…');
      expect(neutral(answer)).toContain(neutral(expected));
    }
  });

  it('work as they are written, beside the running server', async () => {
    const others = documented.filter(
      ({ command }, place) =>
        command !== START &&
        !(command in NOT_RUN) &&
        !/^S=|^curl /.test(command) &&
        // Two pages may have the same one.
        documented.findIndex((each) => each.command === command) === place,
    );
    const failed: string[] = [];
    const failures = async (each: Documented) => {
      await run(each).catch((error: unknown) => failed.push(`${each.page}: ${String(error)}`));
    };
    const isFirst = (each: Documented) => BEFORE.test(each.command);
    for (const each of others.filter(isFirst)) await failures(each);
    // Most of their time they start: two at a time.
    const rest = others.filter((each) => !isFirst(each)).values();
    const takeTurns = async () => {
      for (const each of rest) await failures(each);
    };
    await Promise.all([takeTurns(), takeTurns()]);
    expect(failed).toEqual([]);
  }, 180_000);
});

/** Numbers that are other ones each time: sessions, ticket numbers. */
function neutral(text: string): string {
  return text.replace(/\d{10,}/g, 'N');
}

async function portOf(server: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer) => {
      text += chunk.toString();
      const port = /is ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve(port);
    };
    server.stdout?.on('data', look);
    server.stderr?.on('data', look);
    server.once('exit', () => {
      reject(new Error(`npm start ended: ${text}`));
    });
  });
}
