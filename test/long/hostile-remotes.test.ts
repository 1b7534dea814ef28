import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Data } from '@ticketgate/sdk';
import { untilTrue } from '../support/index.js';

import { Remote, type ScriptedAnswer } from '../../packages/runtime/test/invokers/remote.js';
import { AdminClient } from '../admin/admin-client.js';
import { PASSWORD } from '../fuzz/credentials.js';
import { FuzzServer } from '../fuzz/fuzz-server.js';
import { ARTICLE, TICKET, TICKETS } from '../tickets-service.js';
import { Stalls } from './attacks/stalls.js';

const EVENTS = 20;

const list = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, at) => make(at));
const names = (count: number) => `{${list(count, (at) => `"k${at}":1`).join(',')}}`;
const text = (bytes: number) => `{"Text":"${'lorem ipsum '.repeat(bytes / 12)}"}`;

/** What a hostile system answers. */
const ANSWERS: readonly (readonly [name: string, answer: ScriptedAnswer])[] = [
  ['9 MB of different names', { body: names(650_000) }],
  ['3 million empty objects', { body: `[${'{},'.repeat(3_000_000)}{}]` }],
  ['9 MB in one text', { body: text(9_000_000) }],
  [
    'as many names as are allowed, with long texts',
    { body: `{${list(19_000, (at) => `"k${at}":"${at}${'x'.repeat(400)}"`).join(',')}}` },
  ],
  ['as many values as are allowed', { body: `[${list(99_000, (at) => `"v${at}"`).join(',')}]` }],
  ['9 MB of text with status 500', { status: 500, body: 'it failed, '.repeat(800_000) }],
  // Twenty answers with 500 pause a web service: its events would wait for a minute each.
  ['9 MB of words that announce secrets, with status 400', { status: 400, body: 'token=abc&x=1 '.repeat(640_000) }],
  ['9 MB of digits', { body: '1'.repeat(9_000_000) }],
  ['9 MB of quotes', { body: '"'.repeat(9_000_000) }],
  ['9 MB that are not UTF-8', { bodyBase64: Buffer.alloc(9_000_000, 0xff).toString('base64') }],
];

function calling(remote: Remote, events: string): string {
  return `Debugger: { DebugThreshold: debug }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${remote.url}
      DefaultCommand: POST
      Timeout: '5'
      AdditionalHeaders: { X-API-Key: not-for-the-log }
      InvokerControllerMapping: { Tell: { Controller: /told } }
  Invoker:
    Tell: { Type: 'Generic::PassThrough', Events: ${events} }
`;
}

const ON_CREATE = '[{ Event: TicketCreate, Asynchronous: "1" }]';

// Linux tells what threads cost.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('answers of hostile systems', () => {
  let hostile: Remote;
  let healthy: Remote;
  let server: FuzzServer;
  let client: AdminClient;
  let stalls: Stalls;
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));

  beforeAll(async () => {
    [hostile, healthy] = [await Remote.start(), await Remote.start()];
    const services = { Tickets: TICKETS, ByHand: calling(hostile, '[]') };
    const called = { Hostile: calling(hostile, ON_CREATE), Healthy: calling(healthy, ON_CREATE) };
    for (const [name, definition] of Object.entries({ ...services, ...called }))
      writeFileSync(join(folder, `${name}.yml`), definition);
    const configuration = {
      requester: { allowedHosts: [hostile.address, healthy.address] },
      webServices: { folder },
      Settings: { CheckMXRecord: 0 },
      log: { format: 'json', level: 'warn' },
    };
    server = await FuzzServer.start({}, JSON.stringify(configuration));
    client = new AdminClient(server.base.origin);
    await client.logIn('root@localhost', PASSWORD);
    stalls = new Stalls(server);
  });

  afterAll(async () => {
    stalls.stop();
    await server.stop();
    await Promise.all([hostile.close(), healthy.close()]);
    rmSync(folder, { recursive: true });
  });

  const invoke = (data: object, isDryRun = false) =>
    client.send('POST /services/ByHand/invoke', { body: { invoker: 'Tell', data, dryRun: isDryRun } });

  it.each(ANSWERS)('keep nobody waiting: %s', async (name, answer) => {
    hostile.script([answer]);
    const { status } = await stalls.expectNone(name, () => invoke({ Text: 'Hello' }));
    expect(status).toBe(200);
  });

  it('keep nobody waiting: an event of a million names, by hand', async () => {
    hostile.script([{ body: '{}' }]);
    const data = Object.fromEntries(list(1_000_000, (at) => `k${at}`).map((name) => [name, 1]));
    const { status } = await stalls.expectNone('a call by hand with a million names', () => invoke(data));
    expect(status).toBe(413);
  });

  it('keep nobody waiting: an event with as many names as are allowed, by hand', async () => {
    const data = Object.fromEntries(list(19_000, (at) => `k${at}`).map((name) => [name, name.repeat(30)]));
    await stalls.expectNone('a call by hand with 19,000 names', () => invoke(data));
    await stalls.expectNone('the same as a preview', () => invoke(data, true));
  });

  it.each(ANSWERS)(`do no harm to other web services: ${EVENTS} events with %s`, async (name, answer) => {
    hostile.script([answer]);
    healthy.script([{ body: '{}' }]);
    await stalls.expectNone(`${EVENTS} events answered with ${name}`, async () => {
      const body = JSON.stringify({
        UserLogin: 'root@localhost',
        Password: PASSWORD,
        Ticket: TICKET,
        Article: ARTICLE,
      });
      const create = () => fetch(new URL('/Webservice/Tickets/create', server.base), { method: 'POST', body });
      for (let count = 0; count < EVENTS; count += 1) await (await create()).text();
      await untilTrue(
        async () => ((await client.get('GET /plugin-events?state=waiting')).items as Data[]).length === 0,
        120_000,
      );
    });
    const { items } = await client.get('GET /plugin-events?state=dead&limit=200');
    const consumers = (items as Data[]).map(({ consumer }) => consumer);
    expect(consumers).not.toContain('service:Healthy');
    expect(healthy.arrived).toHaveLength(EVENTS);
  });
});
