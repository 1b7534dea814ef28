import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDefinition } from '@ticketgate/definition';

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
    const plugins = await loadPlugins(['@ticketgate/plugin-session', 'theirs', join(folder, 'folder'), file], folder);
    expect(plugins.map(({ name }) => name)).toEqual(['session', 'theirs', 'folder', 'file']);
  });

  it('takes the plugin of docs/writing-an-operation.md, whose web service it serves', async () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'writing-an-operation.md'), 'utf8');
    const [, source = ''] = /```js\n([^]*?)```/.exec(page) ?? [];
    const [definition = ''] = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text).slice(1);
    const { operations, problems } = registerPlugins(await loadPlugins([write('page.mjs', source)], folder));
    expect([operations.types(), problems]).toEqual([['Custom::Greet'], []]);
    const { diagnostics } = parseDefinition(definition, { file: 'Greet.yml', operationTypes: operations.types() });
    expect(diagnostics).toEqual([]);
  });

  it('knows the operations of our plugins without a database', async () => {
    const { operations } = registerPlugins(await loadPlugins(defaultConfiguration('/').plugins, '/'));
    expect(operations.types()).toEqual(
      expect.arrayContaining(['Session::SessionCreate', 'Ticket::TicketCreate', 'FAQ::FAQSearch']),
    );
  });

  it.each([
    ['nowhere', 'Server.PluginNotFound', 'npm install nowhere'],
    ['/nowhere/at/all', 'Server.PluginNotFound', 'no such file'],
    ['broken.mjs', 'Server.PluginBroken', 'throws at once'],
    [
      'without-plugin.mjs',
      'Server.PluginInvalid',
      'does not export a plugin. Write "export const plugin = definePlugin(',
    ],
    ['nameless.mjs', 'Server.PluginInvalid', 'exports a plugin without a name.'],
    ['setup.mjs', 'Server.PluginInvalid', 'exports a plugin without a list "operations".'],
    ['services.mjs', 'Server.PluginInvalid', 'whose "services" is not a function.'],
    [
      'catalogue.mjs',
      'Server.PluginInvalid',
      'the schema of its catalogue section "Rooms" is not a JSON Schema, at type',
    ],
  ])('says what to do about %s', async (name, code, advice) => {
    write('broken.mjs', 'throw new Error("throws at once");\n');
    write('without-plugin.mjs', 'export const something = 1;\n');
    write('nameless.mjs', 'export const plugin = { operations: [] };\n');
    write('setup.mjs', 'export const plugin = { name: "old", setup: async () => ({ operations: [] }) };\n');
    write('services.mjs', 'export const plugin = { name: "eager", operations: [], services: {} };\n');
    const section = `{ key: 'Rooms', schema: { type: 'objekt' }, apply: async () => [] }`;
    write('catalogue.mjs', `export const plugin = { name: 'c', operations: [], catalogue: [${section}] };\n`);
    const path = name.endsWith('.mjs') ? join(folder, name) : name;
    await expect(loadPlugins([path], folder)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(advice) as string,
    });
  });

  it('refuses two plugins with the same name', async () => {
    const plugins = [write('one.mjs', PLUGIN('same')), write('two.mjs', PLUGIN('same'))];
    await expect(loadPlugins(plugins, folder)).rejects.toMatchObject({ code: 'Server.PluginTwice' });
  });
});
