import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilTrue } from '../../../test/support/index.js';

import { loadConfiguration } from '../../runtime/src/configuration/load-configuration.js';
import { watchSources } from '../src/serving/dev/source-watch.js';

describe('the sources of a plugin', () => {
  let folder = '';
  let endWatch: () => Promise<void>;
  let changed: string[];
  const write = (name: string) => {
    writeFileSync(join(folder, name), 'x');
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-sources-'));
    write('index.ts');
    writeFileSync(join(folder, 'gateway.yml'), 'plugins: [./]\n');
    const loaded = loadConfiguration({
      files: [join(folder, 'gateway.yml')],
      environment: {},
      flags: {},
      workingDirectory: folder,
    });
    changed = [];
    endWatch = await watchSources(loaded, async (file) => {
      changed.push(file);
    });
  });

  afterEach(async () => {
    await endWatch();
    rmSync(folder, { recursive: true });
  });

  it('have changed when somebody edits them, not when an editor makes files for a moment', async () => {
    for (const name of ['.index.ts.swp', 'index.ts~', '4913', '#index.ts#', '.#index.ts', 'index.ts.tmp']) write(name);
    write('index.ts');
    write('index.ts___jb_tmp___');
    write('sedYpQ1zs');
    rmSync(join(folder, 'sedYpQ1zs'));
    await untilTrue(() => Promise.resolve(changed.length > 0));
    write('other.ts');
    await untilTrue(() => Promise.resolve(changed.length > 1));
    expect(changed).toEqual([join(folder, 'index.ts'), join(folder, 'other.ts')]);
  });
});
