import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { OutsideFolder } from './outside-folder.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'writing-an-operation.md'), 'utf8');

/** Blocks that name a file. */
const FILES = [...PAGE.matchAll(/^```\w+ file=(\S+)\n([^]*?)^```/gm)].map(
  ([, name = '', text = '']) => [name, text] as const,
);

describe('docs/writing-an-operation.md, done as it says', () => {
  const folder = new OutsideFolder();

  beforeAll(() => {
    for (const [name, text] of FILES) folder.write(name, text);
  });

  afterAll(() => {
    folder.remove();
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
    const command = join(ROOT, 'packages', 'server', 'bin', 'ticketgate.js');
    const checked = await folder.run(process.execPath, [command, 'check', '--config', 'gateway.yml']);
    expect([checked.code, checked.output]).toEqual([0, '2 files, 0 errors, 0 warnings\n']);
  });
});
