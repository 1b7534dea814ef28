import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { OutsideFolder } from '../outside/outside-folder.js';

const COMMAND = join(import.meta.dirname, '..', '..', 'packages', 'ticketgate', 'bin', 'ticketgate.js');

describe('ticketgate new', () => {
  const folder = new OutsideFolder();
  const ticketgate = (...words: string[]) => folder.run(process.execPath, [COMMAND, ...words]);

  afterAll(() => {
    folder.remove();
  });

  it.each([
    ['operation', 'Custom::SayHello', 'say-hello'],
    ['invoker', 'Custom::PostText', 'post-text'],
  ])(
    '%s writes a package whose test passes, whose types are right, and that check accepts',
    async (kind, type, name) => {
      const { code, output } = await ticketgate('new', kind, type);
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

  it('operation writes into the folder that it is given', async () => {
    expect((await ticketgate('new', 'operation', 'Custom::Hello', 'mine')).code).toBe(0);
    expect(readdirSync(join(folder.path, 'mine'))).toContain('hello.ts');
  });

  it('operation writes nothing over what is there, and needs the type of an operation', async () => {
    folder.write('full/notes.txt', 'mine');
    expect(await ticketgate('new', 'operation', 'Custom::Hello', 'full')).toMatchObject({
      code: 2,
      output: expect.stringContaining('is not empty. Name another one.') as string,
    });
    expect(await ticketgate('new', 'operation', 'hello')).toMatchObject({
      code: 2,
      output: expect.stringContaining('"hello" is not the type of an operation.') as string,
    });
    expect(readdirSync(join(folder.path, 'full'))).toEqual(['notes.txt']);
  });
});
