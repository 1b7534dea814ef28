import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defineOperation,
  definePlugin,
  type DeliveredEvent,
  type OperationContext,
  type PluginHost,
  type Snapshot,
} from '@ticketgate/sdk';
import { toEnglish } from '@ticketgate/sdk/schema';

import { makeServerFolder, startTestServer, untilTrue, type TestServer } from '../../../test/support/index.js';

import { findDifferences, listDifferences } from '../src/replaying/compare-answers.js';
import type { RecordedExchange } from '../src/debug-log/recorded-traffic.js';
import { playRequest, RequestPlayer } from '../src/replaying/play-requests.js';
import { ReplayRun } from '../src/replaying/replay-run.js';
import { TrialGateway } from '../src/trying/trial-gateway.js';
import { runCommand } from '../../ticketgate/test/run-command.js';

const SERVICE = `Debugger: { DebugThreshold: debug }
Gateway: { Profile: contract, ErrorStatus: http }
Provider:
  Operation:
    Create: { Type: 'Ticket::TicketCreate' }
    Queues: { Type: 'Catalogue::QueueList' }
    Login: { Type: 'Session::SessionCreate' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000
      RouteOperationMapping:
        Create: { Route: /ticket, RequestMethod: [POST] }
        Queues: { Route: /queues, RequestMethod: [GET] }
        Login: { Route: /session, RequestMethod: [POST] }
`;
const RENAMED = SERVICE.replace(
  "Queues: { Type: 'Catalogue::QueueList' }",
  "Queues: { Type: 'Catalogue::QueueList', MappingOutbound: { Type: Simple, Config: { KeyMapDefault: { MapType: Keep, MapTo: '' }, KeyMapExact: { Item: Entry }, ValueMapDefault: { MapType: Keep, MapTo: '' } } } }",
);

const reach = defineOperation({
  type: 'Test::Reach',
  summary: 'Writes, and asks another service.',
  effect: 'writes',
  input: { type: 'object', properties: {} },
  async run(_input, { database, fetch: ask }) {
    await database.query("update queue set comments = 'reached'");
    return ask('http://127.0.0.1:1/').then(
      () => ({ Reached: 'it' }),
      (error: unknown) => ({ Reached: String(error) }),
    );
  },
});

/** Tries to leave something behind that a rollback does not undo. */
const leave = defineOperation({
  type: 'Test::Leave',
  summary: 'Writes, locks, listens and ends its transaction.',
  effect: 'writes',
  input: { type: 'object', properties: {} },
  async run(_input, { database }) {
    await database.query("update queue set comments = 'left'");
    await database.query('select pg_advisory_lock(4711)');
    await database.query('listen left_behind');
    const attempts = [
      'commit',
      ' -- all of it\n/* now */ COMMIT work',
      'end',
      'rollback',
      'begin',
      'start  transaction',
    ];
    const refused: string[] = [];
    for (const text of attempts) {
      await database.query(text).catch((error: unknown) => refused.push(String(error)));
      await database.knex.raw(text).catch((error: unknown) => refused.push(String(error)));
    }
    return { Refused: refused.length === 2 * attempts.length, Why: refused[0] };
  },
});

const askQueues = defineOperation({
  type: 'Test::AskQueues',
  summary: 'Calls another operation.',
  effect: 'reads',
  input: { type: 'object', properties: {} },
  run: async (_input, { call }) => ({ ...(await call('Catalogue::QueueList', {})) }),
});

const LONG = { Text: 'long'.repeat(50_000) };
const answerLong = defineOperation({
  type: 'Test::AnswerLong',
  summary: 'Answers more than the debug log keeps.',
  effect: 'reads',
  input: { type: 'object', properties: {} },
  run: async () => LONG,
});

const NEW = {
  Ticket: { Title: 'Toner', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
  Article: { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf8' },
};
const ROOT = { type: 'User', userID: 1, login: 'root@localhost' } as const;
const DIFFERING = ['TicketID', 'TicketNumber', 'ArticleID'];

/** What became of the services of a plugin. */
const lives: string[] = [];

interface Counting {
  readonly reached: Snapshot<number>;
}

const startCounting = (host: PluginHost): Counting => {
  lives.push('started');
  return {
    reached: host.snapshot('reached', async (database) => {
      const rows = await database.query("select 1 from queue where comments = 'reached'");
      return rows.length;
    }),
  };
};

const countReached = defineOperation({
  type: 'Test::CountReached',
  summary: 'Counts what Test::Reach would leave, and leaves some.',
  effect: 'writes',
  input: { type: 'object', properties: {} },
  async run(_input, { database, services }: OperationContext<Counting>) {
    await database.query("update queue set comments = 'reached' where id = 1");
    return { Reached: await services.reached.current() };
  },
});

/** Events that reached a plugin. */
const heard: string[] = [];
const hear = ({ name }: DeliveredEvent): void => {
  heard.push(name);
};

describe('recorded requests', () => {
  const folder = makeServerFolder();
  let server: TestServer;
  const ids: Record<string, string> = {};
  let key = '';

  const run = (words: string) =>
    runCommand(words.split(' '), {
      environment: { DATABASE_URL: server.system.location.url, TICKETGATE_CONFIG: join(folder.path, 'gateway.yml') },
    });

  const call = async (name: string, path: string, body?: object): Promise<string> => {
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const query = body === undefined ? `?${new URLSearchParams(login).toString()}` : '';
    const response = await fetch(`${server.url}/Webservice/Recorded/${path}${query}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-Request-Id': `request-${name}`, 'Content-Type': 'application/json', 'Idempotency-Key': name },
      ...(body === undefined ? {} : { body: JSON.stringify({ ...login, ...body }) }),
    });
    ids[name] = response.headers.get('x-request-id') ?? '';
    return response.text();
  };

  const count = async (table: string) => {
    const [row] = await server.database.query<{ count: number }>(`select count(*) as count from ${table}`);
    return row?.count;
  };

  beforeAll(async () => {
    writeFileSync(join(folder.path, 'gateway.yml'), 'Settings: { CheckMXRecord: 0 }\n');
    server = await startTestServer({
      webServices: { Recorded: SERVICE },
      plugins: [
        definePlugin({
          name: 'reaching',
          operations: [reach, leave, askQueues, answerLong],
          events: { 'ticket.created': hear, 'article.created': hear },
        }),
        definePlugin({
          name: 'counting',
          services: startCounting,
          close: () => {
            lives.push('closed');
          },
          operations: [countReached],
        }),
      ],
      configuration: { Settings: { CheckMXRecord: 0 } },
    });
    key = await server.system.accounts.apiKeys.create({ name: 'replaying', agentID: 1, scope: 'admin' });
    await call('queues', 'queues');
    const created = await call('create', 'ticket', NEW);
    expect(created).toContain('TicketNumber');
    await call('wrong', 'ticket', { Ticket: {} });
    await call('login', 'session', {});
    await untilTrue(async () => (await count('ticketgate.debug_entry')) === 4);
  });

  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  /** Sends to the API of administrators. */
  const send = async (path: string, body: object) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const response = await fetch(`${server.url}/admin/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return response.json();
  };

  it('get the same answers again, by command and API, make no events, and their changes are undone', async () => {
    const tables = ['ticket', 'article', 'ticket_history', 'sessions', 'users', 'ticketgate.event'];
    const ours = ['idempotency_key', 'login_failure', 'audit'].map((table) => `ticketgate.${table}`);
    const counts = () => Promise.all([...tables, ...ours].map(count));
    await untilTrue(async () => (await count('ticketgate.event')) === 0);
    const before = await counts();
    // One ticket comes with the system. The other one has a key, and was told to the plugin.
    expect([before[0], before[6], heard]).toEqual([2, 1, ['ticket.created', 'article.created']]);
    const { code, output } = await run(`debug-log replay ${ids.create} --ignore ${DIFFERING.join(',')}`);
    expect([code, output]).toEqual([0, expect.stringMatching(/^same .* Create\n1 the same/)]);
    expect(await counts()).toEqual(before);
    const replayed = await send(`debug-log/${ids.create}/replay`, { ignore: DIFFERING });
    expect(replayed).toMatchObject({ operation: 'Create', kind: 'same', findings: [] });
    const body = JSON.stringify(NEW);
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'tried' };
    const tried = await send('try', { service: 'Recorded', method: 'POST', path: '/ticket', headers, body });
    expect(tried).toMatchObject({ answer: { body: expect.stringContaining('TicketNumber') as string } });
    expect(await counts()).toEqual(before);
    expect(heard).toHaveLength(2);
  });

  it('reach no other service, and keep nothing of a transaction', async () => {
    const config = SERVICE.replace('Catalogue::QueueList', 'Test::Reach');
    const options = {
      record: { id: 1, name: 'Recorded', config, validID: 1 },
      chooseCaller: () => Promise.resolve(ROOT),
      ignored: new Set<string>(),
    };
    const began = JSON.stringify({ Method: 'GET', URL: '/Webservice/Earlier/queues', Headers: {} });
    const contents = [
      { subject: 'Communication sequence started', content: began },
      { subject: 'Incoming data before mapping', content: '{}' },
    ];
    const head = { communicationID: '0'.repeat(32), method: 'GET', operation: 'Queues', caller: null };
    const end = { status: 200, errorCode: null, isTruncated: false, bytesReceived: 0 };
    const exchange: RecordedExchange = { ...head, ...end, contents };
    expect(await playRequest(server.system, options, exchange)).toMatchObject({
      findings: ['Reached: nothing → "Error: Replays and trials call no other services."'],
    });
    expect(await server.database.query("select 1 from queue where comments = 'reached'")).toEqual([]);
  });

  it('are compared whole, and go to the version though it has no BasePath that they were sent to', async () => {
    const config = SERVICE.replace('Catalogue::QueueList', 'Test::AnswerLong');
    const options = {
      record: { id: 1, name: 'Recorded', config, validID: 1 },
      chooseCaller: () => Promise.resolve(ROOT),
      ignored: new Set<string>(),
    };
    const began = JSON.stringify({ Method: 'GET', URL: '/shop/queues?a=1', Headers: {} });
    const contents = [
      { subject: 'Communication sequence started', content: began },
      { subject: 'Incoming data before mapping', content: '{}' },
      { subject: 'Outgoing data before mapping', content: JSON.stringify(LONG) },
    ];
    const head = {
      communicationID: '0'.repeat(32),
      method: 'GET',
      path: '/Webservice/Shop/queues',
      operation: 'Queues',
    };
    const end = { caller: null, status: 200, errorCode: null, isTruncated: false, bytesReceived: 0 };
    expect(await playRequest(server.system, options, { ...head, ...end, contents })).toEqual({
      kind: 'same',
      findings: [],
      findingMessages: [],
    });
  });

  const soap = `Provider: { Operation: { Reach: { Type: 'Test::Reach' } }, Transport: { Type: HTTP::SOAP, Config: { NameSpace: 'urn:r', MaxLength: 1000 } } }\n`;
  it.each([
    {
      what: 'the caller of a version that is locked to others and takes few requests',
      config: SERVICE.replace('Ticket::TicketCreate', 'Test::Reach').replace(
        'http }',
        'http, RateLimit: { Requests: 1, Seconds: 60 }, Authentication: { OnlyAgents: [erp] } }',
      ),
      path: '/ticket',
      type: 'application/json',
      body: '{"A":1}',
    },
    {
      what: 'SOAP',
      config: `Debugger: { DebugThreshold: debug }\n${soap}`,
      path: '',
      type: 'text/xml',
      body: '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><Reach xmlns="urn:r"/></Body></Envelope>',
    },
    {
      what: 'SOAP, as the gateway records it',
      config: `Debugger: { DebugThreshold: debug }\n${soap}`,
      path: '',
      type: 'text/xml',
      body: '{"Reach":{"Title":"Tür & Tor","List":["a","b"]}}',
    },
    {
      what: 'JSON that its client called XML',
      config: SERVICE.replace('Ticket::TicketCreate', 'Test::Reach'),
      path: '/ticket',
      type: 'application/xml',
      body: '{"A":1}',
    },
    {
      what: 'JSON that its client called XML, with a name that XML cannot have',
      config: SERVICE.replace('Ticket::TicketCreate', 'Test::Reach'),
      path: '/ticket',
      type: 'text/xml',
      body: '{"1 A":1}',
    },
  ])('are sent with $what', async ({ config, path, type, body }) => {
    const record = { id: 1, name: 'Recorded', config, validID: 1 };
    const player = new RequestPlayer(server.system, {
      record,
      chooseCaller: () => Promise.resolve(ROOT),
      ignored: new Set(),
    });
    const headers = { 'content-type': type, 'content-length': '2' };
    const began = JSON.stringify({ Method: 'POST', URL: `/Webservice/Recorded${path}`, Headers: headers });
    const contents = [
      { subject: 'Communication sequence started', content: began },
      { subject: 'Received data by provider', content: body },
      { subject: 'Incoming data before mapping', content: '{}' },
    ];
    const head = { communicationID: '0'.repeat(32), method: 'POST', operation: 'Create', caller: null };
    const exchange = { ...head, status: 200, errorCode: null, isTruncated: false, bytesReceived: 2, contents };
    const finding = 'Reached: nothing → "Error: Replays and trials call no other services."';
    for (const _time of [1, 2, 3]) expect((await player.play(exchange)).findings).toEqual([finding]);
    await player.close();
  });

  it('are sent to the tools of agents where they were calls of one', async () => {
    const config = SERVICE.replace(
      'http }',
      'http, MCP: { Operations: [Queues] }, Authentication: { Accept: [ApiKey] } }',
    );
    await server.system.services.save({ name: 'Tools', config, userID: 1, time: '2026-11-22 10:00:00' });
    const apiKey = await server.system.accounts.apiKeys.create({ name: 'agent', agentID: 1 });
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'Queues', arguments: {} } };
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'X-API-Key': apiKey,
      'X-Request-Id': 'request-tool',
    };
    const call = () =>
      fetch(`${server.url}/Webservice/Tools/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
    await untilTrue(async () => (await (await call()).text()).includes('Raw'));
    await untilTrue(async () =>
      (await run('debug-log list --service Tools --operation Queues')).output.includes('tool'),
    );
    const { code, output } = await run('debug-log replay request-tool');
    expect([code, output]).toEqual([0, expect.stringContaining('1 the same')]);
  });

  it('leave no lock, no listener and nothing that they tried to commit', async () => {
    const config = SERVICE.replace('Catalogue::QueueList', 'Test::Leave');
    await server.system.services.save({ name: 'Leaving', config, userID: 1, time: '2026-11-22 10:00:00' });
    const tried = await send('try', { service: 'Leaving', method: 'GET', path: '/queues' });
    expect(tried).toMatchObject({ refusal: null, errorCode: null });
    const trace = JSON.stringify(tried);
    expect(trace).toContain('Refused');
    expect(trace).toContain('would begin or end a transaction behind the back of the gateway');
    expect(trace).not.toMatch(/Refused\W+false/);
    const locks = "select 1 from pg_locks where locktype = 'advisory' and objid = 4711";
    expect(await server.database.query(locks)).toEqual([]);
    expect(await server.database.query("select 1 from queue where comments = 'left'")).toEqual([]);
    expect(
      await server.database.query('select 1 from pg_listening_channels() as name where name = $1', ['left_behind']),
    ).toEqual([]);
  });

  it('keep their caller in calls of other operations, though they came with a key that is masked', async () => {
    const asking = SERVICE.replace('Catalogue::QueueList', 'Test::AskQueues');
    const config = asking.replace('http }', 'http, Authentication: { Accept: [ApiKey] } }');
    await server.system.services.save({ name: 'Asking', config, userID: 1, time: '2026-11-22 10:00:00' });
    const headers = { 'X-API-Key': '*******' };
    const tried = await send('try', { service: 'Asking', method: 'GET', path: '/queues', headers });
    expect(tried).toMatchObject({ errorCode: null, answer: { body: expect.stringContaining('Raw') as string } });
  });

  it('share the services of plugins until their run ends, but nothing that was read of a transaction', async () => {
    lives.length = 0;
    const config = SERVICE.replace('Catalogue::QueueList', 'Test::CountReached');
    const trials = new ReplayRun(server.system);
    const request = { method: 'GET', url: '/Webservice/Recorded/queues', headers: {}, body: '' };
    const gateway = new TrialGateway(server.system, { id: 1, name: 'Recorded', config, validID: 1 });
    const reached = async () => {
      const { answer } = await trials.within((parts) => gateway.send(parts, { caller: ROOT, request }));
      return answer?.body;
    };
    expect(await reached()).toBe('{"Reached":1}');
    await server.database.query("update queue set comments = 'reached' where id in (2, 3)");
    expect(await reached()).toBe('{"Reached":3}');
    await server.database.query("update queue set comments = ''");
    expect(await reached()).toBe('{"Reached":1}');
    expect(lives).toEqual(['started']);
    await trials.close();
    expect(lives).toEqual(['started', 'closed']);
  });

  it('call nothing that writes where only what reads is wanted', async () => {
    const trials = new ReplayRun(server.system);
    const record = { id: 1, name: 'Recorded', config: SERVICE, validID: 1 };
    const gateway = new TrialGateway(server.system, record, { onlyReads: true });
    const request = { method: 'POST', url: '/Webservice/Recorded/ticket', headers: {}, body: JSON.stringify(NEW) };
    expect(await trials.within((parts) => gateway.send(parts, { caller: ROOT, request }))).toMatchObject({
      refusal: { message: 'It writes, and only requests that read were to be sent.' },
      errorCode: 'Admin.OnlyReads',
      answer: null,
    });
    await trials.close();
  });

  it('take numbers of tickets anew in each transaction, since others get those that were rolled back', async () => {
    const trials = new ReplayRun(server.system);
    const request = { method: 'POST', url: '/Webservice/Recorded/ticket', headers: {}, body: JSON.stringify(NEW) };
    const gateway = new TrialGateway(server.system, { id: 1, name: 'Recorded', config: SERVICE, validID: 1 });
    const numberOf = async () => {
      const { answer } = await trials.within((parts) => gateway.send(parts, { caller: ROOT, request }));
      return Number(/"TicketNumber":"\d{4}(\d+)"/.exec(answer?.body ?? '')?.[1]);
    };
    const before = await numberOf();
    await server.database.query(
      `insert into ticket_number_counter (counter, counter_uid, create_time)
       select max(counter) + 1000, 'taken', now() at time zone 'utc' from ticket_number_counter`,
    );
    expect(await numberOf()).toBeGreaterThanOrEqual(before + 1000);
    await trials.close();
  });

  it('are refused where their texts were cut, or where nothing but their end was recorded', async () => {
    const set = (change: string) =>
      server.database.query(`update ticketgate.debug_entry set ${change} where request_id = 'request-queues'`);
    await set('is_truncated = true');
    const cut = await run('debug-log replay request-queues');
    expect([cut.code, cut.output]).toEqual([1, expect.stringContaining('Its texts were cut')]);
    await set('is_truncated = false, operation = null');
    expect((await run('debug-log replay request-queues')).output).toContain('No route matched this request');
    await set(`operation = 'Queues'`);
  });

  it('are compared with the version that is asked for', async () => {
    const [published] = await server.database.query<{ id: number }>(
      `select history.id from gi_webservice_config_history history join gi_webservice_config config on config.id = config_id
       where name = 'Recorded'`,
    );
    const { code, output } = await run(`debug-log replay request-queues --version-id ${published?.id}`);
    expect([code, output]).toEqual([0, expect.stringContaining('1 the same, 0 different, 0 not replayed')]);
    expect((await run('debug-log replay request-queues --revision 999')).code).not.toBe(0);
  });

  it('test a version, and say what differs and what was not replayed', async () => {
    const traffic = join(folder.path, 'traffic.jsonl');
    writeFileSync(traffic, (await run('debug-log export --service Recorded')).output);
    const recorded = await run(`service test Recorded --with ${traffic} --recorded`);
    expect(recorded.output).toMatch(/^different .* Create\n {2}TicketID: /m);
    const good = await run(`service test Recorded --with ${traffic}`);
    expect([good.code, good.output]).toEqual([1, expect.stringContaining('3 the same, 0 different, 1 not replayed')]);
    expect(good.output).toContain('Session::SessionCreate does things that cannot be rolled back');
    const file = join(folder.path, 'renamed.yml');
    writeFileSync(file, RENAMED);
    writeFileSync(traffic, readFileSync(traffic, 'utf8').trimEnd().split('\n').at(-1) ?? '');
    const changed = await run(`service test Recorded --with ${traffic} --file ${file}`);
    expect(changed.code).toBe(1);
    expect(changed.output).toMatch(/^different .* Queues\n {2}Item: .* → nothing\n {2}Entry: nothing → /);
  });

  it('are exported one after the other, as many as were asked for', async () => {
    const idsOf = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { requestID: string }).requestID);
    const { output } = await run('debug-log export --service Recorded --limit 3');
    expect(idsOf(output)).toEqual(['request-login', 'request-wrong', 'request-create']);
    expect(idsOf((await run('debug-log export --text toner')).output)).toEqual(['request-create']);
    expect(await run('debug-log export --service Nowhere')).toMatchObject({ code: 2, output: '' });
    const file = join(folder.path, 'broken.jsonl');
    writeFileSync(file, `${output.split('\n')[0]}\n\n{}\n`);
    const broken = await run(`service test Recorded --with ${file}`);
    expect(broken.log).toContain(`Line 3 of ${file} is not a recorded request.`);
    const wordOf = async (words: string) => (await run(`debug-log export ${words}`)).log;
    expect(await wordOf('--service Recorded --limit 3')).toBe('There are more than 3 requests; --limit takes more.\n');
    expect(await wordOf('--service Recorded --limit 4')).toBe('');
    expect(await wordOf('--path /nowhere')).toContain('No recorded request matches.');
    writeFileSync(file, '');
    expect(await run(`service test Recorded --with ${file}`)).toEqual({
      code: 2,
      output: '',
      log: `ticketgate: Nothing was compared: ${file} has no recorded request.\n`,
    });
  });

  it('become commands without their secrets', async () => {
    const { output, log } = await run(`debug-log curl ${ids.wrong}`);
    expect(output).toContain(`curl -X POST '${server.url}/Webservice/Recorded/ticket'`);
    expect(output).toContain('"Password":"<SECRET>"');
    expect(output).not.toContain(server.rootPassword);
    expect(log).toBe(`The address ${server.url} is the one that the client used.\n`);
  });

  it('are listed by filters, in pages, as lines of JSON', async () => {
    const failed = await run(
      'debug-log list --service Recorded --error-code TicketCreate.MissingParameter --format jsonl',
    );
    const listed = failed.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(listed).toMatchObject([{ requestID: 'request-wrong', operation: 'Create', caller: 'root@localhost' }]);
    const text = await run('debug-log list --text toner --limit 1');
    expect(text.output).toContain('request-create');
    expect(text.log).not.toContain('Go on');
    expect((await run('debug-log list --limit 1')).log).toMatch(/^Go on with --before \d+\n$/);
    const oldest = await run('debug-log list --order oldest --limit 1');
    expect(oldest.output).toContain('request-queues');
    expect(oldest.log).toMatch(/^Go on with --order oldest --after \d+\n$/);
    const shown = await run('debug-log show request-create');
    expect(shown.output).toContain('"Title": "Toner"');
    expect(shown.output).not.toContain(server.rootPassword);
  });

  it('are looked for by a text within the day before --to', async () => {
    const age = (days: number) =>
      server.database.query(`update ticketgate.debug_entry set created_at = now() - make_interval(days => $1)`, [days]);
    await age(3);
    expect((await run('debug-log list --text toner --to 60h')).output).toContain('request-create');
    expect((await run('debug-log list --text toner --to 24h')).output).not.toContain('request-create');
    await age(0);
  });
});

it('answers are compared member by member', () => {
  const before = { A: [1, { B: 'x' }], C: 1, Age: 5 };
  const after = { A: [1, { B: 'y' }, 3], D: null, Age: 6 };
  expect(listDifferences(findDifferences(before, after, { ignored: new Set(['Age']) })).map(toEnglish)).toEqual([
    'A[1].B: "x" → "y"',
    'A[2]: nothing → 3',
    'C: 1 → nothing',
    'D: nothing → null',
  ]);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${index}`, index]));
  expect(listDifferences(findDifferences(many, {}, { ignored: new Set() })).at(-1)).toBe('… and 10 more');
});
