import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginHost } from '@ticketgate/sdk';
import { collectingLogger, runTicketgate, startTestServer, type TestServer } from '../../../test/support/index.js';

import { checkFiles } from '../src/command/check-command.js';
import { loadPlugins } from '../../runtime/src/plugins/load-plugins.js';
import { registerPlugins } from '../../runtime/src/plugins/register-plugins.js';
import { startServices } from '../../runtime/src/plugins/start-services.js';

const OPERATION = `type: 'Custom::Greet', summary: 'Greets.', effect: 'reads', checks: 'schema', input: { type: 'object' }, async run() {}`;

/** What a plugin has as operations, and what is said about it. */
const MISTAKES: readonly (readonly [name: string, operations: string, sentence: string])[] = [
  ['bad-type', operation(`type: 'Greet'`), 'its type is not of the form Namespace::Name.'],
  ['bad-effect', operation(`effect: 'read'`), 'its effect is "read"; write "reads" or "writes". Did you mean "reads"?'],
  ['no-run', operation('run: undefined'), 'it has no function "run".'],
  ['bad-schema', operation(`input: { type: 'objekt' }`), 'its input is not a JSON Schema, at type'],
  ['nothing', '[undefined]', 'it is not an object. Make it with defineOperation.'],
  ['twice', `[{ ${OPERATION} }, { ${OPERATION} }]`, 'provides the operation "Custom::Greet" twice.'],
];

/** What the services of a plugin do, and what is said about it. */
const FAILURES: readonly (readonly [name: string, services: string, sentence: string])[] = [
  ['throws', `throw new Error('no licence');`, 'Its services threw "no licence." Correct it. ('],
  ['rejects', `return Promise.reject(new Error('no route'));`, 'Its services threw "no route." Correct it. ('],
  ['throws-a-text', `throw 'no licence';`, 'Its services threw no licence. Correct it.'],
];

const DEFINITION = `Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, RouteOperationMapping: { Greet: { Route: /greet, RequestMethod: [GET] } } }
  Operation: { Greet: { Type: 'Custom::Great' } }
`;

const COUNT = `Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { RouteOperationMapping: { Count: { Route: /count } } }
  Operation: { Count: { Type: 'Test::Count' } }
`;

const COUNTING = (events: string) => `import { writeFileSync } from 'node:fs';
  const count = {
    type: 'Test::Count', summary: 'Counts.', effect: 'reads', checks: 'own', input: {},
    run: async (input, { services }) => ({ Count: ++services.count }),
  };
  export const plugin = {
    name: 'counting',
    operations: [count],
    services: () => ({ count: 0 }),
    close: ({ count }) => writeFileSync(${JSON.stringify(events)}, 'closed at ' + count),
  };
`;

function operation(member: string): string {
  return `[{ ${OPERATION}, ${member} }]`;
}

interface Parts {
  readonly operations?: string;
  readonly services?: string;
}

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-broken-plugins-'));
  for (const [name, operations] of MISTAKES) writePlugin(name, { operations });
  for (const [name, services] of FAILURES) writePlugin(name, { services });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writePlugin(name: string, { operations = '[]', services = '' }: Parts): string {
  const file = join(folder, `${name}.mjs`);
  const text = `export const plugin = { name: '${name}', operations: ${operations}, services(host) { ${services} } };\n`;
  writeFileSync(file, text);
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
  it.each(MISTAKES)('is an error of check at its line when it %s', async (name, _operations, sentence) => {
    const { diagnostics } = await checkFiles([], [writeConfiguration([name])]);
    const code = name === 'twice' ? 'operation-twice' : 'operation-invalid';
    expect(diagnostics).toMatchObject([{ severity: 'error', code, line: 4 }]);
    expect(diagnostics[0]?.message).toContain(`he plugin "${name}" `);
    expect(diagnostics[0]?.message).toContain(sentence);
  });

  it('keeps serve from starting when it is required, with everything that is wrong', async () => {
    const names = MISTAKES.map(([name]) => name);
    const { diagnostics } = await checkFiles([], [writeConfiguration(names)]);
    const plugins = names.map((name) => ({ name: join(folder, `${name}.mjs`), required: true }));
    await expect(startTestServer({ configuration: { plugins } })).rejects.toMatchObject({
      code: 'Server.PluginBroken',
      message: diagnostics.map(({ message }) => message).join('\n'),
    });
  });

  it('is reported at the line of its own file where it threw', async () => {
    const file = join(folder, 'thrower.mjs');
    writeFileSync(file, `const start = () => {\n  throw new Error('no licence');\n};\nstart();\n`);
    const { diagnostics, sources } = await checkFiles([], [writeConfiguration(['thrower', 'no-run'])]);
    expect(diagnostics).toMatchObject([
      { code: 'plugin-import', file, line: 2 },
      { code: 'operation-invalid', line: 5 },
    ]);
    expect(sources.get(file)).toContain('no licence');
  });

  it('does not hide other mistakes: the other plugins still provide their operations', async () => {
    writePlugin('fine', { operations: `[{ ${OPERATION} }]` });
    const definition = join(folder, 'Greeting.yml');
    writeFileSync(definition, DEFINITION);
    const { diagnostics } = await checkFiles([definition], [writeConfiguration(['no-run', 'fine'])]);
    expect(messagesOf(diagnostics)).toEqual([
      expect.stringContaining('4: An operation of the plugin "no-run" cannot be used'),
      expect.stringContaining('6: No plugin has the operation type "Custom::Great"'),
    ]);
  });

  it('leaves an operation to the earlier plugin that provides it', async () => {
    for (const name of ['first', 'second']) writePlugin(name, { operations: `[{ ${OPERATION}, summary: '${name}' }]` });
    const { diagnostics } = await checkFiles([], [writeConfiguration(['first', 'second'])]);
    expect(diagnostics).toMatchObject([{ code: 'operation-twice', line: 5 }]);
    const files = ['first', 'second'].map((name) => join(folder, `${name}.mjs`));
    const { operations } = registerPlugins(await loadPlugins(files, folder));
    expect(operations.get('Custom::Greet')?.operation.summary).toBe('first');
  });

  it.each([
    ['unknown', `emits: ['room.booked'], events: { 'room.boked': () => {} }`, 'Did you mean "room.booked"?'],
    ['no-functions', `events: { 'room.booked': 'tell' }`, 'exports a plugin whose "events" are not functions.'],
    ['no-list', `emits: 'room.booked'`, 'exports a plugin whose "emits" is not a list of names.'],
  ])('is an error of check at its line for what it says about events: %s', async (name, member, sentence) => {
    writePlugin(`events-${name}`, { operations: `[], ${member}` });
    const { diagnostics } = await checkFiles([], [writeConfiguration([`events-${name}`])]);
    const code = name === 'unknown' ? 'event-unknown' : 'plugin-invalid';
    expect(diagnostics).toMatchObject([{ code, line: 4, message: expect.stringContaining(sentence) as string }]);
  });

  it('is not started by check, which needs neither its services nor a database', async () => {
    const { diagnostics } = await checkFiles([], [writeConfiguration(FAILURES.map(([name]) => name))]);
    expect(diagnostics).toEqual([]);
  });

  it('is abandoned when its services are never ready', async () => {
    const services = 'return new Promise(() => undefined);';
    const loaded = await loadPlugins([writePlugin('hangs', { services })], folder);
    // This plugin asks nothing of its host.
    const options = { hostFor: () => ({}) as PluginHost, onStarted: () => undefined, seconds: 0.01 };
    const { problems } = await startServices(loaded, options);
    const message = 'The plugin "hangs" cannot be used: Its services were not ready within 0.01 s.';
    expect(problems).toMatchObject([{ code: 'plugin-hangs', message: expect.stringContaining(message) as string }]);
  });

  it('ends the commands with their exit codes, even when it leaves a timer behind', async () => {
    const file = join(folder, 'lingers.mjs');
    writeFileSync(file, `setInterval(() => undefined, 1000);\nexport const plugin = { name: 'l', operations: [1] };\n`);
    const ended = await runTicketgate(['check', '--config', writeConfiguration(['lingers'])]);
    expect([ended.code, ended.output]).toEqual([1, expect.stringContaining('gateway.yml:4:5')]);
  });
});

describe('beside plugins that cannot be used', () => {
  const logger = collectingLogger();
  let server: TestServer;

  beforeAll(async () => {
    const greet = `[{ ${OPERATION}, run: async () => ({ Greeting: 'Hello' }) }]`;
    const sound = writePlugin('sound', { operations: greet });
    const thief = writePlugin('thief', { operations: greet.replace('Custom::Greet', 'Custom::Late') });
    const failing = FAILURES.map(([name]) => join(folder, `${name}.mjs`));
    const broken = join(folder, 'syntax.mjs');
    writeFileSync(broken, 'export const plugin = {\n  name: ,\n};\n');
    const late = writePlugin('late', {
      operations: `[{ ${OPERATION}, type: 'Custom::Late' }]`,
      services: `throw new Error('too late');`,
    });
    server = await startTestServer({
      configuration: { plugins: [broken, late, thief, ...failing, sound] },
      webServices: { Greet: DEFINITION.replace('Great', 'Greet'), Late: DEFINITION.replace('Great', 'Late') },
      logger,
    });
  });

  afterAll(() => server.stop());

  it('the others and their services run, and /readyz names the broken ones without details', async () => {
    expect(await (await fetch(`${server.url}/Webservice/Greet/greet`)).json()).toEqual({ Greeting: 'Hello' });
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        brokenPlugins: [
          { name: 'syntax.mjs', code: 'plugin-import' },
          { name: 'thief.mjs', code: 'operation-twice' },
          { name: 'late.mjs', code: 'plugin-start' },
          ...FAILURES.map(([name]) => ({ name: `${name}.mjs`, code: 'plugin-start' })),
        ],
      },
    ]);
  });

  it('a type stays with the plugin that provided it first, even if that could not be started', async () => {
    expect((await fetch(`${server.url}/Webservice/Late/greet`)).status).toBe(500);
  });

  it('the log says why, with file and line', () => {
    for (const [name, , sentence] of FAILURES) {
      const message = `The plugin "${name}" cannot be used: ${sentence}`;
      expect(logger.lines.map((line) => (JSON.parse(line) as { message: string }).message)).toContainEqual(
        expect.stringContaining(message),
      );
    }
    expect(logger.lines.join('\n')).toContain(`${join(folder, 'throws.mjs')}:1:`);
  });
});

describe('the services of a plugin', () => {
  it('reach its operations, and are closed when the server stops', async () => {
    const events = join(folder, 'events');
    const file = join(folder, 'counting.mjs');
    writeFileSync(file, COUNTING(events));
    const server = await startTestServer({ configuration: { plugins: [file] }, webServices: { Count: COUNT } });
    const count = async () => (await fetch(`${server.url}/Webservice/Count/count`, { method: 'POST' })).json();
    try {
      expect([await count(), await count()]).toEqual([{ Count: 1 }, { Count: 2 }]);
    } finally {
      await server.stop();
    }
    expect(readFileSync(events, 'utf8')).toBe('closed at 2');
  });
});
