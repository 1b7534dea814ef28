import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ServiceStore } from '@ticketgate/database';
import { isData, type Data } from '@ticketgate/sdk';
import { startTestDatabase, type TestDatabase, untilTrue } from '../support/index.js';
import { defaultConfiguration } from '@ticketgate/runtime';
import { renderStartReport, type RunningServer } from 'ticketgate';

import { runCommand } from '../../packages/ticketgate/test/run-command.js';
import { Remote } from '../../packages/runtime/test/invokers/remote.js';
import { AdminClient } from '../admin/admin-client.js';
import { catalogueOf, changeSetting, ORACLE, RECORDED_HOSTS, restoreHost } from './recorded-hosts.js';
import { ACCOUNT_LISTS, startAttached } from './start-attached.js';

const TICKET = {
  Title: 'Ink',
  Queue: 'Misc',
  State: 'new',
  Priority: '3 normal',
  CustomerUser: 'jane',
  Type: 'Incident',
};
const ARTICLE = { Subject: 'Ink', Body: 'It is empty.', ContentType: 'text/plain; charset=utf-8', TimeUnit: 2 };
const FILE = { Content: 'aGVsbG8=', ContentType: 'text/plain', Filename: 'a.txt' };
const CREATE = {
  Ticket: TICKET,
  Article: ARTICLE,
  Attachment: FILE,
  DynamicField: [
    { Name: 'ExternalRef', Value: 'R-1' },
    { Name: 'ArticleRef', Value: 'A-1' },
  ],
};
const LOGIN = { UserLogin: 'apiagent', Password: 'secret-Passw0rd' };
/** Every operation with a request for ticket 2 and its article. */
const CALLS: Readonly<Record<string, Data>> = {
  'Session::SessionCreate': LOGIN,
  'Ticket::TicketGet': { TicketID: 2, AllArticles: 1, DynamicFields: 1, Extended: 1, Attachments: 1 },
  'Ticket::TicketUpdate': { TicketID: 2, Ticket: { State: 'open' }, DynamicField: { Name: 'Impact', Value: 'low' } },
  'Ticket::TicketSearch': { Title: 'Ink', Fulltext: 'empty', DynamicField_ExternalRef: { Equals: 'R-1' } },
  'Ticket::TicketList': { Title: 'Ink', DynamicFields: 1 },
  'Ticket::TicketHistoryGet': { TicketID: 2 },
  'Ticket::ArticleGet': { ArticleID: 2 },
  'Ticket::AttachmentGet': { ArticleID: 2, FileID: 1 },
  'Catalogue::QueueList': LOGIN,
  'Catalogue::StateList': LOGIN,
  'Catalogue::PriorityList': LOGIN,
  'Catalogue::TypeList': LOGIN,
  'Catalogue::ServiceList': LOGIN,
  'Catalogue::DynamicFieldList': LOGIN,
  'Catalogue::DynamicFieldValues': { Name: 'Impact' },
  'Test::Test': LOGIN,
  'User::OutOfOffice': {
    ...{ UserLogin: 'root@localhost', Password: 'root' },
    OutOfOfficeEntries: [{ UserLogin: 'apiagent', StartDate: '2026-12-01', EndDate: '2026-12-02', OutOfOffice: 1 }],
  },
  'Ticket::TicketDelete': { TicketID: 2 },
};
/** What an administrator of the host has changed. */
const CHANGED = [
  { name: 'Ticket::SearchIndex::StopWords###xx', value: '---\n- Zebra\n' },
  { name: 'Ticket::SearchIndex::StopWords###yy', value: '---\n- Yak\n', isValid: 0 },
  { name: 'PreferencesGroups###Password', value: '---\nActive: 1\nPasswordMaxLoginFailed: 7\n' },
  { name: 'CheckEmailValidAddress', value: '--- shipped', isValid: 0 },
  { name: 'CustomerGroupSupport', value: '--- [' },
  { name: 'Ticket::IndexModule', value: '--- Kernel::System::Ticket::IndexAccelerator::StaticDB' },
  { name: 'Ticket::Frontend::AgentTicketZoom', value: '--- 1' },
];
const FAQ = 'FAQ::FAQSearch';
const TIME = 'Ticket::TimeAccountingGet';
const OTHERS = ['Ticket::TicketCreate', 'Session::SessionGet', 'Session::SessionRemove', FAQ, TIME];
const TYPES = [...OTHERS, ...Object.keys(CALLS)];
/** The environment of a request, as hosts record it. */
const HOST_REQUEST = `$VAR1 = {
  'CONTENT_TYPE' => 'application/json',
  'QUERY_STRING' => '',
  'REQUEST_METHOD' => 'POST',
  'REQUEST_URI' => '/nph-genericinterface.pl/Webservice/Recorded/TicketGet'
};
`;
const HOST_LOGIN = { TICKETGATE_HOST_LOGIN: LOGIN.UserLogin, TICKETGATE_HOST_PASSWORD: LOGIN.Password };
/** Entries of a debug log, as the recordings have them. */
const STORE_LOG = `
with log as (
  select entry, entry ->> 'id' as id from json_array_elements($1::json) entry where entry ->> 'service' = 'HelpSOAP'
), stored as (
  insert into gi_debugger_entry (communication_id, communication_type, remote_ip, webservice_id, create_time)
  select md5(log.id), 'Provider', '192.0.2.1', s.id, '2026-11-27 11:00:00' from log join gi_webservice_config s on s.name = 'HelpSOAP'
  order by log.id::int returning id, communication_id
)
insert into gi_debugger_entry_content (gi_debugger_entry_id, debug_level, subject, content, create_time)
select stored.id, c ->> 'level', c ->> 'subject', c ->> 'content', '2026-11-27 11:00:00'
from log join stored on stored.communication_id = md5(log.id), json_array_elements(entry -> 'contents') with ordinality as content (c, number)
order by stored.id, number`;

/** Requests without a body or an answer, of tickets that only the log has, and new sessions. */
const UNCOMPARABLE = /^Its body was not recorded|^No operation|^Who asks|cannot be rolled back/;

/** What `compare --json` prints. */
interface Compared {
  readonly same: number;
  readonly requests: readonly { readonly kind: string; readonly reason: string | null; readonly differences: object }[];
}

const LISTS = [
  ...['/services', ...ACCOUNT_LISTS, '/sessions', '/catalogue', '/api-keys'],
  ...['/audit', '/operations', '/plugins', '/replicas', '/debug-log', '/plugin-events'],
];

function definition(remote: string): string {
  const names = TYPES.map((type) => [type.replace(/^.*::/, ''), type] as const);
  const operations = names.map(([name, type]) => `    ${name}: { Type: '${type}' }`).join('\n');
  const routes = names.map(([name]) => `        ${name}: { Route: '/${name}', RequestMethod: [POST] }`).join('\n');
  return `Debugger: { DebugThreshold: debug }
Gateway: { Authentication: { Accept: [SessionID, UserLogin, CustomerUserLogin, ApiKey] } }
Provider:
  Operation:
${operations}
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: '1000000'
      RouteOperationMapping:
${routes}
Requester:
  Transport:
    Type: HTTP::REST
    Config: { Host: '${remote}', DefaultCommand: POST, Timeout: '10', InvokerControllerMapping: { Tell: { Controller: "/told/:Event" } } }
  Invoker:
    Tell:
      Type: Generic::PassThrough
      Events: [{ Event: TicketCreate }, { Event: ArticleDynamicFieldUpdate }, { Event: ArticleCreate }]
`;
}

const MAILS = `
select q.sender, q.recipient, q.raw_message as raw, p.body as plain, a_from as "from", a_subject as subject, a_body as body,
  a_message_id as id, md5(a_message_id) = a_message_id_md5 as "isFound", a.communication_channel_id as channel
from article a join article_data_mime m on m.article_id = a.id join ticket t on t.id = a.ticket_id
join mail_queue q on q.article_id = a.id join article_data_mime_plain p on p.article_id = a.id
where t.tn = $1 order by a.id`;

type MailRow = Readonly<Record<'sender' | 'recipient' | 'raw' | 'plain' | 'from' | 'subject' | 'body' | 'id', string>>;

function readMail(row: MailRow | undefined) {
  const { Header = '', Body = '' } = thawed(row?.raw ?? '');
  return { Header, Body, plain: Buffer.from(row?.plain ?? '', 'base64').toString() };
}

/** A map of texts as Perl's Storable reads it. */
function thawed(base64: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(base64, 'base64');
  const read = (at: number, length: number) => [bytes.subarray(at, at + length).toString(), at + length] as const;
  const members: [string, string][] = [];
  let at = 7;
  for (let left = bytes.readUInt32BE(3); left > 0; left -= 1) {
    const isShort = bytes[at] === 10;
    const [value, end] = isShort ? read(at + 2, bytes.readUInt8(at + 1)) : read(at + 5, bytes.readUInt32BE(at + 1));
    const [name, next] = read(end + 4, bytes.readUInt32BE(end));
    members.push([name, value]);
    at = next;
  }
  expect([...bytes.subarray(0, 3), at]).toEqual([5, 11, 3, bytes.length]);
  return Object.fromEntries(members);
}

for (const host of RECORDED_HOSTS)
  describe(`Attached to the database of ${host.name}`, () => {
    let test: TestDatabase;
    let server: RunningServer;
    let folder: string;
    let remote: Remote;
    let before: Awaited<ReturnType<typeof catalogueOf>>;
    let key: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'ticketgate-host-'));
      remote = await Remote.start();
      test = await startTestDatabase({ migrations: [] });
      await restoreHost(test.url, host);
      before = await catalogueOf(test.database);
      for (const setting of CHANGED) await changeSetting(test.database, setting);
      const service = { name: 'Whole', config: definition(remote.url), userID: 1, time: '2026-11-27 10:00:00' };
      const config = service.config.replace(/^Requester:[^]*/m, '');
      await new ServiceStore(test.database).save(service);
      await new ServiceStore(test.database).save({ ...service, name: 'Recorded', config });
      const { requester } = defaultConfiguration(folder);
      server = await startAttached(
        { folder, url: test.url },
        { Settings: host.settings, requester: { ...requester, enabled: 'on', allowedHosts: [remote.address] } },
      );
      key = await server.report.system.accounts.apiKeys.create({ name: 'whole', agentID: 1 });
    });

    afterAll(async () => {
      await server.stop();
      await test.stop();
      await remote.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const post = (type: string, body: Data, headers: Readonly<Record<string, string>> = { 'X-API-Key': key }) =>
      fetch(`${server.url}/Webservice/Whole/${type.replace(/^.*::/, '')}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const call = async (type: string, body: Data): Promise<Data> => {
      const answer: unknown = await (await post(type, body)).json();
      return isData(answer) ? answer : {};
    };

    it('is named by the start report, the administration and doctor, without a difference', async () => {
      expect(renderStartReport(server.report)).toContain(`(attached to ${host.name}, whose tables are never altered)`);
      const client = new AdminClient(server.url);
      await client.logIn('root@localhost', 'root');
      const named = { hostSystem: host.name, hostDifferences: [], timeZone: 'UTC' };
      expect(await client.get('GET /system')).toMatchObject(named);
      const { output } = await runCommand(['doctor'], { environment: { DATABASE_URL: test.url } });
      expect(output).toContain(`Attached to ${host.name}, which is known in all parts.`);
    });

    it('creates a ticket once for an Idempotency-Key, and tells the invoker as its host does', async () => {
      const headers = { 'X-API-Key': key, 'Idempotency-Key': 'once' };
      const first: unknown = await (await post('Ticket::TicketCreate', CREATE, headers)).json();
      expect(first).toMatchObject({ TicketID: '2', TicketNumber: expect.stringMatching(/^\d{16}$/) as string });
      expect(await (await post('Ticket::TicketCreate', CREATE, headers)).json()).toEqual(first);
      await remote.untilArrived(3);
      const isOfZnuny = host.profile === 'znuny';
      const [, type] = remote.arrived[0]?.headers.find(([name]) => /^content-type$/i.test(name)) ?? [];
      expect(type).toBe(isOfZnuny ? 'application/json; charset=UTF-8' : 'application/json');
      const told = remote.arrived.map(({ path, body }) => [path, JSON.parse(body) as Data] as const);
      expect(told).toHaveLength(3);
      const { '/told/ArticleCreate': { OldTicketData: old } = {}, ...others } = Object.fromEntries(told);
      const field = { FieldName: 'ArticleRef', Value: 'A-1', OldValue: null, UserID: 1 };
      expect(others).toEqual({
        '/told/TicketCreate': { TicketID: 2 },
        '/told/ArticleDynamicFieldUpdate': { TicketID: 2, ArticleID: 2, ...field },
      });
      expect(old).toMatchObject({
        DynamicField_ExternalRef: 'R-1',
        ...(isOfZnuny ? {} : { DynamicField_Impact: null }),
      });
      expect(Object.keys(old ?? {}).includes('DynamicField_Impact')).toBe(!isOfZnuny);
    });

    it('runs every operation with the answers of its host', async () => {
      const { SessionID } = await call('Session::SessionCreate', LOGIN);
      expect(await call('Session::SessionGet', { SessionID })).toMatchObject({
        SessionData: expect.any(Array) as object,
      });
      expect(await call('Session::SessionRemove', { SessionID })).toEqual({ Success: 1 });
      // The key is root's, whom Znuny gives the group.
      expect(await call(TIME, LOGIN)).toMatchObject({
        Error: { ErrorCode: expect.stringMatching(/NoPermission|MissingParameter/) as string },
      });
      for (const [type, body] of Object.entries(CALLS)) {
        const response = await post(type, body);
        const text = await response.text();
        expect([type, response.status, text.includes('"Error"') ? text : '']).toEqual([type, 200, '']);
      }
      const left = await test.database.query('select id from ticket where id = 2');
      expect(left).toEqual([]);
    });

    it('runs all operations that there are, but for the FAQ, whose tables this host lacks', async () => {
      const client = new AdminClient(server.url);
      await client.logIn('root@localhost', 'root');
      const { items } = await client.get('GET /operations');
      const types = (items as readonly { readonly type: string }[]).map(({ type }) => type);
      expect(types.sort()).toEqual([...TYPES].sort());
      expect(await call(FAQ, { What: 'ink' })).toEqual({
        Error: {
          ErrorCode: 'FAQ.NotInstalled',
          ErrorMessage: 'The system behind this service has no FAQ. Install its FAQ package, or remove the route.',
        },
      });
    });

    it('compares what the host itself has recorded', async () => {
      const [service] = await test.database.query<{ id: number }>(
        `select id from gi_webservice_config where name = 'Recorded'`,
      );
      const [entry] = await test.database.query<{ id: string }>(
        `insert into gi_debugger_entry (communication_id, communication_type, remote_ip, webservice_id, create_time)
         values (md5('host'), 'Provider', '192.0.2.1', $1, '2026-11-27 11:00:00') returning id`,
        [service?.id],
      );
      const body = JSON.stringify({ UserLogin: 'jim', Password: 'unknown', TicketID: 1, AllArticles: 1 });
      const recorded = [
        ['Communication sequence started', HOST_REQUEST],
        ['Received data by provider from remote system', body],
        [`Detected operation 'TicketGet'`, 'No data provided'],
        ['Returning provider data to remote system (HTTP Code: 200)', '{"Ticket":[]}'],
      ];
      for (const [subject, content] of recorded)
        await test.database.query(
          `insert into gi_debugger_entry_content (gi_debugger_entry_id, debug_level, subject, content, create_time)
           values ($1, 'debug', $2, $3, '2026-11-27 11:00:00')`,
          [entry?.id, subject, content],
        );
      const environment = { ...HOST_LOGIN, DATABASE_URL: test.url, TICKETGATE_DATA: folder };
      const words = ['compare', 'Recorded', '--host-url', `${server.url}/nph-genericinterface.pl`];
      const { output } = await runCommand(words, { environment });
      expect(output).toBe('same  POST /TicketGet  TicketGet\n1 the same, 0 different, 0 skipped\n');
    });

    // The log is of an OTOBO, under PSGI.
    const whereRecorded = host.profile === 'otobo' ? it : it.skip;

    whereRecorded('compares what a host has recorded of SOAP, or says why it does not', async () => {
      // The command has no settings of the test.
      await changeSetting(test.database, { name: 'CheckMXRecord', value: "--- '0'" });
      const config = readFileSync(join(ORACLE, 'soap', 'definitions', 'SOAPStock.yml'), 'utf8');
      await new ServiceStore(test.database).save({
        ...{ name: 'HelpSOAP', userID: 1, time: '2026-11-27 10:00:00' },
        config: config.replace('  Operation:\n', '  Operation:\n    TicketGetList: { Type: Ticket::TicketGet }\n'),
      });
      const log = gunzipSync(readFileSync(join(ORACLE, 'compare', 'otobo-soap.jsonl.gz'))).toString();
      await test.database.query(STORE_LOG, [`[${log.trim().replaceAll('\n', ',')}]`]);
      const words = ['compare', 'HelpSOAP', '--limit', '100', '--rate', '100', '--json'];
      const { output } = await runCommand([...words, '--host-url', `${server.url}/nph-genericinterface.pl`], {
        environment: { ...HOST_LOGIN, DATABASE_URL: test.url, TICKETGATE_DATA: folder },
      });
      const { requests, ...counts } = JSON.parse(output) as Compared;
      expect(counts.same).toBeGreaterThan(50);
      const unlike = requests.filter(({ kind }) => kind === 'different').map(({ differences }) => differences);
      // A DOCTYPE, which we refuse.
      expect(unlike).toEqual([[{ kind: 'status', place: 'the status', host: '200', ours: '500' }]]);
      const reasons = requests.flatMap(({ reason }) => (reason === null || UNCOMPARABLE.test(reason) ? [] : [reason]));
      expect(reasons).toEqual([]);
    });

    it('keeps its requests in the debug log, and lists everything for administrators', async () => {
      const client = new AdminClient(server.url);
      await client.logIn('root@localhost', 'root');
      await untilTrue(async () => (await test.database.query('select id from gi_debugger_entry')).length > 0);
      for (const path of LISTS)
        expect([path, (await client.get(`GET ${path}`)).items]).toEqual([path, expect.any(Array)]);
      for (const { key: kind } of server.report.system.plugins.flatMap(({ catalogue }) => catalogue ?? []))
        expect([kind, (await client.get(`GET /catalogue/${kind}`)).items]).toEqual([kind, expect.any(Array)]);
      expect((await client.get('GET /catalogue/Groups')).items).toContainEqual(
        expect.objectContaining({ name: 'users' }),
      );
      expect((await client.get('GET /agents/apiagent/access')).permissions).toContainEqual(
        expect.objectContaining({ group: 'users', permission: 'rw' }),
      );
      expect(await client.get('GET /settings')).toMatchObject({
        settings: expect.arrayContaining([
          expect.objectContaining({ name: Object.keys(host.settings).at(-1), value: 'UTC' }),
        ]) as object,
      });
    });

    it('reads the settings of its administrator, and doctor names those that it does not read', async () => {
      const { settings } = server.report.system;
      const names = ['PasswordMaxLoginFailed', 'CheckEmailValidAddress', 'CustomerGroupSupport'];
      expect(names.map((name) => settings.get(name))).toEqual([7, null, 0]);
      const stopWords = settings.get('Ticket::SearchIndex::StopWords');
      expect(stopWords).toMatchObject({ xx: ['Zebra'] });
      expect(stopWords).not.toHaveProperty('yy');
      const { output } = await runCommand(['doctor'], { environment: { DATABASE_URL: test.url } });
      expect(output).toMatch(/The host has changed settings without an effect here: Ticket::IndexModule\./);
    });

    it('writes articles by the settings of its administrator, as soon as they have changed', async () => {
      const comment = 'GenericInterface::Operation::TicketCreate###HistoryComment';
      await changeSetting(test.database, { name: 'Ticket::Frontend::TextAreaNote', value: "--- '12'\n" });
      await changeSetting(test.database, { name: comment, value: '--- Made elsewhere\n' });
      const { settings } = server.report.system;
      await untilTrue(() => Promise.resolve(settings.text(comment) === 'Made elsewhere'));
      const Article = { ...ARTICLE, Body: '<p>The zebra drinks ink</p>', ContentType: 'text/html; charset=utf-8' };
      const { ArticleID } = await call('Ticket::TicketCreate', { Ticket: TICKET, Article });
      const [row] = await test.database.query(
        `select a_body as body, h.name as comment, i.article_value as words, search_index_needs_rebuild as again
         from article a join article_data_mime m on m.article_id = a.id join ticket_history h on h.article_id = a.id
         join article_search_index i on i.article_id = a.id and article_key = 'MIMEBase_Body'
         where a.id = $1 order by h.id limit 1`,
        [ArticleID],
      );
      const words = expect.stringMatching(/^(?:the )?drinks ink$/) as string;
      expect(row).toEqual({ body: '\nThe zebra\ndrinks ink\n\n', comment: 'Made elsewhere', words, again: 1 });
    });

    const mail = {
      ...{ ...ARTICLE, Subject: 'Re: Größe', ArticleSend: 1 },
      ...{ To: 'Ink <ink@customer.org>', Cc: 'ünal@customer.org', Bcc: 'pen@customer.org' },
    };
    // Other hosts ignore the member.
    const whereSent = host.profile === 'znuny' ? it : it.skip;

    whereSent('stores nothing of a mail that its queue cannot send, or that must be signed', async () => {
      const tickets = () => test.database.query('select id from ticket');
      const before = await tickets();
      const unsigned = { ...mail, From: 'desk@customer.org', Sign: { Backend: 'PGP' } };
      const long = { ...mail, From: `desk@${'customer.'.repeat(30)}org` };
      for (const Article of [mail, unsigned, long]) {
        const response = await post('Ticket::TicketCreate', { Ticket: TICKET, Article });
        expect([response.status, await response.text()]).toEqual([
          500,
          expect.stringContaining('Article could not be created, please contact the system administrator'),
        ]);
      }
      const Cc = Array(1000).fill('ink@customer.org').join();
      expect(await call('Ticket::TicketCreate', { Ticket: TICKET, Article: { ...mail, Cc } })).toMatchObject({
        Error: { ErrorMessage: expect.stringMatching(/To, Cc and Bcc has 1002 addresses; at most/) as string },
      });
      expect(await tickets()).toEqual(before);
    });

    whereSent('queues mails for its daemon, with subjects, senders and signatures as it makes them', async () => {
      await test.database.query(`update system_address set value0 = 'desk@customer.org', value1 = 'Desk, "blue"'`);
      const create = { Ticket: TICKET, Article: mail, Attachment: FILE };
      const { TicketNumber } = await call('Ticket::TicketCreate', create);
      const unsigned = { ...mail, AppendSignatureToBody: 0 };
      await call('Ticket::TicketUpdate', { TicketNumber, Article: unsigned });
      const own = {
        ...ARTICLE,
        Attachment: [
          { ...FILE, Filename: 'own.txt' },
          { ...FILE, Filename: 'first.txt' },
        ],
      };
      await call('Ticket::TicketUpdate', { TicketNumber, Article: own, Attachment: FILE });
      const [first, second, ...others] = await test.database.query<MailRow>(MAILS, [TicketNumber]);
      expect(first).toMatchObject({
        ...{ sender: 'desk@customer.org', recipient: 'ink@customer.org,ünal@customer.org,pen@customer.org' },
        subject: `[Ticket#${String(TicketNumber)}] Größe`,
        from: '"Desk, "blue"" <desk@customer.org>',
        ...{ channel: 1, isFound: true },
      });
      expect(first?.body).toMatch(/^It is empty\.\n[^]*Admin Znuny/);
      expect([second?.sender, second?.body, others]).toEqual(['desk@customer.org', ARTICLE.Body, []]);
      const { Header, Body, plain } = readMail(first);
      expect(Header).toMatch(/^From: ".*" <desk@customer\.org>$/m);
      expect(Header).toContain(`Message-ID: ${String(first?.id)}`);
      expect(Header).not.toContain('pen@customer.org');
      expect(Body).toContain(FILE.Content);
      expect(plain).toBe(`${Header}\n${Body}`);
      const indexed = await test.database.query(
        `select article_value as names from article_search_index join ticket on ticket.id = ticket_id
         where tn = $1 and article_key = 'MIMEBase_AttachmentName' order by article_id`,
        [TicketNumber],
      );
      expect(indexed).toEqual([{ names: FILE.Filename.toLowerCase() }, { names: 'first.txt own.txt' }]);
    });

    it('gets indexes, and nothing else of its schema ever changes', async () => {
      const environment = { DATABASE_URL: test.url, TICKETGATE_DATA: folder };
      expect(await catalogueOf(test.database)).toEqual(before);
      expect((await runCommand(['indexes', '--apply'], { environment })).output).toMatch(
        /^made ticketgate_ticket_title_lower$/m,
      );
      expect(await catalogueOf(test.database)).not.toEqual(before);
      // The extension for searches with wildcards has functions only.
      const others = (await catalogueOf(test.database)).filter(
        ({ kind, text }) => kind !== 'function' && !text.includes('ticketgate_'),
      );
      expect(others).toEqual(before.filter(({ kind }) => kind !== 'function'));
    });
  });

// A file without any test would fail.
const itWithoutHosts = RECORDED_HOSTS.length === 0 ? it.skip : undefined;
itWithoutHosts?.('needs the database of a host', () => undefined);
