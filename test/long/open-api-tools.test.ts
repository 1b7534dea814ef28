import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { loadWebService } from '@ticketgate/definition';
import { writeOpenApi } from '@ticketgate/describe';

import { shippedOperations } from '../openapi/shipped-operations.js';
import { installTools } from '../tools/install-tools.js';

const DEFINITIONS = join(import.meta.dirname, '..', '..', 'config', 'webservices');
const SERVICES = readdirSync(DEFINITIONS).map((file) => basename(file, '.yml'));
const run = promisify(execFile);

let tools = '';
/** Within the folder of the tools, so that generated files find what they import. */
let folder = '';

beforeAll(async () => {
  tools = await installTools(
    {
      '@hey-api/openapi-ts': '0.92.2',
      '@stoplight/spectral-cli': '6.16.3',
      'openapi-typescript': '7.13.0',
      orval: '7.13.2',
      typescript: '6.0.3',
    },
    { 'openapi-typescript': { typescript: '$typescript' } },
  );
  folder = mkdtempSync(join(tools, 'documents-'));
  writeFileSync(join(folder, 'rules.yml'), 'extends: ["spectral:oas"]\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
  for (const name of SERVICES) {
    const { webService } = loadWebService(readFileSync(join(DEFINITIONS, `${name}.yml`), 'utf8'));
    if (webService === undefined) throw new Error(`${name} is broken.`);
    const document = writeOpenApi({ name, webService }, shippedOperations());
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
  }
}, 500_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const COMPILER = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  },
  include: ['*.ts', '*/*.ts'],
};

/** What it says; where it fails, too. */
async function say(tool: string, words: readonly string[]): Promise<string> {
  const failed = (error: unknown) => error as { stdout: string; stderr: string }; // what execFile rejects with
  const { stdout, stderr } = await run(join(tools, 'node_modules', '.bin', tool), words, { cwd: folder }).catch(failed);
  return `${stdout}${stderr}`.trim();
}

/** The types that a generator makes, without their comments. */
async function generate(name: string): Promise<Readonly<Record<string, string>>> {
  await say('openapi-typescript', [`${name}.json`, '-o', `${name}-types.ts`]);
  await say('openapi-ts', ['-i', `${name}.json`, '-o', `${name}-hey-api`]);
  await say('orval', [
    '--input',
    `${name}.json`,
    '--output',
    `${name}-orval.ts`,
    '--client',
    'fetch',
    '--mode',
    'single',
  ]);
  const files = [`${name}-types.ts`, `${name}-hey-api/types.gen.ts`, `${name}-orval.ts`];
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** Apart from headers that no document names, and from answers to HEAD. */
function unknownIn(types: string): readonly string[] {
  const plain = types
    .replaceAll(/\/\*\*\s+\* Without content\.\s+\*\/\s+200: unknown;/g, '')
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    .replaceAll(/headers: \{[^}]*\[name: string\]: unknown;/g, '');
  return plain.split('\n').filter((line) => /\bunknown\b/.test(line));
}

describe('the OpenAPI document of', () => {
  it.each(SERVICES)('%s passes the rules of Spectral', async (name) => {
    const said = await say('spectral', ['lint', '--ruleset', 'rules.yml', '--fail-severity', 'hint', `${name}.json`]);
    expect(said).toContain("No results with a severity of 'hint' or higher found!");
  });

  it.each(SERVICES)(
    '%s becomes clients that compile and say of everything in an answer what it is',
    async (name) => {
      for (const [file, types] of Object.entries(await generate(name)))
        expect([file, unknownIn(types)]).toEqual([file, []]);
      expect(await say('tsc', ['-p', '.'])).toBe('');
    },
    180_000,
  );
});
