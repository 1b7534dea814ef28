import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkTypes } from '../src/serving/dev/source-watch.js';

describe('types of a plugin', () => {
  let folder = '';
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
  };
  const check = async () => {
    const texts: string[] = [];
    await checkTypes(join(folder, 'index.ts'), (text) => texts.push(text));
    return texts.join('');
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-types-'));
    write('tsconfig.json', '{}');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are checked by a TypeScript that hides its compiler, as version 7 does', async () => {
    mkdirSync(join(folder, 'node_modules/typescript/bin'), { recursive: true });
    const manifest = { name: 'typescript', bin: { tsc: './bin/tsc' }, exports: { './package.json': './package.json' } };
    write('node_modules/typescript/package.json', JSON.stringify(manifest));
    write('node_modules/typescript/bin/tsc', 'console.log("index.ts(1,1): error TS2322:", process.argv.at(-1));');
    expect(await check()).toBe(`index.ts(1,1): error TS2322: ${folder}\n`);
  });

  it('are not checked without TypeScript, which is said', async () => {
    expect(await check()).toBe(
      `Types are not checked: ${folder} has no TypeScript. Install it with "npm install -D typescript".\n`,
    );
  });
});
