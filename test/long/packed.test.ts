import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
}

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly licenses: readonly object[] }[];
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}

const TICKET = {
  Ticket: { Title: 'On fire', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'carla@customer.org' },
  Article: { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain; charset=utf-8' },
};

const PUBLISHED = (manifestOf('.').workspaces ?? []).map(manifestOf).filter((each) => each.private !== true);
/** What can be imported, for example `@ticketgate/sdk/testing`. */
const EXPORTS = PUBLISHED.flatMap(({ name, exports = {} }) => Object.keys(exports).map((path) => join(name, path)));

const OPERATION = `import { defineOperation, definePlugin, type Plugin } from '@ticketgate/sdk';

const greet = defineOperation({
  type: 'Custom::Greet',
  summary: 'Greets.',
  effect: 'reads',
  input: { type: 'object', required: ['Name'], properties: { Name: { type: 'string' } } },
  async run(input, context) {
    const rows = await context.database.query<{ one: number }>('select 1 as one');
    const name: string = input.Name;
    return { Greeting: \`Hello \${name}, \${rows.length}\` };
  },
});

export const plugin: Plugin = definePlugin({ name: 'greet', operations: [greet] });
`;

/** The test runner of Node notices another one around it. */
function withoutTestRunner(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
}

describe('an empty folder with the packed packages', () => {
  let folder = '';
  let archives: readonly string[] = [];
  const inFolder = (command: string, words: readonly string[]) => run(command, words, { cwd: folder });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-packed-'));
    await run('npm', ['run', 'pack'], { cwd: ROOT });
    const names = readdirSync(join(ROOT, 'dist')).filter((name) => name.endsWith('.tgz'));
    archives = names.map((name) => join(ROOT, 'dist', name));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...archives];
    await inFolder('npm', [...words, 'typescript@6.0.3', '@types/node@20']);
  }, 500_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the packages that users name, and the others within them', () => {
    const names = readdirSync(join(folder, 'node_modules', '@ticketgate')).map((name) => `@ticketgate/${name}`);
    expect([...names, 'create-ticketgate-plugin', 'ticketgate'].sort()).toEqual(
      PUBLISHED.map(({ name }) => name).sort(),
    );
    expect(existsSync(join(folder, 'node_modules', 'ticketgate', 'LICENSE'))).toBe(true);
  });

  it('can import everything that the packages export', async () => {
    const script = EXPORTS.map((name) => `await import(${JSON.stringify(name)});`).join('\n');
    const words = ['--input-type=module', '--eval', `${script}\nconsole.log('imported');`];
    expect((await inFolder(process.execPath, words)).stdout).toBe('imported\n');
  });

  it('begins a plugin, runs its tests and serves it, with a command each', async () => {
    await inFolder('npx', ['create-ticketgate-plugin', 'say-hello']);
    const { stdout } = await run('npm', ['test', '--prefix', 'say-hello'], { cwd: folder, env: withoutTestRunner() });
    expect(stdout).toContain('# fail 0');
    const served = await serve(folder, ['--config', 'say-hello/gateway.yml']);
    try {
      const answer = await fetch(`${served.url}/Webservice/SayHello/say-hello/Carla`);
      expect(await answer.json()).toEqual({ Greeting: 'Hello Carla' });
    } finally {
      await served.stop();
    }
  }, 240_000);

  it('runs the tests of an example, with its plugins and a database', async () => {
    cpSync(join(ROOT, 'examples', 'notify-chat'), join(folder, 'notify-chat'), { recursive: true });
    const { stdout } = await run('npm', ['test'], { cwd: join(folder, 'notify-chat'), env: withoutTestRunner() });
    expect(stdout).toContain('# fail 0');
  }, 120_000);

  it('has licences and no test code', async () => {
    const own = (path: string) => readdirSync(join(folder, path)).map((name) => join(path, name));
    const within = 'node_modules/ticketgate/node_modules/@ticketgate';
    const named = [
      'node_modules/ticketgate',
      'node_modules/create-ticketgate-plugin',
      ...own('node_modules/@ticketgate'),
    ];
    const packages = [...named, ...own(within), ...own('node_modules/@ticketgate/testing/node_modules/@ticketgate')];
    expect(packages.filter((path) => !existsSync(join(folder, path, 'LICENSE')))).toEqual([]);
    expect(named.filter((path) => !existsSync(join(folder, path, 'README.md')))).toEqual([]);
    const { stdout } = await inFolder('find', [...packages, '-path', '*/dist/*', '-type', 'f']);
    const files = stdout.trim().split('\n');
    // Of what is in their files beside our own.
    expect(files).toContain(`${within}/console/dist/licenses.json`);
    expect(existsSync(join(folder, within, 'definition/wasm/LICENSES.txt'))).toBe(true);
    expect(files.filter((file) => /\.test\.|\/src\/|tsbuildinfo|\.map$/.test(file))).toEqual([]);
  });

  it('comes with a list of what is installed and contained, each with its licence', () => {
    const text = readFileSync(join(ROOT, 'dist', 'ticketgate.cdx.json'), 'utf8');
    const { bomFormat, components } = JSON.parse(text) as BillOfMaterials;
    const names = components.map(({ name }) => name);
    expect([bomFormat, new Set(names).size > 100]).toEqual(['CycloneDX', true]);
    expect(names).toEqual(
      expect.arrayContaining([...PUBLISHED.map(({ name }) => name), 'pg', 'express', 'preact', 'libxml2']),
    );
    expect(names.filter((name) => ['jest', 'typescript', 'vite'].includes(name))).toEqual([]);
    expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
  });

  it('compiles an operation with tsc --strict', async () => {
    writeFileSync(join(folder, 'greet.ts'), OPERATION);
    const words = ['tsc', '--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    await inFolder('npx', [...words, 'greet.ts']);
    const broken = OPERATION.replace('const name: string', 'const name: number');
    writeFileSync(join(folder, 'wrong.ts'), broken);
    await expect(inFolder('npx', [...words, 'wrong.ts'])).rejects.toMatchObject({
      stdout: expect.stringContaining("Type 'string' is not assignable to type 'number'") as string,
    });
  }, 120_000);

  it('serves with a PostgreSQL and services of its own, and creates a ticket', async () => {
    const fresh = join(folder, 'fresh');
    mkdirSync(fresh);
    const served = await serve(fresh, []);
    try {
      const password = /root@localhost, password (\S+)/.exec(served.report)?.[1];
      const created = await fetch(`${served.url}/Webservice/GenericTicketConnectorREST/Ticket`, {
        method: 'POST',
        body: JSON.stringify({ UserLogin: 'root@localhost', Password: password, ...TICKET }),
      });
      expect(await created.json()).toEqual({
        TicketID: '2',
        TicketNumber: expect.stringMatching(/^\d{16}$/) as string,
        ArticleID: expect.any(Number) as number,
      });
      expect((await run('npx', ['ticketgate', 'check'], { cwd: fresh })).stdout).toBe(
        '6 files, 0 errors, 0 warnings\n',
      );
    } finally {
      await served.stop();
    }
  }, 120_000);

  it('has types that every way of importing finds', async () => {
    for (const archive of archives) {
      const words = ['attw', archive, '--profile', 'esm-only', '--format', 'ascii'];
      expect((await run('npx', words, { cwd: ROOT })).stdout).not.toContain('problems found');
    }
  }, 120_000);
});

interface Served {
  readonly url: string;
  /** What the start has written. */
  readonly report: string;
  readonly stop: () => Promise<void>;
}

async function serve(folder: string, words: readonly string[]): Promise<Served> {
  const server = spawn('npx', ['ticketgate', 'serve', '--port', '0', ...words], { cwd: folder, detached: true });
  const ended = once(server, 'exit');
  let report = '';
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (part: Buffer) => {
      report += String(part);
      const ready = /is ready at (http:\S+)[^]*?\nData /.exec(report)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    server.once('exit', () => {
      reject(new Error(report));
    });
  });
  const stop = async () => {
    process.kill(-(server.pid ?? 0), 'SIGTERM');
    await ended;
  };
  return { url, report, stop };
}
