import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const inFolder = (command: string, words: readonly string[]) => run(command, words, { cwd: folder });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-packed-'));
    await run('npm', ['run', 'pack'], { cwd: ROOT });
    const archives = readdirSync(join(ROOT, 'dist')).filter((name) => name.endsWith('.tgz'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const words = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...archives.map((name) => join(ROOT, 'dist', name)),
    ];
    await inFolder('npm', [...words, 'typescript@6.0.3', '@types/node@20']);
  }, 500_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has every package of this repository but those of its tests', () => {
    const names = readdirSync(join(folder, 'node_modules', '@ticketgate')).map((name) => `@ticketgate/${name}`);
    expect([...names, 'ticketgate'].sort()).toEqual(PUBLISHED.map(({ name }) => name).sort());
    expect(existsSync(join(folder, 'node_modules', 'ticketgate', 'LICENSE'))).toBe(true);
  });

  it('can import everything that the packages export', async () => {
    const script = EXPORTS.map((name) => `await import(${JSON.stringify(name)});`).join('\n');
    const words = ['--input-type=module', '--eval', `${script}\nconsole.log('imported');`];
    expect((await inFolder(process.execPath, words)).stdout).toBe('imported\n');
  });

  it('runs the tests of a new operation', async () => {
    await inFolder('npx', ['ticketgate', 'new', 'operation', 'Custom::Hello', 'hello']);
    const { stdout } = await run('npm', ['test'], { cwd: join(folder, 'hello'), env: withoutTestRunner() });
    expect(stdout).toContain('# fail 0');
  }, 120_000);

  it('runs the tests of an example, with its plugins and a database', async () => {
    cpSync(join(ROOT, 'examples', 'notify-chat'), join(folder, 'notify-chat'), { recursive: true });
    const { stdout } = await run('npm', ['test'], { cwd: join(folder, 'notify-chat'), env: withoutTestRunner() });
    expect(stdout).toContain('# fail 0');
  }, 120_000);

  it('has licences and no test code', async () => {
    const { stdout } = await inFolder('find', ['node_modules/@ticketgate/', '-type', 'f']);
    const files = stdout.trim().split('\n');
    const packages = readdirSync(join(folder, 'node_modules', '@ticketgate'));
    expect(files.filter((file) => file.endsWith('/LICENSE'))).toHaveLength(packages.length);
    // Of what is in their files beside our own.
    expect(files).toContain('node_modules/@ticketgate/console/dist/licenses.json');
    expect(files).toContain('node_modules/@ticketgate/definition/wasm/LICENSES.txt');
    expect(packages).not.toContain('test-support');
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

  it('checks, and serves with a PostgreSQL of its own', async () => {
    expect((await inFolder('npx', ['ticketgate', 'check'])).stdout).toBe('0 files, 0 errors, 0 warnings\n');
    const server = spawn('npx', ['ticketgate', 'serve', '--port', '0'], { cwd: folder, detached: true });
    try {
      let text = '';
      const ready = new Promise<string>((resolve, reject) => {
        server.stdout.on('data', (part: Buffer) => {
          text += String(part);
          const url = /is ready at (http:\S+)/.exec(text)?.[1];
          if (url !== undefined) resolve(url);
        });
        server.once('exit', () => {
          reject(new Error(text));
        });
      });
      expect(await (await fetch(`${await ready}/readyz`)).json()).toEqual({ status: 'ready' });
    } finally {
      const ended = once(server, 'exit');
      process.kill(-(server.pid ?? 0), 'SIGTERM');
      await ended;
    }
  }, 120_000);
});
