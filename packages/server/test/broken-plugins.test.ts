import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginHost } from '@ticketgate/sdk';
import { runTicketgate, startTestServer } from '@ticketgate/test-support';

import { checkFiles } from '../src/checking/check-files.js';
import { loadPlugins } from '../src/plugins/load-plugins.js';
import { startServices } from '../src/plugins/start-services.js';

const OPERATION = `type: 'Custom::Greet', summary: 'Greets.', effect: 'reads', checks: 'schema', input: { type: 'object' }, async run() {}`;

/** What a plugin has as operations, and what is said about it. */
const MISTAKES: readonly (readonly [name: string, operations: string, sentence: string])[] = [
  ['bad-type', operation(`type: 'Greet'`), 'its type is not of the form Namespace::Name.'],
  ['bad-effect', operation(`effect: 'read'`), 'its effect is "read"; write "reads" or "writes". Did you mean "reads"?'],
  ['no-run', operation('run: undefined'), 'it has no function "run".'],
  ['bad-schema', operation(`input: { type: 'objekt' }`), 'its input is no JSON Schema, at type'],
  ['nothing', '[undefined]', 'it is not an object. Make it with defineOperation.'],
  ['twice', `[{ ${OPERATION} }, { ${OPERATION} }]`, 'provides the operation "Custom::Greet" twice.'],
];

/** What the services of a plugin do, and what is said about it. */
const FAILURES: readonly (readonly [name: string, services: string, sentence: string])[] = [
  ['throws', `throw new Error('no licence');`, 'It threw "no licence." Correct it, at '],
  ['rejects', `return Promise.reject(new Error('no route'));`, 'It threw "no route." Correct it, at '],
  ['throws-a-text', `throw 'no licence';`, 'It threw no licence. Correct it.'],
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

  it('does not hide other mistakes: the other plugins still provide their operations', async () => {
    writePlugin('fine', { operations: `[{ ${OPERATION} }]` });
    const definition = join(folder, 'Greeting.yml');
    writeFileSync(definition, DEFINITION);
    const { diagnostics } = await checkFiles([definition], [writeConfiguration(['no-run', 'fine'])]);
    expect(messagesOf(diagnostics)).toEqual([
      expect.stringContaining('4: The plugin "no-run" cannot be used'),
      expect.stringContaining('6: No plugin has the operation type "Custom::Great"'),
    ]);
  });

  it('is not started by check, which needs neither its services nor a database', async () => {
    const { diagnostics } = await checkFiles([], [writeConfiguration(FAILURES.map(([name]) => name))]);
    expect(diagnostics).toEqual([]);
  });

  it('is refused by serve when its services cannot be made, each with its reason', async () => {
    const starting = startTestServer({
      configuration: { plugins: FAILURES.map(([name]) => join(folder, `${name}.mjs`)) },
    });
    const message = await starting.then(
      () => 'started',
      (error: unknown) => String(error),
    );
    for (const [name, , sentence] of FAILURES) {
      expect(message).toContain(`The plugin "${name}" cannot be used: ${sentence}`);
    }
  });

  it('is given up when its services are never ready', async () => {
    const services = 'return new Promise(() => undefined);';
    const plugins = await loadPlugins([writePlugin('hangs', { services })], folder);
    // This plugin asks nothing of its host.
    const options = { hostFor: () => ({}) as PluginHost, onStarted: () => undefined, seconds: 0.01 };
    const { problems } = await startServices(plugins, options);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('The plugin "hangs" cannot be used: Its services were not ready within 0.01 s.'),
    ]);
  });

  it('ends the commands with their exit codes, even when it leaves a timer behind', async () => {
    const file = join(folder, 'lingers.mjs');
    writeFileSync(file, `setInterval(() => undefined, 1000);\nexport const plugin = { name: 'l', operations: [1] };\n`);
    const ended = await runTicketgate(['check', '--config', writeConfiguration(['lingers'])]);
    expect([ended.code, ended.output]).toEqual([1, expect.stringContaining('gateway.yml:4:5')]);
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
