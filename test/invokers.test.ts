import { EventAdministration } from '@ticketgate/database';
import { signatureHeaders } from '@ticketgate/runtime/invokers/call';
import type { Data } from '@ticketgate/sdk';
import { startTestServer, untilTrue, type TestServer } from './support/index.js';

import { Remote } from '../packages/runtime/test/invokers/remote.js';
import { reportService } from '../packages/ticketgate/src/serving/start-report.js';
import { runCommand } from '../packages/ticketgate/test/run-command.js';
import { ARTICLE, callTickets, TICKET, TICKETS } from './tickets-service.js';

/** Seconds; longer than a call takes on a busy machine. */
const SYNC_LIMIT = 3;

let remote: Remote;
/** Another one, which never answers in time. */
let hanging: Remote;
let server: TestServer;

function caller(events: string, { threshold = 'error', rest = '', testMode = '0' } = {}): string {
  return `Debugger: { DebugThreshold: ${threshold}, TestMode: '${testMode}' }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${remote.url}
      DefaultCommand: POST
      Timeout: '10'
      InvokerControllerMapping: { Tell: { Controller: /told/:Event }, Also: { Controller: /also/:Event } }
  Invoker:
    Tell:
      Type: Generic::PassThrough
      Events: ${events}
${rest}`;
}

beforeAll(async () => {
  remote = await Remote.start();
  hanging = await Remote.start();
  server = await startTestServer({
    webServices: { Tickets: TICKETS },
    configuration: {
      webServices: { pollInterval: 60 },
      requester: { allowedHosts: [remote.address, hanging.address], syncLimit: SYNC_LIMIT, maxBody: 30_000 },
      Settings: { CheckMXRecord: 0 },
    },
  });
  // Before the first request reads the catalogue.
  await server.database.query(
    `insert into dynamic_field (internal_field, name, label, field_order, field_type, object_type, config, valid_id,
         create_time, create_by, change_time, change_by)
       select 0, name, name, 1, type, 'Ticket', '---\n{}\n', 1, now(), 1, now(), 1
       from (values ('Remote', 'Text'), ('Due', 'Date'), ('NS-Field', 'Text')) as field (name, type)`,
  );
});

afterAll(async () => {
  await server.stop();
  // Closing it twice does no harm, but tests that are chosen by name may not close it at all.
  await Promise.all([remote, hanging].map((each) => each.close()));
});

let published = 0;

/** Publishes the web service whose invokers are called, and waits until events find it. */
async function publish(config: string, name = 'Caller'): Promise<void> {
  const { services, subscriptions } = server.system;
  published += 1;
  const text = `Description: '${published}'\n${config}`;
  await services.save({ name, config: text, userID: 1, time: '2026-01-01 00:00:00' });
  const current = () => subscriptions.services.get(`service:${name}`)?.webService.description;
  await untilTrue(() => Promise.resolve(current() === String(published)));
}

/** Publishes it as another process does whose notice has not arrived yet. */
async function publishUnnoticed(config: string): Promise<void> {
  await server.database.withTransaction(async (transaction) => {
    const stamp = `now() at time zone 'UTC', 1`;
    const [row] = await transaction.query<{ id: number }>(
      `update gi_webservice_config set config = $1 where name = 'Caller' returning id`,
      [config],
    );
    await transaction.query(
      `insert into gi_webservice_config_history (config_id, config, config_md5, create_time, create_by, change_time, change_by)
       values ($1, $2, md5($2), ${stamp}, ${stamp})`,
      [row?.id, config],
    );
  });
}

const CUSTOMER = 'catalogue add CustomerUsers carla FirstName=C LastName=D Email=c@customer.org CustomerID=ACME';
const KEEP = 'KeyMapDefault: { MapType: Keep }, ValueMapDefault: { MapType: Keep }';
const ON_CREATE = '[{ Event: TicketCreate, Asynchronous: "1" }]';
const call = (path: string, input: object) => callTickets(server, path, input);
const create = () => call('create', { Ticket: TICKET, Article: ARTICLE });
const paths = () => remote.arrived.map(({ path }) => path);
const bodies = () => remote.arrived.map(({ body }) => JSON.parse(body) as Data);
const dead = () => new EventAdministration(server.database).list({ state: 'dead', limit: 10 });
const waiting = () => new EventAdministration(server.database).list({ state: 'waiting', limit: 10 });

/** Resolves when no call is due any more. */
async function delivered(): Promise<void> {
  await untilTrue(async () => (await waiting()).every(({ error }) => error !== null));
}

beforeEach(async () => {
  await server.database.query('delete from ticketgate.event');
  remote.script([{ status: 200, body: '{}' }]);
});

describe('invokers', () => {
  it('are in the report of the start, with where they send and when', async () => {
    await publish(caller(ON_CREATE));
    const service = server.system.subscriptions.services.get('service:Caller');
    expect(service && reportService(service, server.system)).toEqual({
      name: 'Caller',
      paths: [],
      routes: [['sends', remote.url, 'Tell (Generic::PassThrough) on TicketCreate']],
      isDocumented: false,
    });
  });

  it('are called after a write, by the names and with the data of the family', async () => {
    await publish(caller(ON_CREATE));
    const { TicketID } = await create();
    await remote.untilArrived(1);
    expect(paths()).toEqual(['/told/TicketCreate']);
    expect(bodies()).toEqual([{ TicketID: Number(TicketID) }]);
    const headers = Object.fromEntries(remote.arrived[0]?.headers ?? []);
    expect(headers['Idempotency-Key']).toMatch(/^ticketgate-event-\d+$/);
    await delivered();
    expect([await waiting(), await dead()]).toEqual([[], []]);
  });

  it('know dynamic fields of a namespace in events, conditions, payloads and templates', async () => {
    const condition = '{ 1: { Fields: { DynamicField_NS-Field: { Type: String, Match: blue } } } }';
    const template = `<R xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><NS-Field><xsl:value-of select="/RootElement/Ticket/DynamicField[Name='NS-Field']/Value"/></NS-Field></R>`;
    const event = `[{ Event: TicketDynamicFieldUpdate_NS-Field, Asynchronous: '1', Condition: { Condition: ${condition} } }]`;
    const text = caller(event).replace('Generic::PassThrough', 'Ticket::TicketUpdate');
    const mapping = `      RequestDynamicFieldsTicket: [NS-Field]\n      MappingOutbound: { Type: XSLT, Config: { Template: ${JSON.stringify(template)} } }\n`;
    await publish(text + mapping);
    for (const Value of ['red', 'blue']) {
      await call('create', { Ticket: TICKET, Article: ARTICLE, DynamicField: [{ Name: 'NS-Field', Value }] });
    }
    await remote.untilArrived(1);
    expect([paths(), bodies()]).toEqual([['/told/:Event'], [{ 'NS-Field': 'blue' }]]);
    await delivered();
  });

  it('are called after writes that begin before this process has noticed that they were published', async () => {
    await publish(caller('[]'));
    const { TicketID } = await create();
    await publishUnnoticed(caller(ON_CREATE));
    await create();
    await remote.untilArrived(1);
    await publishUnnoticed(caller('[{ Event: TicketTitleUpdate, Asynchronous: 1 }]'));
    await call('update', { TicketID, Ticket: { Title: 'Ink' } });
    await remote.untilArrived(2);
    await publishUnnoticed(caller('[{ Event: TicketDelete, Asynchronous: 1 }]'));
    await call('delete', { TicketID });
    await remote.untilArrived(3);
    expect(paths()).toEqual(['/told/TicketCreate', '/told/TicketTitleUpdate', '/told/TicketDelete']);
    await delivered();
  });

  it('hear each change of an update, with the ticket before it where the family has that', async () => {
    const names = ['TicketTitleUpdate', 'TicketStateUpdate', 'TicketPriorityUpdate', 'ArticleCreate', 'TicketCreate'];
    await publish(caller(`[${names.map((Event) => `{ Event: ${Event}, Asynchronous: 1 }`).join(', ')}]`));
    const { TicketID } = await create();
    await remote.untilArrived(2);
    expect(paths()).toEqual(['/told/TicketCreate', '/told/ArticleCreate']);
    remote.script([{ status: 200, body: '{}' }]);
    await call('update', { TicketID, Ticket: { Title: 'Ink', State: 'open' }, Article: ARTICLE });
    await remote.untilArrived(3);
    expect(paths()).toEqual(['/told/TicketTitleUpdate', '/told/TicketStateUpdate', '/told/ArticleCreate']);
    expect(bodies()).toMatchObject([
      { TicketID: String(TicketID) },
      { TicketID: String(TicketID), OldTicketData: { State: 'new', Title: 'Ink', Queue: 'Raw' } },
      { TicketID: String(TicketID), ArticleID: expect.any(Number) as number, OldTicketData: { State: 'open' } },
    ]);
    await delivered();
  });

  it('are not called, and leave no row, by what nobody listens to or a rejected write', async () => {
    await publish(caller('[{ Event: TicketStateUpdate, Asynchronous: 1 }]'));
    const { TicketID } = await create();
    await call('update', { TicketID, Ticket: { Title: 'Ink' } });
    await call('update', { TicketID, Ticket: { State: 'nowhere' } });
    expect([await waiting(), remote.arrived]).toEqual([[], []]);
  });

  it('hear of changes of the catalogue, also by commands, with the entry and what it was', async () => {
    const names = ['QueueCreate', 'QueueUpdate', 'CustomerUserAdd', 'CustomerCompanyUpdate', 'DynamicFieldUpdate'];
    await publish(caller(`[${names.map((Event) => `{ Event: ${Event}, Asynchronous: 1 }`).join(', ')}]`));
    const environment = { DATABASE_URL: server.system.location.url };
    const catalogue = (words: string) => runCommand(['catalogue', ...words.split(' ')], { environment });
    const ran = [
      await catalogue('add Queues Pens Comment=blue'),
      await catalogue('set Queues Pens Comment=red'),
      await catalogue('set Queues Pens Comment=red'),
      await catalogue('add CustomerCompanies ACME Name=Acme'),
      await catalogue('set CustomerCompanies ACME City=Rome'),
      await catalogue('set DynamicFields Remote Label=Far'),
      await runCommand(CUSTOMER.split(' '), { environment }),
    ];
    expect(ran.map(({ log }) => log)).toEqual(ran.map(() => ''));
    await delivered();
    const told = new Map(
      remote.arrived.map(({ path, body }) => [path.replace('/told/', ''), JSON.parse(body) as Data]),
    );
    expect(remote.arrived).toHaveLength(5);
    expect(Object.fromEntries(told)).toMatchObject({
      QueueCreate: { Queue: { Name: 'Pens', Comment: 'blue', ValidID: 1 } },
      QueueUpdate: { Queue: { Name: 'Pens', Comment: 'red' }, OldQueue: { Comment: 'blue' } },
      CustomerUserAdd: { UserLogin: 'carla', NewData: { UserEmail: 'c@customer.org', CustomerID: 'ACME' } },
      CustomerCompanyUpdate: {
        CustomerID: 'ACME',
        OldCustomerID: 'ACME',
        NewData: { CustomerCompanyCity: 'Rome' },
        OldData: { CustomerCompanyCity: '' },
      },
      DynamicFieldUpdate: { NewData: { Name: 'Remote', Label: 'Far', Config: {} }, OldData: { Label: 'Remote' } },
    });
  });

  it('are called where the ticket meets the condition at the end of the write', async () => {
    const condition = (state: string) =>
      `Condition: { ConditionLinking: and, Condition: { '1': { Type: and, Fields: { State: { Type: String, Match: ${state} } } } } }`;
    await publish(
      caller(
        `[{ Event: TicketTitleUpdate, Asynchronous: 1, ${condition('open')} }, { Event: TicketTitleUpdate, Asynchronous: 1, ${condition('new')} }]`,
      ),
    );
    const { TicketID } = await create();
    await call('update', { TicketID, Ticket: { Title: 'Ink', State: 'open' } });
    await delivered();
    expect(paths()).toEqual(['/told/TicketTitleUpdate']);
  });

  it('keep the client waiting where they are not asynchronous, but no longer than syncLimit', async () => {
    await publish(caller('[{ Event: TicketCreate }]'));
    await create();
    expect(paths()).toEqual(['/told/TicketCreate']);
    let answer: () => void = () => undefined;
    remote.script([{ after: new Promise<void>((resolve) => (answer = resolve)), status: 200, body: '{}' }]);
    expect((await create()).TicketID).toBeDefined();
    expect(await waiting()).toHaveLength(1);
    answer();
    await delivered();
    expect(await dead()).toEqual([]);
  });

  it('of a system that hangs delay no other invoker, and no client beyond syncLimit', async () => {
    hanging.script([{ delayMs: 60_000 }]);
    await publish(caller('[{ Event: TicketCreate }]').replace(remote.url, hanging.url));
    await publish(caller('[{ Event: TicketCreate }]'), 'Other');
    const began = performance.now();
    const tickets = 12;
    await Promise.all(Array.from({ length: tickets }, create));
    // One after the other, they would take this long.
    expect(performance.now() - began).toBeLessThan(tickets * SYNC_LIMIT * 1_000);
    await remote.untilArrived(tickets);
    await hanging.close();
    await delivered();
    await publish(caller('[]'), 'Other');
  });

  it('do not change the answer when they fail, and are kept with the reason to be called again', async () => {
    await publish(caller('[{ Event: TicketCreate }]'));
    remote.script([{ status: 500, body: 'no' }]);
    expect((await create()).TicketID).toBeDefined();
    await delivered();
    const [failed] = await dead();
    expect(failed).toMatchObject({ consumer: 'service:Caller', name: 'TicketCreate', attempts: 1 });
    expect(failed?.error).toMatch(/Response code '500'\.$/);
    expect(failed?.data.Sent).toMatchObject({
      ...{ method: 'POST', url: `${remote.url}/told/TicketCreate`, status: 500, answer: 'no' },
      body: JSON.stringify({ TicketID: (failed?.data.Data as Data).TicketID }),
    });
    remote.script([{ status: 200, body: '{}' }]);
    await new EventAdministration(server.database).retry({ ids: [failed?.id ?? 0] }, new Date());
    await remote.untilArrived(1);
    await delivered();
    expect(await dead()).toEqual([]);
  });

  it('say where a redirect leads, which they do not follow', async () => {
    await publish(caller(ON_CREATE));
    remote.script([{ status: 301, headers: { Location: 'https://chat.example.org/told' }, body: 'moved' }]);
    await create();
    await delivered();
    const [failed] = await dead();
    expect(failed?.error).toMatch(
      /Response code '301'\. It redirects to https:\/\/chat\.example\.org\/told: redirects are not followed/,
    );
    expect(failed?.data.Sent).toMatchObject({ status: 301, redirect: 'https://chat.example.org/told' });
  });

  it('are called again as ErrorHandling plans it, while later events of the ticket pass', async () => {
    const rest = `  ErrorHandlingPriority: [Again]
  ErrorHandling: { Again: { Type: RequestRetry, ScheduleRetry: 1, RetryIntervalStart: 3, RetryIntervalFactor: 1, RetryCountMax: 1 } }`;
    await publish(
      caller('[{ Event: TicketCreate, Asynchronous: 1 }, { Event: ArticleCreate, Asynchronous: 1 }]', { rest }),
    );
    remote.script([
      { status: 500, body: 'no' },
      { status: 200, body: '{}' },
    ]);
    await create();
    await remote.untilArrived(3);
    expect(paths()).toEqual(['/told/TicketCreate', '/told/ArticleCreate', '/told/TicketCreate']);
    const keys = remote.arrived.map(({ headers }) => Object.fromEntries(headers)['Idempotency-Key']);
    expect(keys[2]).toBe(keys[0]);
    await untilTrue(async () => (await waiting()).length === 0);
    expect(await dead()).toEqual([]);
  });

  const again = (rest: string) =>
    `  ErrorHandlingPriority: [Again]\n  ErrorHandling: { Again: { Type: RequestRetry, ScheduleRetry: 1, RetryIntervalStart: 0, RetryIntervalFactor: 1, ${rest} } }`;

  it.each([
    [200, 'ok'],
    [202, ''],
    [200, '<html></html>'],
  ])('are not made again once they are accepted, here with status %d and %j', async (status, body) => {
    await publish(caller('[{ Event: TicketCreate }]', { rest: again('RetryCountMax: 3') }));
    remote.script([{ status, body }]);
    await create();
    await delivered();
    expect([remote.arrived.length, await waiting(), await dead()]).toEqual([1, [], []]);
  });

  it('are given up once they are accepted with an answer that a mapping cannot take, which the reason says', async () => {
    const mapping = `MappingInbound: { Type: Simple, Config: { ${KEEP} } }`;
    const config = caller(ON_CREATE, { rest: again('RetryCountMax: 3') });
    await publish(config.replace('Type: Generic::PassThrough', `Type: Generic::PassThrough\n      ${mapping}`));
    remote.script([{ status: 200, body: 'ok' }]);
    await create();
    await untilTrue(async () => (await dead()).length === 1);
    expect(remote.arrived).toHaveLength(1);
    expect((await dead())[0]?.error).toMatch(
      /parsing JSON data\. The answer is not JSON with content\. The other system has accepted the request with status 200 and the answer "ok", so the call is not made again by itself\. If the answer does not matter, write IgnoreAnswer: '1'/,
    );
  });

  it('are not made again before Retry-After', async () => {
    await publish(caller(ON_CREATE, { rest: again('RetryCountMax: 1') }));
    remote.script([{ status: 429, headers: { 'Retry-After': '3' }, body: 'slow' }, { status: 200 }]);
    await create();
    await remote.untilArrived(1);
    const began = performance.now();
    await remote.untilArrived(2);
    // The header counts whole seconds from when the answer arrived.
    expect(performance.now() - began).toBeGreaterThan(2_900);
    await untilTrue(async () => (await waiting()).length === 0);
    expect(await dead()).toEqual([]);
  });

  it('keep what headers of the data and placeholders of tokens have out of the log of failures', async () => {
    const headers = `StaticValue: { __RequestHeadersAppend: { X-Api-Key: key-of-the-data, X-JWT: <OTRS_JWT> } }`;
    const mapping = `MappingOutbound: { Type: Znuny, Config: { ${KEEP}, ${headers} } }`;
    const signing = `{ AuthType: JWT, JWTAuthAlgorithm: HS256, JWTAuthKeyFilePath: '${import.meta.filename}' }`;
    const more = `AdditionalHeaders: { Authorization: Key }\n      Authentication: ${signing}`;
    const config = caller(`${ON_CREATE}\n      ${mapping}`).replace("Timeout: '10'", `Timeout: '10'\n      ${more}`);
    await publish(`Gateway: { Profile: contract }\n${config}`);
    remote.script([{ status: 503, body: 'you sent key-of-the-data' }]);
    await create();
    await delivered();
    const sent = Object.fromEntries(remote.arrived[0]?.headers ?? []);
    expect(sent).toMatchObject({ 'X-Api-Key': 'key-of-the-data', 'X-JWT': expect.stringMatching(/^ey/) as string });
    const [failed] = await dead();
    const masked = { 'X-Api-Key': '*******', 'X-JWT': '*******' };
    expect(failed?.data.Sent).toMatchObject({ headers: masked, answer: 'you sent *******' });
  });

  it('are signed, and get secrets from variables of the environment that the definition names', async () => {
    process.env.TICKETGATE_SECRET_CHAT = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    process.env.TICKETGATE_SECRET_LOGIN = 'open-sesame';
    const login = '{ AuthType: BasicAuth, BasicAuthUser: gate, BasicAuthPassword: TICKETGATE_SECRET_LOGIN }';
    const config = caller(ON_CREATE).replace("Timeout: '10'", `Timeout: '10'\n      Authentication: ${login}`);
    await publish(`Gateway: { Requester: { Sign: { Secret: TICKETGATE_SECRET_CHAT } } }\n${config}`);
    await create();
    await remote.untilArrived(1);
    const headers = Object.fromEntries(remote.arrived[0]?.headers ?? []);
    const { 'webhook-id': id = '', 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
    expect(id).toBe(headers['Idempotency-Key']);
    const body = Buffer.from(remote.arrived[0]?.body ?? '');
    const key = Buffer.from(process.env.TICKETGATE_SECRET_CHAT.slice(6), 'base64');
    const expected = await signatureHeaders(body, { key, id, now: new Date(Number(time) * 1000) });
    expect(expected['webhook-signature']).toBe(signature);
    expect(headers.Authorization).toBe(`Basic ${Buffer.from('gate:open-sesame').toString('base64')}`);
    await delivered();
    remote.script([{ status: 503, body: 'you sent open-sesame' }]);
    await create();
    await delivered();
    const [failed] = await dead();
    expect(failed?.data.Sent).toMatchObject({ headers: { Authorization: '*******' }, answer: 'you sent *******' });
    await server.database.query('delete from ticketgate.event');
    delete process.env.TICKETGATE_SECRET_CHAT;
    await create();
    await delivered();
    expect((await dead())[0]?.error).toMatch(/has no variable TICKETGATE_SECRET_CHAT/);
    delete process.env.TICKETGATE_SECRET_LOGIN;
  });

  it.each(['utf8', 'latin1', 'utf16le'] as const)(
    'over SOAP hide their secrets, which a Fault in %s tells',
    async (encoding) => {
      const password = 'p&ss <"ä">';
      const escaped = 'p&amp;ss &lt;&quot;ä&quot;&gt;';
      const login = Buffer.from(`gate:${password}`, 'latin1').toString('base64');
      const config = `Debugger: { DebugThreshold: debug }
Requester:
  Transport:
    Type: HTTP::SOAP
    Config:
      Endpoint: ${remote.url}/soap?token=t0ken-in-url
      NameSpace: urn:x
      Timeout: '10'
      Authentication: { AuthType: BasicAuth, BasicAuthUser: gate, BasicAuthPassword: '${password}' }
  Invoker: { Tell: { Type: Generic::PassThrough, Events: ${ON_CREATE} } }
`;
      const name = { utf8: 'UTF-8', latin1: 'ISO-8859-1', utf16le: 'UTF-16' }[encoding];
      const fault = `<Fault><faultcode>Server</faultcode><faultstring>No ${escaped}, ${login}, t0ken-in-url</faultstring></Fault>`;
      const xml = `<?xml version="1.0" encoding="${name}"?><Envelope><Body>${fault}</Body></Envelope>`;
      const body = Buffer.from(encoding === 'utf16le' ? `\ufeff${xml}` : xml, encoding);
      remote.script([{ status: 500, bodyBase64: body.toString('base64') }]);
      await publish(config);
      await create();
      await delivered();
      expect(Object.fromEntries(remote.arrived[0]?.headers ?? []).Authorization).toBe(`Basic ${login}`);
      const [failed] = await dead();
      expect(failed?.error).toContain('faultstring: No *******, *******, *******');
      const contents = () => server.database.query('select subject, content from gi_debugger_entry_content');
      const isLogged = async () => JSON.stringify(await contents()).includes('XML data received');
      await untilTrue(isLogged);
      const shown = JSON.stringify([failed, await contents()]);
      await server.database.query('delete from gi_debugger_entry_content');
      for (const secret of [password, JSON.stringify(password).slice(1, -1), escaped, login, 't0ken-in-url'])
        expect(shown).not.toContain(secret);
    },
  );

  it('send nothing in test mode', async () => {
    await publish(caller('[{ Event: TicketCreate }]', { testMode: '1' }));
    await create();
    await delivered();
    expect(remote.arrived).toEqual([]);
  });

  it('of tickets send the members of the setting and all dynamic fields where they have no lists, and none for an empty list', async () => {
    const Attachment = { Filename: 'a.txt', ContentType: 'text/plain', Content: 'aGVsbG8=' };
    const parts = { Attachment, DynamicField: [{ Name: 'Remote', Value: 'R-1' }] };
    const entry = (lists: string) =>
      caller(ON_CREATE).replace('Type: Generic::PassThrough', `Type: Ticket::TicketUpdate${lists}`);
    const none = '\n      RequestArticleFields: []\n      RequestDynamicFieldsTicket: []';
    for (const [index, lists] of ['', none].entries()) {
      await publish(entry(lists));
      await call('create', { Ticket: TICKET, Article: { ...ARTICLE, TimeUnit: 2 }, ...parts });
      // It is sent by the definition of that time.
      await remote.untilArrived(index + 1);
    }
    const [whole, little] = bodies();
    const article = { Subject: ARTICLE.Subject, Body: ARTICLE.Body, TimeUnit: 2, Attachment: [{ Filename: 'a.txt' }] };
    expect(whole?.Ticket).toMatchObject({ Queue: TICKET.Queue, DynamicField: parts.DynamicField, Article: [article] });
    expect(little?.Ticket).toMatchObject({ Queue: TICKET.Queue });
    expect(little?.Ticket).not.toHaveProperty('DynamicField');
    expect(JSON.stringify((little?.Ticket as Data).Article)).not.toMatch(/Attachment|Subject/);
    await delivered();
  });

  it('of tickets leave out what a dynamic field cannot hold, and write the other values', async () => {
    const fields = 'Type: Ticket::TicketUpdate\n      DynamicFieldList: [Due, Remote]';
    await publish(caller('[{ Event: TicketCreate }]').replace('Type: Generic::PassThrough', fields));
    const [due, key] = [
      { Name: 'Due', Value: 'soon' },
      { Name: 'Remote', Value: 'R-1' },
    ];
    remote.script([{ status: 200, body: JSON.stringify({ Ticket: { DynamicField: [due, key] } }) }]);
    const { TicketID } = await create();
    const rows = await server.database.query(`select value_text from dynamic_field_value where object_id = $1`, [
      TicketID,
    ]);
    expect(rows).toEqual([{ value_text: 'R-1' }]);
  });

  it.each([
    ['streamed', ''],
    ['held for a mapping', `MappingOutbound: { Type: Simple, Config: { ${KEEP} } }`],
  ])('of tickets send attachments up to requester.maxBody, signed, %s', async (_how, mapping) => {
    const entry = `Type: Ticket::TicketUpdate\n      ${mapping}`;
    const signed = 'Gateway: { Requester: { Sign: { Secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw } } }\n';
    await publish(signed + caller(ON_CREATE).replace('Type: Generic::PassThrough', entry));
    const content = (bytes: number) => Buffer.alloc(bytes, 'ticket').toString('base64');
    const withFile = (bytes: number) => {
      const Attachment = { Filename: 'log.txt', ContentType: 'text/plain', Content: content(bytes) };
      return call('create', { Ticket: TICKET, Article: ARTICLE, Attachment });
    };
    await withFile(6_000);
    await remote.untilArrived(1);
    const [file] = bodies()[0]?.Attachment as readonly Data[];
    expect(file?.Content).toBe(content(6_000).replace(/.{1,76}/g, '$&\n'));
    const { body = '', headers = [] } = remote.arrived[0] ?? {};
    const sent = Object.fromEntries(headers);
    const now = new Date(Number(sent['webhook-timestamp']) * 1000);
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const signing = { key, id: sent['webhook-id'] ?? '', now };
    expect(sent).toMatchObject(await signatureHeaders(Buffer.from(body), signing));
    await withFile(40_000);
    await delivered();
    expect(remote.arrived).toHaveLength(1);
    expect((await dead())[0]?.error).toMatch(
      /^The payload has \d{5,6} bytes, and requester.maxBody of the configuration allows 30000\.$/,
    );
  });

  it('of tickets write answers into dynamic fields, and stop calling themselves by that', async () => {
    await publish(
      caller('[{ Event: TicketDynamicFieldUpdate_Remote, Asynchronous: 1 }]').replace(
        'Type: Generic::PassThrough',
        'Type: Ticket::TicketUpdate\n      TicketIdToDynamicField: Remote',
      ),
    );
    remote.script(Array.from({ length: 9 }, (_, index) => ({ status: 200, body: `{"TicketID":"R-${index}"}` })));
    const { TicketID } = await call('create', {
      Ticket: TICKET,
      Article: ARTICLE,
      DynamicField: { Name: 'Remote', Value: 'x' },
    });
    await remote.untilArrived(3);
    await delivered();
    const [row] = await server.database.query(`select value_text from dynamic_field_value where object_id = $1`, [
      TicketID,
    ]);
    expect([row, paths().length]).toEqual([{ value_text: 'R-2' }, 3]);
    expect(bodies()[0]).toMatchObject({
      TicketID: Number(TicketID),
      Ticket: { Title: 'Toner', Article: [{ Subject: 'S' }] },
    });
  });
});
