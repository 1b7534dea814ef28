import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerFolder, TicketgateProcess, untilTrue } from '../../../test/support/index.js';

import { findPlugin, locatePlugins } from '../src/plugins/find-plugin-file.js';

const PLUGIN = `
  const operation = (type, run) => ({ type, summary: type, effect: 'reads', checks: 'own', input: {}, run });
  const forget = async () => {
    void (async () => { await null; throw new Error('nobody waits for this'); })();
    return { Pid: process.pid };
  };
  const blowUp = async () => {
    setTimeout(() => { throw new Error('nobody catches this'); }, 1);
    return { Pid: process.pid };
  };
  export const plugin = {
    name: 'careless',
    operations: [operation('Test::Forget', forget), operation('Test::BlowUp', blowUp)],
  };
`;

const SERVICE = `Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config:
      RouteOperationMapping: { Forget: { Route: /forget }, BlowUp: { Route: /blow-up } }
  Operation: { Forget: { Type: 'Test::Forget' }, BlowUp: { Type: 'Test::BlowUp' } }
`;

const folder = makeServerFolder();
const data = join(folder.path, 'data');
const environment = { TICKETGATE_CONFIG: join(folder.path, 'gateway.yml'), TICKETGATE_DATA: data };
let server: TicketgateProcess | undefined;

beforeAll(() => {
  mkdirSync(join(folder.path, 'webservices'));
  writeFileSync(join(folder.path, 'webservices', 'Careless.yml'), SERVICE);
  writeFileSync(join(folder.path, 'careless.mjs'), PLUGIN);
  writeFileSync(
    join(folder.path, 'gateway.yml'),
    'http: { port: 0 }\nplugins: [./careless.mjs]\nwebServices: { folder: webservices }\ncatalogue: { file: null }\n',
  );
});

afterEach(async () => {
  await server?.end('SIGKILL');
});

afterAll(() => {
  folder.remove();
});

async function get(url: string, path: string): Promise<{ Pid: number }> {
  const init = { method: 'POST', body: '{"Any":1}', headers: { Connection: 'close' } };
  const response = await fetch(`${url}/Webservice/Careless${path}`, init);
  return (await response.json()) as { Pid: number };
}

describe('an error in a plugin that nothing catches', () => {
  it('is logged with the name of the plugin; a rejection ends nothing, an exception ends the server in order', async () => {
    server = new TicketgateProcess(['serve'], { environment });
    const { url } = await server.ready();
    await get(url, '/forget');
    await untilTrue(() => Promise.resolve(server?.log.includes('nobody waits for this') === true));
    await get(url, '/forget');
    await get(url, '/blow-up');
    const { code, log } = await server.ended();
    const lines = log.split('\n').filter((line) => line.includes('"plugin":"careless"'));
    expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
      'in the plugin "careless" unhandled promise rejection; the server keeps running',
      'in the plugin "careless" uncaught exception; the server shuts down in order',
    ]);
    expect([code, log]).toEqual([70, expect.stringContaining('"stopped"')]);
    expect(existsSync(join(data, 'postgresql', 'postmaster.pid'))).toBe(false);
  });

  it('ends only the worker where it happened, and another one replaces it', async () => {
    server = new TicketgateProcess(['serve', '--workers', '2'], { environment });
    const { url } = await server.ready();
    const { Pid } = await get(url, '/forget');
    await get(url, '/blow-up');
    await untilTrue(() => Promise.resolve(server?.log.includes('starting another one') === true));
    expect(server.log).toContain('"code":70');
    expect((await get(url, '/forget')).Pid).toBeGreaterThan(0);
    expect(Pid).toBeGreaterThan(0);
    expect((await server.end('SIGTERM')).code).toBe(0);
  });
});

describe('the plugin of a stack', () => {
  it('is the one whose code is nearest to the top of the stack', () => {
    const other = join(folder.path, 'other.mjs');
    writeFileSync(other, '');
    const names = [join(folder.path, 'careless.mjs'), other, '@ticketgate/plugin-ticket', 'not-installed'];
    const places = locatePlugins(names, folder.path);
    const at = (file: string) => `    at async run (file://${file}:3:5)\n`;
    const stack = `Error: why\n    at node:internal/process:1:1\n${at(other)}${at(names[0] ?? '')}`;
    expect(findPlugin(places, stack)).toBe(other);
    expect(findPlugin(places, `Error: why\n    at ${join(folder.path, 'lib', 'a.cjs')}:1:2`)).toBe(names[0]);
    expect(findPlugin(places, 'Error: why\n    at node:internal/process:1:1')).toBeUndefined();
  });
});
