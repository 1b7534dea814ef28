import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { OutsideFolder } from './outside-folder.js';
import { filesOf } from './page-blocks.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'writing-an-operation.md'), 'utf8');

/** Begins a package as the page says, with packages of ours that are empty, and answers which are there after another `npm install`. */
async function installAsWritten(folder: OutsideFolder): Promise<readonly string[]> {
  const packages = ['@ticketgate/sdk', 'typescript', '@types/node'];
  for (const name of packages) folder.write(`packed/${name}/package.json`, JSON.stringify({ name, version: '0.1.0' }));
  const here = (text: string) =>
    text
      .replace('/path/to/ticketgate/dist/*.tgz', './packed/@ticketgate/sdk')
      .replace(/(?<= )(?=typescript|@types)/g, './packed/');
  for (const [, name, block = ''] of PAGE.matchAll(/^```(?:json file=(package\.json)|console)\n([^]*?)^```/gm)) {
    const commands = [...block.matchAll(/^\$ npm (.+)/gm)].map(([, words = '']) => here(words).split(' '));
    if (name !== undefined) folder.write('package.json', block);
    else for (const words of commands) await folder.run('npm', [...words, '--offline']);
  }
  await folder.run('npm', ['install', '--offline']);
  return packages.filter((name) => existsSync(join(folder.path, 'node_modules', name)));
}

describe('docs/writing-an-operation.md, done as it says', () => {
  const folder = new OutsideFolder();

  beforeAll(() => {
    for (const [name, text] of filesOf(PAGE)) folder.write(name, text);
  });

  afterAll(() => {
    folder.remove();
  });

  it('keeps the packages when npm installs again', async () => {
    const empty = new OutsideFolder({ isEmpty: true });
    try {
      expect(await installAsWritten(empty)).toEqual(['@ticketgate/sdk', 'typescript', '@types/node']);
    } finally {
      empty.remove();
    }
  });

  it('gives three operations whose tests pass', async () => {
    const { code, output } = await folder.run('npm', ['test']);
    expect([code, output]).toEqual([0, expect.stringContaining('# fail 0')]);
    expect(output).toMatch(/# pass (?:2[4-9]|[3-9]\d)/);
  });

  it('gives types that tsc accepts', async () => {
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(await folder.run(process.execPath, [compiler])).toEqual({ code: 0, output: '' });
  });

  it('gives a web service that check accepts', async () => {
    const command = join(ROOT, 'packages', 'ticketgate', 'bin', 'ticketgate.js');
    const checked = await folder.run(process.execPath, [command, 'check', '--config', 'gateway.yml']);
    expect([checked.code, checked.output]).toEqual([0, '2 files, 0 errors, 0 warnings\n']);
  });
});
