import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerFolder, type ServerProcess, startServerProcess, untilTrue } from '../support/index.js';

const SDK = join(import.meta.dirname, '..', '..', 'packages', 'sdk');

const PLUGIN = `
import { defineOperation, definePlugin } from '@ticketgate/sdk';

const hello = defineOperation({
  type: 'Custom::Hello',
  summary: 'Greets by name.',
  effect: 'reads',
  input: { type: 'object', required: ['Name'], properties: { Name: { type: 'string', minLength: 1 } } },
  async run(input, context) {
    const caller = await context.caller();
    return { Greeting: \`Hello \${input.Name}, says \${caller.login}.\` };
  },
});

export const plugin = definePlugin({ name: 'hello', operations: [hello] });
`;

const SERVICE = `
Debugger: { DebugThreshold: error }
Provider:
  Operation:
    Hello: { Type: 'Custom::Hello' }
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, RouteOperationMapping: { Hello: { Route: '/hello/:Name', RequestMethod: [GET, POST] } } }
Gateway: { ErrorStatus: http }
`;

describe('a custom operation', () => {
  const folder = makeServerFolder();
  let server: ServerProcess;

  beforeAll(async () => {
    const plugin = join(folder.path, 'hello');
    mkdirSync(join(plugin, 'node_modules', '@ticketgate'), { recursive: true });
    // What "npm install @ticketgate/sdk" does.
    symlinkSync(SDK, join(plugin, 'node_modules', '@ticketgate', 'sdk'));
    writeFileSync(join(plugin, 'package.json'), '{ "name": "hello", "type": "module", "main": "index.js" }');
    writeFileSync(join(plugin, 'index.js'), PLUGIN);
    mkdirSync(join(folder.path, 'webservices'));
    server = await startServerProcess(folder.path, {
      configuration: 'plugins: [./hello]\nwebServices: { folder: webservices }\ncatalogue: { file: null }\n',
    });
  });

  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  const served = async () =>
    ((await (await fetch(server.url)).json()) as { webServices: readonly unknown[] }).webServices;

  async function hello(method: string, path: string, body?: object) {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/Webservice/Mine${path}`, init);
    return { status: response.status, body: await response.json() };
  }

  it('CU2: a fresh system without definition files serves no web service', async () => {
    expect(await served()).toEqual([]);
  });

  it('CU1: is added by defining an operation, a route and allowed methods', async () => {
    writeFileSync(join(folder.path, 'webservices', 'Mine.yml'), SERVICE);
    await untilTrue(async () => (await served()).length === 1);
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    expect(await hello('POST', '/hello/Carla', login)).toEqual({
      status: 200,
      body: { Greeting: 'Hello Carla, says root@localhost.' },
    });
    const query = new URLSearchParams(login).toString();
    expect(await hello('GET', `/hello/Carla?${query}`)).toMatchObject({ status: 200 });
    expect(await hello('PUT', '/hello/Carla', login)).toMatchObject({ status: 405 });
    expect(await hello('POST', '/hello/Carla', { UserLogin: 'root@localhost', Password: 'no' })).toMatchObject({
      status: 401,
      body: { Error: { ErrorCode: 'Hello.AuthFail' } },
    });
    expect(await hello('POST', '/hello/%20?Name=', login)).toMatchObject({ status: 200 });
  });
});
