import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defaultConfiguration } from '../src/configuration/default-configuration.js';
import { loadPlugins } from '../src/plugins/load-plugins.js';
import { registerPlugins } from '../src/plugins/register-plugins.js';

const PLUGIN = (name: string) => `export const plugin = { name: '${name}', operations: [] };\n`;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-plugins-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe('loading plugins', () => {
  it('finds packages by name, in the installation and next to the configuration, and files and folders by path', async () => {
    write('node_modules/theirs/package.json', '{ "name": "theirs", "type": "module", "exports": "./main.js" }');
    write('node_modules/theirs/main.js', PLUGIN('theirs'));
    write(
      'folder/package.json',
      '{ "name": "folder", "type": "module", "exports": { "import": "./index.mjs", "default": "./index.mjs" } }',
    );
    write('folder/index.mjs', PLUGIN('folder'));
    const file = write('file.mjs', PLUGIN('file'));
    const { plugins } = await loadPlugins(
      ['@ticketgate/plugin-session', 'theirs', join(folder, 'folder'), file],
      folder,
    );
    expect(plugins.map(({ name }) => name)).toEqual(['session', 'theirs', 'folder', 'file']);
  });

  it('knows the operations of our plugins without a database', async () => {
    const { operations } = registerPlugins(await loadPlugins(defaultConfiguration('/').plugins, '/'));
    expect(operations.types()).toEqual(
      expect.arrayContaining(['Session::SessionCreate', 'Ticket::TicketCreate', 'FAQ::FAQSearch']),
    );
  });

  it.each([
    ['nowhere', 'plugin-not-found', 'npm install nowhere'],
    ['/nowhere/at/all', 'plugin-not-found', 'no such file'],
    ['empty', 'plugin-not-found', 'this folder has no main file that exists.'],
    ['broken.mjs', 'plugin-import', 'throws at once'],
    [
      'without-plugin.mjs',
      'plugin-missing-export',
      'exports no plugin. Write "export const plugin = definePlugin({ name',
    ],
    ['text.mjs', 'plugin-invalid', 'exports a plugin that is not an object.'],
    ['nameless.mjs', 'plugin-invalid', 'exports a plugin without a name.'],
    ['setup.mjs', 'plugin-invalid', 'exports a plugin without a list "operations".'],
    ['services.mjs', 'plugin-invalid', 'whose "services" is not a function.'],
    ['catalogue.mjs', 'plugin-invalid', 'has a catalogue kind "Rooms" whose schema is not a JSON Schema, at type'],
  ])('says what to do about %s, and loads the others', async (name, code, advice) => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    write('broken.mjs', 'throw new Error("throws at once");\n');
    write('without-plugin.mjs', 'export const something = 1;\n');
    write('text.mjs', 'export default "plugin";\n');
    write('nameless.mjs', 'export const plugin = { operations: [] };\n');
    write('setup.mjs', 'export const plugin = { name: "old", setup: async () => ({ operations: [] }) };\n');
    write('services.mjs', 'export const plugin = { name: "eager", operations: [], services: {} };\n');
    const section = `{ key: 'Rooms', schema: { type: 'objekt' } }`;
    write('catalogue.mjs', `export const plugin = { name: 'c', operations: [], catalogue: [${section}] };\n`);
    const fine = write('fine.mjs', PLUGIN('fine'));
    const path = name.startsWith('/') || name === 'nowhere' ? name : join(folder, name);
    const { plugins, problems } = await loadPlugins([path, fine], folder);
    expect(plugins.map((plugin) => plugin.name)).toEqual(['fine']);
    expect(problems).toMatchObject([{ code, message: expect.stringContaining(advice) as string }]);
  });

  it('keeps the first of two plugins with the same name', async () => {
    const plugins = [write('one.mjs', PLUGIN('same')), write('two.mjs', PLUGIN('same'))];
    const loaded = await loadPlugins(plugins, folder);
    expect(loaded.listings.get('same')).toMatchObject({ index: 0 });
    expect(loaded.problems).toMatchObject([{ code: 'plugin-twice', listed: { index: 1 } }]);
  });

  it('abandons one whose import never ends', async () => {
    const hangs = write('hangs.mjs', `await new Promise(() => undefined);\n${PLUGIN('hangs')}`);
    const { problems } = await loadPlugins([hangs], folder, { seconds: 0.01 });
    expect(problems).toMatchObject([
      { code: 'plugin-hangs', message: expect.stringContaining('was not loaded within 0.01 s.') as string },
    ]);
  });

  it('refuses one that was made for another version of the SDK, at the line of its range', async () => {
    const manifest = (range: string) =>
      `{\n  "name": "made", "main": "main.mjs",\n  "peerDependencies": {\n    "@ticketgate/sdk": "${range}"\n  }\n}\n`;
    const load = async (name: string, range: string) => {
      const file = write(`${name}/package.json`, manifest(range));
      write(`${name}/main.mjs`, PLUGIN(name));
      return { file, ...(await loadPlugins([join(folder, name)], folder)) };
    };
    const { file, problems } = await load('future', '^9.1.0');
    const message = expect.stringContaining('It is made for @ticketgate/sdk ^9.1.0, and this is ') as string;
    expect(problems).toMatchObject([{ code: 'plugin-sdk', message, place: { file, line: 4, column: 5 } }]);
    for (const [place, range] of ['*', '>=0.1.0', 'file:../sdk', 'workspace:^'].entries()) {
      expect((await load(`fits${place}`, range)).problems).toEqual([]);
    }
  });

  it('requires our own plugins, and those marked as required', async () => {
    const path = join(folder, 'gone');
    const { problems } = await loadPlugins(
      [
        path,
        { name: path, required: true },
        '@ticketgate/plugin-gone',
        { name: '@ticketgate/plugin-out', required: false },
      ],
      folder,
    );
    expect(problems.map(({ listed }) => listed.isRequired)).toEqual([false, true, true, false]);
  });
});
