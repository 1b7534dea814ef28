import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Data } from '@ticketgate/sdk';
import { startTestServer, untilTrue, type TestServer } from './support/index.js';

import { Remote, type ScriptedAnswer } from '../packages/runtime/test/invokers/remote.js';

const FOLDER = join(import.meta.dirname, '..', 'examples', 'connectors');
const GENERIC = join(import.meta.dirname, '..', 'config', 'webservices', 'GenericTicketConnectorREST.yml');
const BASE = '/Webservice/GenericTicketConnectorREST/Ticket';
const TICKET = { Title: 'Printer on fire', Queue: 'Development', State: 'new', Priority: '5 very high' };
const ARTICLE = { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain; charset=utf-8' };
const FILE = { Content: 'aGFsbG8=', ContentType: 'text/plain', Filename: 'smoke.txt' };

let remote: Remote;
let server: TestServer;

beforeAll(async () => {
  process.env.TICKETGATE_SECRET_JIRA = 'token';
  remote = await Remote.start();
  const connector = (name: string) =>
    readFileSync(join(FOLDER, `${name}.yml`), 'utf8').replace(/https:\/\/[a-z]+\.example\.org/, remote.url);
  server = await startTestServer({
    webServices: {
      GenericTicketConnectorREST: readFileSync(GENERIC, 'utf8'),
      ...Object.fromEntries(['Jira', 'Bugzilla', 'OTOBO'].map((name) => [name, connector(name)])),
    },
    configuration: {
      requester: { allowedHosts: [remote.address] },
      catalogue: { file: join(FOLDER, 'catalogue.yml') },
      Settings: { CheckMXRecord: 0 },
    },
  });
});

afterAll(async () => {
  delete process.env.TICKETGATE_SECRET_JIRA;
  await server.stop();
  await remote.close();
});

async function send(method: string, path: string, body: Data): Promise<Data> {
  const text = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, ...body });
  const response = await fetch(server.url + path, { method, body: text });
  return (await response.json()) as Data;
}

/** Creates a ticket that only one of the connectors sends. */
async function create(): Promise<string> {
  const customer = { ...TICKET, CustomerUser: 'carla@customer.org' };
  const { TicketID } = await send('POST', BASE, { Ticket: customer, Article: ARTICLE, Attachment: FILE });
  return String(TicketID);
}

/** Lets one connector hear events, and the other system answer. */
async function only(name: string, answers: readonly ScriptedAnswer[]): Promise<void> {
  const { services, subscriptions } = server.system;
  for (const record of await services.list()) {
    if (record.name === 'GenericTicketConnectorREST') continue;
    const validID = record.name === name ? 1 : 2;
    await services.save({ ...record, validID, userID: 1, time: '2026-01-01 00:00:00' });
  }
  const heard = () => [...subscriptions.services.keys()];
  await untilTrue(() => Promise.resolve(heard().join() === `service:${name}`));
  remote.script(answers);
}

async function fieldOf(ticketID: string, name: string): Promise<string | undefined> {
  const [row] = await server.database.query<{ value_text: string }>(
    `select v.value_text from dynamic_field_value v join dynamic_field f on f.id = v.field_id
     where f.name = $1 and v.object_id = $2`,
    [name, ticketID],
  );
  return row?.value_text;
}

/** What the other system got. */
function arrived(): readonly Data[] {
  return remote.arrived.map(({ method, path, body }) => ({ [`${method} ${path}`]: JSON.parse(body) as unknown }));
}

function headersOf(index: number): Readonly<Record<string, string>> {
  return Object.fromEntries(remote.arrived[index]?.headers ?? []);
}

const json = (status: number, body: Data): ScriptedAnswer => ({ status, body: JSON.stringify(body) });
const REPLY = { ...ARTICLE, Subject: 'More', Body: 'It still burns.' };

describe('the connectors of examples/connectors', () => {
  it('create an issue in Jira, note its key, and add comments to it', async () => {
    await only('Jira', [
      json(201, { id: '10000', key: 'HELP-24', self: 'https://jira.example.org/rest/api/2/issue/10000' }),
      json(201, { id: '10100', body: 'It still burns.', author: { name: 'helpdesk', active: true } }),
    ]);
    const ticketID = await create();
    await untilTrue(async () => (await fieldOf(ticketID, 'JiraKey')) === 'HELP-24');
    const { TicketNumber } = await send('PATCH', `${BASE}/${ticketID}`, { Article: REPLY });
    await remote.untilArrived(2);
    expect(arrived()).toEqual([
      {
        'POST /rest/api/2/issue': {
          fields: {
            project: { key: 'HELP' },
            issuetype: { name: 'Task' },
            summary: `[${String(TicketNumber)}] Printer on fire`,
            description: 'It burns.',
            priority: { name: 'Highest' },
          },
        },
      },
      { 'POST /rest/api/2/issue/HELP-24/comment': { body: 'root@localhost wrote:\n\nIt still burns.' } },
    ]);
    const credentials = Buffer.from('helpdesk@example.org:token').toString('base64');
    expect(headersOf(0)).toMatchObject({ Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json' });
  });

  it('create a bug in Bugzilla, note its id, add comments, and resolve it', async () => {
    await only('Bugzilla', [json(200, { id: 35 }), json(201, { id: 101 }), json(200, { bugs: [{ id: 35 }] })]);
    const ticketID = await create();
    await untilTrue(async () => (await fieldOf(ticketID, 'BugzillaID')) === '35');
    await send('PATCH', `${BASE}/${ticketID}`, { Article: REPLY });
    await remote.untilArrived(2);
    await send('PATCH', `${BASE}/${ticketID}`, { Ticket: { State: 'open' } });
    await send('PATCH', `${BASE}/${ticketID}`, { Ticket: { State: 'closed successful' } });
    await remote.untilArrived(3);
    const zoom = 'https://helpdesk.example.org/otobo/index.pl?Action=AgentTicketZoom;TicketID=';
    expect(arrived()).toEqual([
      {
        'POST /rest/bug': {
          ...{ product: 'Helpdesk', component: 'Tickets', version: 'unspecified', op_sys: 'All', rep_platform: 'All' },
          ...{ summary: 'Printer on fire', description: 'It burns.', url: `${zoom}${ticketID}` },
        },
      },
      { 'POST /rest/bug/35/comment': { comment: 'root@localhost wrote:\n\nIt still burns.' } },
      { 'PUT /rest/bug/35': { status: 'RESOLVED', resolution: 'FIXED' } },
    ]);
    expect(headersOf(0)['X-BUGZILLA-API-KEY']).toBe('the-key-of-the-account');
  });

  it('create a ticket in another system, note its id, and add articles, as that system takes them', async () => {
    await only('OTOBO', [
      json(200, { TicketID: '77', TicketNumber: '2026112610000077', ArticleID: '99' }),
      json(200, { TicketID: '77', TicketNumber: '2026112610000077', ArticleID: '100' }),
    ]);
    const ticketID = await create();
    await untilTrue(async () => (await fieldOf(ticketID, 'OtherTicketID')) === '77');
    await send('PATCH', `${BASE}/${ticketID}`, { Article: REPLY });
    await remote.untilArrived(2);
    const prefix = '/otobo/nph-genericinterface.pl/Webservice/GenericTicketConnectorREST';
    expect(remote.arrived.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${prefix}/Ticket`,
      `PATCH ${prefix}/Ticket/77`,
    ]);
    const [created = {}, updated = {}] = remote.arrived.map(({ body }) => JSON.parse(body) as Data);
    expect(created).toMatchObject({
      ...{ UserLogin: 'connector', Password: 'the-password-of-connector' },
      Ticket: { Title: 'Printer on fire', Queue: 'Raw', Priority: '5 very high', CustomerUser: 'carla@customer.org' },
      Article: { Subject: 'Help', Body: 'It burns.' },
      Attachment: { Filename: 'smoke.txt', Content: 'aGFsbG8=\n', ContentType: 'text/plain' },
    });
    expect(updated).toMatchObject({ Article: { Subject: 'More', Body: 'It still burns.' } });
    // This server has the same web service.
    const own = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const there = await send('POST', BASE, { ...created, ...own });
    expect(there).toEqual({
      ArticleID: expect.anything() as unknown,
      TicketID: expect.any(String) as string,
      TicketNumber: expect.any(String) as string,
    });
    const article = await send('PATCH', `${BASE}/${String(there.TicketID)}`, { ...updated, ...own });
    expect(article.Error).toBeUndefined();
  });
});
