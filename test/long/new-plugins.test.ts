import { join } from 'node:path';

import { OutsideFolder } from '../outside/outside-folder.js';

const PACKAGES = join(import.meta.dirname, '..', '..', 'packages');
const COMMAND = join(PACKAGES, 'ticketgate', 'bin', 'ticketgate.js');
const CREATE = join(PACKAGES, 'create-plugin', 'bin', 'create-ticketgate-plugin.js');

describe('npm init ticketgate-plugin', () => {
  const folder = new OutsideFolder();
  const ticketgate = (...words: string[]) => folder.run(process.execPath, [COMMAND, ...words]);

  afterAll(() => {
    folder.remove();
  });

  it.each([
    ['an operation', 'say-hello', []],
    ['an invoker', 'post-text', ['--invoker']],
  ])(
    'writes a package with %s whose test passes, whose types are right, and that check accepts',
    async (_what, name, options) => {
      const { code, output } = await folder.run(process.execPath, [CREATE, name, ...options]);
      expect([code, output]).toEqual([
        0,
        expect.stringContaining(`Run it:   npx ticketgate serve --config ${name}/gateway.yml`),
      ]);
      const [tested, typed, checked] = await Promise.all([
        folder.run('npm', ['test'], name),
        folder.run(process.execPath, ['../node_modules/typescript/bin/tsc'], name),
        ticketgate('check', '--config', `${name}/gateway.yml`),
      ]);
      expect([tested.code, tested.output]).toEqual([0, expect.stringContaining('# fail 0')]);
      expect([typed.code, typed.output]).toEqual([0, '']);
      expect([checked.code, checked.output]).toEqual([0, '2 files, 0 errors, 0 warnings\n']);
    },
  );
});
