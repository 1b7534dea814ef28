import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer, untilTrue } from '../../../test/support/index.js';

import { registerPlugins } from '../../runtime/src/plugins/register-plugins.js';
import { listServices } from '../../admin/src/services/list-services.js';
import { openAdminSystem } from '../../admin/src/open-admin-system.js';

/** A web service with one operation at `/<name>`. */
function serviceWith(type: string, route = '/go', extra = ''): string {
  return [
    'Debugger: { DebugThreshold: debug }',
    'Provider:',
    '  Transport:',
    '    Type: HTTP::REST',
    '    Config:',
    `      RouteOperationMapping: { go: { Route: ${route}, RequestMethod: [POST, GET] } }`,
    `  Operation: { go: { Type: '${type}' } }`,
    extra,
    '',
  ].join('\n');
}

let folder = '';
let server: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-plugin-'));
  // A plugin without any import: the contract is a shape.
  writeFileSync(
    join(folder, 'wait.mjs'),
    `const waiting = new Map();
     const operation = (type, run) => ({ type, summary: type, effect: 'writes', checks: 'own', input: {}, run });
     const wait = (input) => new Promise((resolve) => waiting.set(String(input.Key), () => resolve({ Done: input.Key })));
     const keys = async () => ({ Keys: [...waiting.keys()] });
     const release = async (input) => ({ Released: waiting.has(String(input.Key)) && (waiting.get(String(input.Key))(), 1) });
     export const plugin = { name: 'wait', operations: [operation('Test::Wait', wait), operation('Test::Keys', keys), operation('Test::Release', release)] };`,
  );
  server = await startTestServer({
    webServices: {
      Session: serviceWith('Session::SessionCreate', '/Session', 'Gateway: { BasePath: /short }'),
      Wait: serviceWith('Test::Wait'),
      Keys: serviceWith('Test::Keys'),
      Release: serviceWith('Test::Release'),
      Nobody: serviceWith('No::Such'),
      Mail: serviceWith('Test::Wait').replace('HTTP::REST', 'HTTP::Mail'),
    },
    configuration: { plugins: ['@ticketgate/plugin-session', join(folder, 'wait.mjs')] },
  });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function post(path: string, body: object): Promise<Response> {
  return fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
}

/** The plugin is one module for all servers of this file. */
async function isWaiting(key: string): Promise<boolean> {
  const { Keys } = (await (await post('/Webservice/Keys/go', { All: 1 })).json()) as { Keys: readonly string[] };
  return Keys.includes(key);
}

describe('a running server', () => {
  it('logs an agent in through a web service, at all its addresses', async () => {
    const credentials = { UserLogin: 'root@localhost', Password: server.rootPassword };
    for (const prefix of ['/Webservice/Session', '/short', '/otobo/nph-genericinterface.pl/Webservice/Session']) {
      const response = await post(`${prefix}/Session`, credentials);
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
      expect(await response.text()).toMatch(/^\{"SessionID":"\d{39}"\}$/);
    }
  });

  it('reports its health, what it serves and what it cannot, and answers everything else with 404', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'alive' });
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    const { webServices, notServed } = (await (await fetch(server.url)).json()) as Record<string, unknown>;
    expect(webServices).toContainEqual({ name: 'Session', paths: ['/Webservice/Session', '/short'] });
    expect(JSON.stringify(webServices)).not.toMatch(/Mail|Off|Nobody/);
    expect(notServed).toEqual([
      { name: 'Mail', reason: 'Its transport "HTTP::Mail" is not served; write Type: HTTP::REST or HTTP::SOAP.' },
      { name: 'Nobody', reason: 'No plugin has its operation types: "No::Such".' },
    ]);
    const missing = await fetch(`${server.url}/nowhere`);
    expect([missing.status, await missing.text()]).toEqual([
      404,
      '{"Error":{"ErrorCode":"Server.NotFound","ErrorMessage":"There is nothing at GET /nowhere. GET / lists the web services."}}',
    ]);
  });

  it('lists services as they are served', async () => {
    const { services, loadedPlugins } = server.system;
    await services.save({
      name: 'Off',
      config: serviceWith('Test::Wait'),
      validID: 2,
      userID: 1,
      time: '2026-01-01 00:00:00',
    });
    await services.save({ name: 'Torn', config: 'Provider: [', userID: 1, time: '2026-01-01 00:00:00' });
    const { operations } = registerPlugins(loadedPlugins);
    const rows = await listServices(openAdminSystem(server.system, operations));
    expect(rows.map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['Keys', 'served', undefined],
      ['Mail', 'not servable', 'Its transport "HTTP::Mail" is not served; write Type: HTTP::REST or HTTP::SOAP.'],
      ['Nobody', 'not servable', 'No plugin has its operation types: "No::Such".'],
      ['Off', 'disabled', undefined],
      ['Release', 'served', undefined],
      ['Session', 'served', undefined],
      ['Torn', 'not servable', expect.stringMatching(/^Line \d: This is not YAML/)],
      ['Wait', 'served', undefined],
    ]);
    await services.remove('Off');
    await services.remove('Torn');
  });

  it('serves a web service as soon as it is saved, while a running request ends in the old version', async () => {
    const waiting = post('/Webservice/Wait/go', { Key: 'publish' });
    await untilTrue(() => isWaiting('publish'));
    const { services } = server.system;
    await services.save({
      name: 'Later',
      config: serviceWith('Test::Release'),
      userID: 1,
      time: '2026-01-01 00:00:00',
    });
    await untilTrue(async () => (await post('/Webservice/Later/go', { Key: 'nothing' })).status === 200);
    await untilTrue(
      async () =>
        ((await (await post('/Webservice/Later/go', { Key: 'publish' })).json()) as { Released: unknown }).Released ===
        1,
    );
    expect(await (await waiting).json()).toEqual({ Done: 'publish' });
    await services.remove('Later');
    await untilTrue(async () => (await post('/Webservice/Later/go', {})).status === 404);
  });

  it('keeps the last published version when the new one is not YAML', async () => {
    const { services } = server.system;
    await services.save({ name: 'Good', config: serviceWith('Test::Release'), userID: 1, time: '2026-01-01 00:00:00' });
    await untilTrue(async () => (await post('/Webservice/Good/go', { Key: 1 })).status === 200);
    await services.save({ name: 'Good', config: 'Provider: [', userID: 1, time: '2026-01-01 00:00:00' });
    await services.save({ name: 'Mark', config: serviceWith('Test::Release'), userID: 1, time: '2026-01-01 00:00:00' });
    await untilTrue(async () => (await post('/Webservice/Mark/go', { Key: 1 })).status === 200);
    expect((await post('/Webservice/Good/go', { Key: 1 })).status).toBe(200);
  });

  it('records requests in the debugger tables', async () => {
    const id = (await post('/Webservice/Release/go', { Key: 'recorded' })).headers.get('x-request-id');
    const find = () =>
      server.database.query(
        'select 1 from gi_debugger_entry e join gi_debugger_entry_content c on c.gi_debugger_entry_id = e.id where e.communication_id = $1',
        [id],
      );
    await untilTrue(async () => (await find()).length > 2);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('a stopping server', () => {
  it('finishes running requests, writes their debugger entries and accepts no new ones', async () => {
    const other = await startTestServer({
      webServices: { Wait: serviceWith('Test::Wait') },
      configuration: { plugins: [join(folder, 'wait.mjs')] },
    });
    const waiting = fetch(`${other.url}/Webservice/Wait/go`, { method: 'POST', body: '{"Key":"stop"}' });
    await untilTrue(() => isWaiting('stop'));
    let isStopped = false;
    const stopping = other.stop().then(() => (isStopped = true));
    try {
      await untilTrue(async () =>
        fetch(`${other.url}/healthz`).then(
          () => false,
          () => true,
        ),
      );
      expect(isStopped).toBe(false);
    } finally {
      await post('/Webservice/Release/go', { Key: 'stop' });
    }
    expect(await (await waiting).json()).toEqual({ Done: 'stop' });
    await stopping;
  });
});
