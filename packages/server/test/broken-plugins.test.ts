import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTicketgate, startTestServer } from '@ticketgate/test-support';

import { checkFiles } from '../src/checking/check-files.js';
import { loadPlugins } from '../src/plugins/load-plugins.js';
import { setUpOffline } from '../src/plugins/offline-plugins.js';

const OPERATION = `type: 'Custom::Greet', summary: 'Greets.', effect: 'reads', checks: 'schema', input: { type: 'object' }, async run() {}`;

/** What a plugin's setup does, and what is said about it. */
const MISTAKES: readonly (readonly [name: string, setup: string, sentence: string])[] = [
  ['throws', `throw new Error('no licence');`, 'Its setup threw "no licence." Correct it, at '],
  ['returns-nothing', '', 'Its setup returned nothing. Return { operations: [ … ] } from it.'],
  ['returns-a-list', 'return [];', 'Its setup returned a list. Return { operations: [ … ] } from it.'],
  ['has-no-list', 'return { operation: 1 };', 'returned an object without a list "operations".'],
  ['bad-type', returning(`type: 'Greet'`), 'its type is not of the form Namespace::Name.'],
  ['bad-effect', returning(`effect: 'read'`), 'its effect is "read"; write "reads" or "writes". Did you mean "reads"?'],
  ['no-run', returning('run: undefined'), 'it has no function "run".'],
  ['bad-schema', returning(`input: { type: 'objekt' }`), 'its input is no JSON Schema, at type'],
  ['nothing', 'return { operations: [undefined] };', 'it is not an object. Make it with defineOperation.'],
  [
    'twice',
    `return { operations: [{ ${OPERATION} }, { ${OPERATION} }] };`,
    'brings the operation "Custom::Greet" twice.',
  ],
];

const DEFINITION = `Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, RouteOperationMapping: { Greet: { Route: /greet, RequestMethod: [GET] } } }
  Operation: { Greet: { Type: 'Custom::Great' } }
`;

function returning(member: string): string {
  return `return { operations: [{ ${OPERATION}, ${member} }] };`;
}

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-broken-plugins-'));
  for (const [name, setup] of MISTAKES) writePlugin(name, setup);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writePlugin(name: string, setup: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, `export const plugin = { name: '${name}', async setup(host) { ${setup} } };\n`);
  return file;
}

function writeConfiguration(plugins: readonly string[]): string {
  const file = join(folder, 'gateway.yml');
  const lines = plugins.map((plugin) => `  - ./${plugin}.mjs\n`).join('');
  writeFileSync(file, `webServices: { folder: null }\ncatalogue: { file: null }\nplugins:\n${lines}`);
  return file;
}

function messagesOf(diagnostics: readonly { readonly line: number; readonly message: string }[]) {
  return diagnostics.map(({ line, message }) => `${line}: ${message}`);
}

describe('a plugin that cannot be used', () => {
  it.each(MISTAKES)('is an error of check at its line when it %s', async (name, _setup, sentence) => {
    const { diagnostics } = await checkFiles([], [writeConfiguration([name])]);
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'plugin-broken', line: 4 }]);
    expect(diagnostics[0]?.message).toContain(`The plugin "${name}" cannot be used: `);
    expect(diagnostics[0]?.message).toContain(sentence);
  });

  it('is refused by serve for the same reasons, all at once', async () => {
    const names = MISTAKES.map(([name]) => name);
    const { diagnostics } = await checkFiles([], [writeConfiguration(names)]);
    const starting = startTestServer({ configuration: { plugins: names.map((name) => join(folder, `${name}.mjs`)) } });
    await expect(starting).rejects.toMatchObject({
      code: 'Server.PluginBroken',
      message: diagnostics.map(({ message }) => message).join('\n'),
    });
  });

  it('does not hide what else is wrong: the others say which operations there are', async () => {
    writePlugin('fine', `return { operations: [{ ${OPERATION} }] };`);
    const definition = join(folder, 'Greeting.yml');
    writeFileSync(definition, DEFINITION);
    const { diagnostics } = await checkFiles([definition], [writeConfiguration(['throws', 'fine'])]);
    expect(messagesOf(diagnostics)).toEqual([
      expect.stringContaining('4: The plugin "throws" cannot be used'),
      expect.stringContaining('6: No plugin has the operation type "Custom::Great"'),
    ]);
  });

  it('is given up when its setup never ends', async () => {
    const plugins = await loadPlugins([writePlugin('hangs', 'await new Promise(() => undefined);')], folder);
    const { problems } = await setUpOffline(plugins, { setupSeconds: 0.01 });
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('The plugin "hangs" cannot be used: Its setup did not end within 0.01 s.'),
    ]);
  });

  it('is only warned of when it asks for the database, which serve has', async () => {
    writePlugin('asks', `await host.database.query('select 1'); return { operations: [] };`);
    const { diagnostics } = await checkFiles([], [writeConfiguration(['asks'])]);
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'plugin-needs-database', line: 4 }]);
  });

  it('ends the commands with their exit codes, even when it leaves a timer behind', async () => {
    writePlugin('lingers', 'setInterval(() => undefined, 1000);');
    const ended = await runTicketgate(['check', '--config', writeConfiguration(['lingers'])]);
    expect([ended.code, ended.output]).toEqual([1, expect.stringContaining('gateway.yml:4:5')]);
  });
});
