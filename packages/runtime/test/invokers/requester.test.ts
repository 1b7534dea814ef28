import { Destinations, loadWebService } from '@ticketgate/definition';
import { SecretNames, Trace } from '@ticketgate/gateway';
import { defineInvoker, OperationError, type Data } from '@ticketgate/sdk';

import {
  openTokens,
  callInvoker,
  openConnections,
  invokerTypes,
  type CallResult,
  type InvokerCall,
} from '../../src/invokers/call/index.js';
import { ANSWERS, Everywhere, Remote } from './remote.js';

let remote: Remote;
const connections = openConnections(new Everywhere());
const tokens = openTokens(
  connections,
  () => undefined,
  () => new Date(),
);

beforeAll(async () => {
  remote = await Remote.start();
});

afterAll(async () => {
  await connections.close();
  await remote.close();
});

const upper = defineInvoker({
  type: 'Example::Upper',
  summary: 'Sends a text in capitals.',
  prepare: (data) => ({ Text: String((data as Data).Text).toUpperCase() }),
  handle: (answer) => ({ ...(answer as Data), isHandled: true }),
});

/** As those of tickets, which get what went wrong as if it had been answered. */
const listener = defineInvoker({
  type: 'Example::Listener',
  summary: 'Hears of errors.',
  handlesErrors: true,
  prepare: (data) => data,
  handle: (answer) => answer,
});

/** Needs what is not there at the moment. */
const away = defineInvoker({
  type: 'Example::Away',
  summary: 'Reads the database.',
  prepare: () => {
    throw new OperationError('Database.Unavailable', 'The database cannot be reached.', { reason: 'Unavailable' });
  },
  handle: (answer) => answer,
});

const LINE = 'AAAA'.repeat(19);
const PIECE_LINES = 1_000;

/** Sends a long text, of as many lines as the data says. */
const long = defineInvoker({
  type: 'Example::Long',
  summary: 'Sends a long text.',
  prepare: (data, context) => {
    const lines = Number((data as Data).Lines);
    const read = async function* () {
      for (let left = lines; left > 0; left -= PIECE_LINES)
        yield await Promise.resolve(`${LINE}\\n`.repeat(Math.min(left, PIECE_LINES)));
    };
    return { File: { Content: context.stream({ length: lines * (LINE.length + 2), read }) } };
  },
  handle: (answer) => answer,
});

/** A mapping by a template whose result has this in its root. */
const xslt = (content: string) => {
  const declared = 'version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"';
  const Template = `<xsl:transform ${declared}><xsl:template match="/RootElement"><R>${content}</R></xsl:template></xsl:transform>`;
  return JSON.stringify({ Type: 'XSLT', Config: { Template } });
};

interface Asked extends Partial<Pick<InvokerCall, 'data' | 'past' | 'isAsynchronous' | 'isDryRun' | 'headers'>> {
  readonly command?: string;
  readonly controller?: string;
  readonly config?: string;
  /** Lines of the definition. */
  readonly host?: string;
  readonly timeout?: string;
  readonly type?: string;
  /** Of the entry of the invoker. */
  readonly entry?: string;
  readonly rest?: string;
  readonly maxBody?: number;
  readonly destinations?: Destinations;
}

const USUAL = {
  command: 'POST',
  controller: '/x',
  config: '',
  type: 'Generic::PassThrough',
  rest: '',
  timeout: "Timeout: '5'",
  entry: '',
  maxBody: 1_000_000,
};

async function call(asked: Asked): Promise<CallResult> {
  const {
    command,
    controller,
    config,
    host = `Host: ${remote.url}`,
    type,
    rest,
    timeout,
    entry,
    maxBody,
    destinations,
    ...how
  } = { ...USUAL, ...asked };
  const { webService } = loadWebService(`
Debugger: { DebugThreshold: debug }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      ${host}
      DefaultCommand: ${command}
      ${timeout}
      InvokerControllerMapping: { Inv: { Controller: '${controller}' } }
${config}
  Invoker: { Inv: { Type: '${type}', ${entry} } }
${rest}`);
  const now = new Date('2026-11-24T12:00:00Z');
  const trace = new Trace(
    { threshold: 'debug', testMode: false, secretNames: new SecretNames() },
    { now: () => now, indent: 0, describeRequest: () => undefined },
  );
  const requester = webService?.requester;
  if (requester === undefined) throw new Error('The definition cannot be read.');
  const { signal } = new AbortController();
  const own = destinations === undefined ? connections : openConnections(destinations);
  const called = callInvoker(
    { data: {}, ...how, requester, invoker: 'Inv', trace, signal },
    {
      types: invokerTypes([upper, listener, long, away]),
      connections: own,
      maxRetryAfter: 6 * 3_600,
      answers: ANSWERS,
      tokens,
      userAgent: 'Test',
      maxBody,
      makeContext: () => ({ now: () => now, settings: { text: () => 'UTC' } }) as never,
      now: () => now,
      formatTime: (moment) => moment.toISOString(),
    },
  );
  try {
    return await called;
  } finally {
    if (own !== connections) await own.close();
  }
}

function proxy(url: string): string {
  return `      Proxy: { UseProxy: 'Yes', ProxyHost: '${url}' }`;
}

/** Names are looked up before anything is refused. */
class LookedUp extends Destinations {
  override checkHost(): void {
    // Allowed.
  }
}

const list = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join(',');

/** Those of the first request that arrived, but for those of the connection. */
function ownHeaders(): Data {
  const headers = remote.arrived[0]?.headers.map(([name, value]) => [name.toLowerCase(), value] as const) ?? [];
  return Object.fromEntries(headers.filter(([name]) => !['host', 'connection', 'content-length'].includes(name)));
}

function failing(result: CallResult): string {
  return result.isSuccess ? 'success' : result.errorMessage;
}

describe('a call of an invoker', () => {
  beforeEach(() => {
    remote.script([{ status: 200, body: '{"Heard":1}' }]);
  });

  it('fills path and query, encoded, and sends the rest as JSON', async () => {
    const data = { TicketID: 7, Who: 'a b/c:d', Rest: [1.5, 1e-7, null, true, '\u2028'] };
    const result = await call({ controller: '/t/:TicketID/x:TicketID?who=:Who&fixed=1&none=:None', data });
    expect([result.isSuccess, result.data]).toEqual([true, { Heard: 1 }]);
    const [request] = remote.arrived;
    expect(request?.path).toBe('/t/7/x7?who=a%20b%2Fc%3Ad&fixed=1&none=:None');
    expect(request?.body).toBe('{"Rest":[1.5,1e-07,null,true,"\\u2028"]}');
  });

  it('percent-encodes what of a controller no address has, and leaves what is encoded', async () => {
    await call({ controller: '/a b/"<ü>"/%41|x~/:None#part' });
    expect(remote.arrived[0]?.path).toBe('/a%20b/%22%3C%C3%BC%3E%22/%41%7Cx~/:None');
  });

  it('takes definitions of earlier versions, which have no Timeout and other names for credentials', async () => {
    const config = '      Authentication: { Type: BasicAuth, User: gate, Password: open }';
    await call({ config, timeout: '' });
    await call({ config });
    const credentials = remote.arrived.map(({ headers }) => Object.fromEntries(headers).Authorization);
    expect(credentials).toEqual([`Basic ${Buffer.from('gate:open').toString('base64')}`, undefined]);
    expect(failing(await call({ timeout: "Timeout: ''" }))).toBe('REST Transport: Have no Timeout in config');
  });

  it('takes credentials of the host as they are, where they are not percent-encoded', async () => {
    const host = remote.url.replace('//', '//gate:50%@');
    await call({ config: `      Host: ${host}`, host: '' });
    const { Authorization } = Object.fromEntries(remote.arrived[0]?.headers ?? []);
    expect(Authorization).toBe(`Basic ${Buffer.from('gate:50%').toString('base64')}`);
  });

  it('refuses what an address cannot contain, instead of sending garbage', async () => {
    expect(failing(await call({ controller: '/t/:A', data: { A: { B: 1 } } }))).toBe(
      'The value of "A" is an object, which cannot be part of an address.',
    );
    const get = await call({ command: 'GET', data: { A: [[1]] } });
    expect(failing(get)).toMatch(/^"A" has an object or a list within, which a query cannot contain\./);
    expect(remote.arrived).toEqual([]);
  });

  it('sends what a stylesheet leaves empty as an empty text', async () => {
    await call({ command: 'GET', controller: '/t/:A', data: { A: {}, B: {}, C: [{}, 'c'] } });
    expect(remote.arrived.map(({ path }) => path)).toEqual(['/t/?B=&C=&C=c']);
  });

  it('refuses data that would lead to another place of the other system', async () => {
    expect(failing(await call({ controller: '/t/:A/x', data: { A: '..' } }))).toBe(
      'The data makes a segment "." or ".." in the address "/t/../x", which would lead elsewhere.',
    );
    await call({ controller: '/t/:A/../:B', data: { A: '...', B: '.b' } });
    expect(remote.arrived.map(({ path }) => path)).toEqual(['/t/.../../.b']);
  });

  it('sends the headers of the definition, but none that belong to the connection', async () => {
    const config =
      '      OutboundHeaders: { Common: { X-A: "1", Host: evil, Connection: close, Content-Length: "3" } }';
    await call({ config, data: { N: 1 }, headers: { 'Idempotency-Key': 'k' } });
    const headers = Object.fromEntries(
      remote.arrived[0]?.headers.map(([name, value]) => [name.toLowerCase(), value]) ?? [],
    );
    expect(headers).toMatchObject({ 'x-a': '1', 'idempotency-key': 'k', 'content-length': '7', 'user-agent': 'Test' });
    expect([headers.host, headers.connection]).toEqual([`127.0.0.1:${remote.port}`, 'keep-alive']);
  });

  it.each([
    ['znuny', '', 'application/json; charset=UTF-8', '{"A":"ü","L":["x","y"]}'],
    ['otobo', '', 'application/json', '{"A":"ü","L":["x","y"]}'],
    ['znuny', 'JSON', 'application/json', '{"A":"ü","L":["x","y"]}'],
    ['contract', 'FORM', 'application/x-www-form-urlencoded', 'A=%C3%BC&L=x&L=y'],
    ['znuny', 'XML', 'application/xml', '<?xml version="1.0" encoding="UTF-8"?>\n  <A>ü</A>\n  <L>x</L>\n  <L>y</L>\n'],
  ])('sends data in profile %s with the ContentType "%s" as %s', async (...asked) => {
    const [profile, form, type, body] = asked;
    const config = form === '' ? '' : `      ContentType: ${form}`;
    const { isSuccess } = await call({
      config,
      rest: `Gateway: { Profile: ${profile} }`,
      data: { A: 'ü', L: ['x', 'y'] },
    });
    expect([isSuccess, ownHeaders()['content-type'], remote.arrived[0]?.body]).toEqual([true, type, body]);
  });

  it('writes texts of a map within as attributes in XML, and refuses names that XML does not have', async () => {
    const config = '      ContentType: XML';
    const data = { B: { k: 'v & "w"', List: [1, { n: true }], a: null }, A: '<1>', Empty: {} };
    await call({ config, data });
    expect(remote.arrived[0]?.body.split('\n').slice(1)).toEqual([
      '  <A>&lt;1&gt;</A>',
      '  <B a="" k="v &amp; &quot;w&quot;">',
      '    <List>1</List>',
      '    <List n="1" />',
      '  </B>',
      '  <Empty />',
      '',
    ]);
    expect(failing(await call({ config, data: { 'a b': 1 } }))).toBe(
      '"a b" is not a name of an XML element. Map it to another one.',
    );
  });

  const CREDENTIALS = '      Authentication: { AuthType: BasicAuth, BasicAuthUser: gate, BasicAuthPassword: open }';
  const NAMED = `${CREDENTIALS}\n      AdditionalHeaders: { X-Team: helpdesk }`;

  it.each<[Data, Data, string]>([
    [{ __RequestHeaders: { 'X-Only': 1, Host: 'evil' } }, { 'x-only': '1' }, '{"A":"b c"}'],
    [
      { __RequestHeadersAppend: { 'Content-Type': 'text/x', 'X-None': null } },
      { 'content-type': 'text/x', 'x-team': 'helpdesk', authorization: 'Basic Z2F0ZTpvcGVu' },
      '{"A":"b c"}',
    ],
    [
      {
        __RequestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
        __RequestHeadersAppend: { 'X-B': '2' },
      },
      { 'content-type': 'application/x-www-form-urlencoded', 'x-b': '2' },
      'A=b+c',
    ],
  ])('takes headers and the form of the body from the data in profile znuny: %j', async (members, headers, body) => {
    await call({ config: NAMED, rest: 'Gateway: { Profile: znuny }', data: { ...members, A: 'b c' } });
    expect(ownHeaders()).toEqual({ ...headers, 'user-agent': 'Test' });
    expect(remote.arrived[0]?.body).toBe(body);
  });

  it('sends members named like headers as data in other profiles', async () => {
    const data = { __RequestHeaders: { 'X-Only': '1' } };
    await call({ data });
    expect(ownHeaders()['x-only']).toBeUndefined();
    expect(remote.arrived[0]?.body).toBe(JSON.stringify(data));
  });

  it('leaves out headers that have no value, also where Common has one', async () => {
    const config = '      OutboundHeaders: { Common: { X-A: ~, X-B: "1", X-C: "" }, Specific: { Inv: { X-B: ~ } } }';
    await call({ config });
    const own = remote.arrived[0]?.headers.filter(([name]) => name.startsWith('X-'));
    expect(own).toEqual([['X-C', '']]);
  });

  it('fails where the definition asks for Kerberos', async () => {
    const kerberos = (keytab: string) =>
      call({ config: `      Authentication: { AuthType: Kerberos, KerberosKeytab: ${keytab} }` });
    expect(failing(await kerberos('/nowhere/gate.keytab'))).toBe("'/nowhere/gate.keytab' does not exist.");
    expect(failing(await kerberos(import.meta.filename))).toMatch(/^Kerberos is not supported\./);
    expect(remote.arrived).toEqual([]);
  });

  it.each([
    ['Authentication: { AuthType: OAuth, Token: t }', 'AuthType is "OAuth", which is not supported.'],
    ['Authentication: { AuthType: BasicAuth, BasicAuthUser: helpdesk }', 'AuthType BasicAuth needs BasicAuthPassword.'],
    ['Authentication: { Type: BasicAuth, User: helpdesk, Password: p }', 'Authentication has no AuthType.'],
    ['Authentication: BasicAuth', 'Authentication is not a map.'],
    ['Proxy: { UseProxy: "Yes", ProxyHost: "http://127.0.0.1:1", ProxyUser: u }', 'ProxyUser needs ProxyPassword.'],
    ['SSL: { UseSSL: "Yes", SSLCertificate: /gate.pem }', 'SSLCertificate needs SSLKey.'],
  ])('sends nothing where credentials cannot be made: %s', async (config, message) => {
    expect(failing(await call({ config: `      ${config}` }))).toContain(message);
    expect(remote.arrived).toEqual([]);
  });

  it('sends nothing where Host has a user without a password', async () => {
    expect(failing(await call({ host: `Host: ${remote.url.replace('//', '//user@')}` }))).toContain(
      'Host has a user without a password.',
    );
    expect(remote.arrived).toEqual([]);
  });

  it.each([
    ['Authentication: { AuthType: "", BasicAuthUser: "", BasicAuthPassword: "" }'],
    ['Authentication: {}'],
    ['Proxy: { UseProxy: "No", ProxyUser: u }'],
    ['SSL: { UseSSL: "No", SSLCertificate: /gate.pem }'],
  ])('sends requests where no credentials are wanted: %s', async (config) => {
    expect((await call({ config: `      ${config}` })).isSuccess).toBe(true);
    expect(remote.arrived[0]?.headers.map(([name]) => name)).not.toContain('Authorization');
  });

  it('sends a query without placeholders only where the definition says so', async () => {
    const controller = '/messages?key=K&token=%2FT';
    const sent = async (rest: string) => {
      const { requests } = await call({ controller, rest, data: { N: 1 } });
      return requests.map(({ request }) => [request.path, request.isQueryDropped]);
    };
    expect(await sent('')).toEqual([['/messages', true]]);
    expect(await sent('Gateway: { Requester: { Query: always } }')).toEqual([['/messages?key=K&token=%2FT', false]]);
    expect(remote.arrived.map(({ path }) => path)).toEqual(['/messages', '/messages?key=K&token=%2FT']);
  });

  it('keeps the connection for the next call', async () => {
    const before = remote.connections;
    for (const data of [{ N: 1 }, { N: 2 }, { N: 3 }]) await call({ data });
    expect(remote.connections - before).toBeLessThanOrEqual(1);
  });

  it('prepares and handles by the invoker of a plugin', async () => {
    const result = await call({ type: 'Example::Upper', data: { Text: 'hallo' } });
    expect(remote.arrived[0]?.body).toBe('{"Text":"HALLO"}');
    expect(result.data).toEqual({ Heard: 1, isHandled: true });
    expect(failing(await call({ type: 'Example::Nobody', data: { N: 1 } }))).toBe(
      'InvokerObject could not be initialized',
    );
  });

  it('plans another attempt as ErrorHandling says, and none beyond its limits', async () => {
    remote.script([{ status: 500, body: 'x' }]);
    const rest = `  ErrorHandlingPriority: [Again]
  ErrorHandling:
    Again: { Type: RequestRetry, ScheduleRetry: 1, RetryIntervalStart: 60, RetryIntervalFactor: 2, RetryIntervalMax: 100, RetryCountMax: 3 }`;
    const first = await call({ rest, data: { N: 1 } });
    expect(first.retry).toMatchObject({ count: 1, interval: 60, plannedAt: new Date('2026-11-24T12:01:00Z') });
    const second = await call({ rest, data: { N: 1 }, past: first.retry ?? undefined });
    expect(second.retry).toMatchObject({ count: 2, interval: 100, plannedAt: new Date('2026-11-24T12:02:40Z') });
    const third = await call({ rest, data: { N: 1 }, past: { ...second.retry, count: 3 } as never });
    expect([third.retry, third.status]).toEqual([null, 500]);
    expect((await call({ data: { N: 1 } })).retry).toBeUndefined();
  });

  it('asks the next module too, unless StopAfterMatch says that it shall not', async () => {
    remote.script([{ status: 500, body: 'x' }]);
    const interval = async (stop: string) => {
      const module = { Type: 'RequestRetry', ScheduleRetry: 1, RetryIntervalFactor: 1 };
      const modules = {
        One: { ...module, RetryIntervalStart: 10, StopAfterMatch: stop },
        Two: { ...module, RetryIntervalStart: 20 },
      };
      const rest = `  ErrorHandlingPriority: [One, Two]\n  ErrorHandling: ${JSON.stringify(modules)}`;
      return (await call({ rest, data: { N: 1 } })).retry?.interval;
    };
    expect([await interval(''), await interval('0'), await interval('backend'), await interval('all')]).toEqual([
      20, 20, 10, 10,
    ]);
  });

  it('fails if the answer ends early, even if what arrived is JSON', async () => {
    remote.script([{ body: '{"Heard":1}', contentLength: 50 }, { contentLength: 50 }]);
    const [part, none] = [await call({ data: { N: 1 } }), await call({ data: { N: 1 } })];
    expect([failing(part), failing(none)]).toEqual([
      expect.stringMatching(/Error while parsing JSON data\.$/),
      ' No content provided.',
    ]);
    for (const { isAccepted, reason, requests } of [part, none]) {
      expect([isAccepted, requests[0]?.answer?.status]).toEqual([true, 200]);
      expect(reason).toMatch(/^There is no complete answer: /);
    }
  });

  it.each(['ok', '', '"done"', 'null', '<html>Welcome</html>', '{"a":', '\ufeff{}'])(
    'is a success with the answer %j where nothing in the definition needs it',
    async (body) => {
      remote.script([{ status: 202, body }]);
      expect(await call({ data: { N: 1 } })).toMatchObject({ isSuccess: true, errorMessage: '', data: {} });
    },
  );

  it('neither maps nor handles an answer that does not matter', async () => {
    const entry = `IgnoreAnswer: '1', MappingInbound: ${xslt('<a><xsl:value-of select="f()"/></a>')}`;
    remote.script([
      { body: 'ok' },
      { body: '{"Heard":1}' },
      { body: '{"Heard":1}', contentLength: 50 },
      { status: 500 },
    ]);
    const ended = [];
    for (const data of [{ N: 1 }, { N: 2 }, { N: 3 }, { N: 4 }]) {
      const { isSuccess, data: made } = await call({ type: 'Example::Upper', data, entry });
      ended.push([isSuccess, made]);
    }
    expect(ended).toEqual([
      [true, {}],
      [true, {}],
      [true, {}],
      [false, undefined],
    ]);
  });

  const mapped = `MappingInbound: ${xslt('<a><xsl:value-of select="f()"/></a>')}`;
  it.each([
    { what: 'JSON that a mapping cannot take', body: '{"a":1}', entry: mapped, stage: 'RequesterResponseMap' },
    { what: 'a text', body: 'ok', entry: mapped, stage: 'RequesterRequestPerform' },
    { what: 'nothing', body: '', entry: mapped, stage: 'RequesterRequestPerform' },
    { what: 'what it cannot handle', body: '{"a":1}', type: 'Test::Test', stage: 'RequesterResponseProcess' },
    { what: 'an unusual status', status: 226, body: '{"a":1}', stage: 'RequesterRequestPerform' },
  ])('that is accepted with $what is only made again where ErrorStageFilter names the stage', async (asked) => {
    const { body, status = 200, stage, entry = '', type = 'Generic::PassThrough' } = asked;
    remote.script([{ status, body }]);
    const again = { Type: 'RequestRetry', ScheduleRetry: 1, RetryIntervalStart: 60, RetryIntervalFactor: 2 };
    const made = async (filter: object) => {
      const rest = `  ErrorHandlingPriority: [Again]\n  ErrorHandling: ${JSON.stringify({ Again: { ...again, ...filter } })}`;
      return call({ data: { TicketNumber: '7' }, rest, entry, type });
    };
    const results = [
      await made({}),
      await made({ ErrorStageFilter: ['RequesterRequestMap'] }),
      await made({ ErrorStageFilter: [stage] }),
    ];
    expect(results.map(({ isSuccess, isAccepted, retry }) => [isSuccess, isAccepted, retry?.count])).toEqual([
      [false, true, undefined],
      [false, true, undefined],
      [false, true, 1],
    ]);
  });

  it.each([
    ['120', '12:02:00'],
    ['1', '12:01:00'],
    ['Tue, 24 Nov 2026 12:10:00 GMT', '12:10:00'],
    ['Tuesday, 24-Nov-26 12:10:00 GMT', '12:10:00'],
    ['Tue Nov 24 12:10:00 2026', '12:10:00'],
    ['Tue, 24 Nov 2026 11:00:00 GMT', '12:01:00'],
    ['31536000', '18:00:00'],
    ['9'.repeat(400), '18:00:00'],
    ['Wed, 24 Nov 2027 12:00:00 GMT', '18:00:00'],
    ['-5', '12:01:00'],
    ['1.5', '12:01:00'],
    ['soon 12', '12:01:00'],
    ['', '12:01:00'],
  ])('is not made again before Retry-After %j, within a limit, and keeps its own interval', async (header, time) => {
    remote.script([{ status: 429, headers: { 'Retry-After': header }, body: 'slow' }]);
    const again = { Type: 'RequestRetry', ScheduleRetry: 1, RetryIntervalStart: 60, RetryIntervalFactor: 2 };
    const modules = { Again: { ...again, RetryPeriodMax: 90 } };
    const rest = `  ErrorHandlingPriority: [Again]\n  ErrorHandling: ${JSON.stringify(modules)}`;
    const { retry } = await call({ rest, data: { N: 1 } });
    expect([retry?.plannedAt.toISOString(), retry?.interval]).toEqual([`2026-11-24T${time}.000Z`, 60]);
  });

  it('does not blame the other system for the time in which this process stood still', async () => {
    let answer: () => void = () => undefined;
    remote.script([{ after: new Promise<void>((resolve) => (answer = resolve)), body: '{"Heard":1}' }]);
    const calling = call({ data: { N: 1 }, timeout: "Timeout: '1'" });
    await remote.untilArrived(1);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    answer();
    expect(failing(await calling)).toBe('success');
  });

  it('ends at its time limit, and says so', async () => {
    remote.script([{ after: new Promise(() => undefined) }]);
    const { reason, isAccepted } = await call({ data: { N: 1 }, timeout: "Timeout: '0.2'" });
    expect([reason, isAccepted]).toEqual([
      'There is no complete answer: no answer within 0.2 seconds (Timeout).',
      false,
    ]);
  });

  it('asks no module of ErrorHandling about a failure of our own side', async () => {
    const again = { Type: 'RequestRetry', ScheduleRetry: 1, RetryIntervalStart: 60, RetryIntervalFactor: 2 };
    const rest = `  ErrorHandlingPriority: [Again]\n  ErrorHandling: ${JSON.stringify({ Again: again })}`;
    const { isSuccess, isOwnFault, retry } = await call({ type: 'Example::Away', data: { N: 1 }, rest });
    expect([isSuccess, isOwnFault, retry, remote.arrived]).toEqual([false, true, undefined, []]);
  });

  it('includes what the outbound mapping made in the inbound one, where there is one', async () => {
    const template = `<xsl:transform version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:template match="/RootElement"><R><Sent><xsl:value-of select="DataInclude/RequesterRequestMapOutput/N"/></Sent></R></xsl:template></xsl:transform>`;
    const mapping = { Type: 'XSLT', Config: { DataInclude: ['RequesterRequestMapOutput'], Template: template } };
    const inbound = `MappingInbound: ${JSON.stringify(mapping)}`;
    expect((await call({ data: { N: 1 }, entry: inbound })).data).toEqual({ Sent: {} });
    const keep = { MapType: 'Keep', MapTo: '' };
    const config = { KeyMapDefault: keep, ValueMapDefault: keep };
    const outbound = `MappingOutbound: ${JSON.stringify({ Type: 'Simple', Config: config })}`;
    expect((await call({ data: { N: 1 }, entry: `${inbound}, ${outbound}` })).data).toEqual({ Sent: '1' });
  });

  it.each([
    { lines: 2, length: '154', how: 'which it can look at' },
    { lines: 100_000, length: '60', how: 'of which it copies placeholders where they are large' },
  ])('maps long texts, $how', async ({ lines, length }) => {
    const content = '<Size><xsl:value-of select="string-length(File/Content)"/></Size><xsl:copy-of select="File"/>';
    const entry = `MappingOutbound: ${xslt(content)}`;
    const { errorMessage, reason } = await call({
      type: 'Example::Long',
      data: { Lines: lines },
      entry,
      maxBody: 10_000_000,
    });
    expect([errorMessage, reason]).toEqual(['', undefined]);
    const body = JSON.parse(remote.arrived[0]?.body ?? '') as Data;
    expect(body).toEqual({ Size: length, File: { Content: `${LINE}\n`.repeat(lines) } });
  });

  it('says what the message of the family does not about a mapping that fails', async () => {
    const outbound = await call({
      data: { N: 1 },
      entry: `MappingOutbound: ${xslt('<a><xsl:value-of select="f()"/></a>')}`,
    });
    expect([outbound.errorMessage, outbound.reason]).toEqual(['Could not map data', expect.stringContaining('f')]);
    expect((await call({ data: { N: 1 } })).reason).toBeUndefined();
  });

  it('maps what went wrong, with what ErrorHandling decided, for invokers that hear of it', async () => {
    remote.script([{ status: 500, body: 'x' }]);
    const template = `<xsl:transform version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:template match="/RootElement"><R><xsl:copy-of select="Fault"/><xsl:for-each select="DataInclude/RequesterErrorHandlingOutput">
<Again><xsl:value-of select="concat(ModuleName, '/', ModuleConfig/RetryIntervalStart, '/', ModuleData/ReSchedule)"/></Again>
</xsl:for-each></R></xsl:template></xsl:transform>`;
    const mapping = { Type: 'XSLT', Config: { DataInclude: ['RequesterErrorHandlingOutput'], Template: template } };
    const again = { Type: 'RequestRetry', ScheduleRetry: 1, RetryIntervalStart: 60, RetryIntervalFactor: 2 };
    const rest = `  ErrorHandlingPriority: [Again]\n  ErrorHandling: ${JSON.stringify({ Again: again })}`;
    const inbound = `MappingInbound: ${JSON.stringify(mapping)}`;
    const result = await call({ type: 'Example::Listener', data: { N: 1 }, rest, entry: inbound });
    expect(result.data).toEqual({ Fault: result.errorMessage, Again: 'Again/60/1' });
    expect(result.errorMessage).toMatch(/Response code '500'\.$/);
  });

  it.each([
    ['2026-11-25+01%3A02%3A03', '2026-11-25T01:02:03.000Z'],
    ['soon', '2026-11-24T12:05:00.000Z'],
  ])(
    'of Test::TestSimple is made again when the answer asks for that, unless a client waits (%s)',
    async (time, at) => {
      const body = JSON.stringify({ ResponseContent: `ReSchedule=1&ExecutionTime=${time}` });
      remote.script([{ status: 200, body }]);
      const asked = { type: 'Test::TestSimple', data: { N: 1 } };
      const { errorMessage, retry } = await call({ ...asked, isAsynchronous: true });
      expect([errorMessage, retry?.count, retry?.plannedAt.toISOString()]).toEqual(['Re-Scheduling...', 1, at]);
      expect((await call(asked)).retry).toBeNull();
    },
  );

  it('sends no body and no query that is larger than it may be', async () => {
    const result = await call({ data: { Text: 'ä'.repeat(10) }, maxBody: 30 });
    expect([failing(result), remote.arrived]).toEqual([
      'The payload has 31 bytes, and requester.maxBody of the configuration allows 30.',
      [],
    ]);
    expect((await call({ data: { Text: 'ä'.repeat(9) }, maxBody: 30 })).isSuccess).toBe(true);
    const query = await call({ command: 'GET', data: { Text: 'ä'.repeat(9) }, maxBody: 30 });
    expect(failing(query)).toMatch(/^The payload has 62 bytes/);
  });

  it.each([
    [
      'a program on this machine',
      () => `http://127.0.0.1:${remote.proxyPort}`,
      /is this machine itself\. List the host/,
    ],
    ['a program on this machine by its name', () => `http://localhost:${remote.proxyPort}`, /is this machine itself/],
    ['this server', () => 'http://127.0.0.1:8080', /127\.0\.0\.1:8080 .* is this server itself\./],
    ['a link-local address', () => 'http://169.254.169.254', /is an address that web services may never connect to/],
    ['no web server', () => 'socks5://127.0.0.1:1080', /does not begin with http:\/\/ or https:\/\//],
    ['no URL', () => 'proxy', /The ProxyHost "proxy" is not a URL/],
  ])('sends nothing through a proxy that is %s', async (_what, url, message) => {
    const destinations = new Destinations([], new Set([8080]));
    const result = await call({ host: 'Host: http://203.0.113.7', config: proxy(url()), destinations });
    expect(failing(result)).toMatch(message);
    expect(failing(result)).toMatch(/^The request was not sent: /);
    expect([result.status, result.requests[0]?.answer, remote.arrived]).toEqual([undefined, undefined, []]);
  });

  it('checks addresses of hosts and proxies again when it has looked up their names', async () => {
    const destinations = new LookedUp([]);
    const name = `http://localhost:${remote.port}`;
    expect(failing(await call({ host: `Host: ${name}`, destinations }))).toMatch(/is this machine itself/);
    const secure = { host: 'Host: https://203.0.113.7', config: proxy(`http://localhost:${remote.proxyPort}`) };
    expect(failing(await call({ ...secure, destinations }))).toMatch(/is this machine itself/);
    const plain = { ...secure, host: 'Host: http://203.0.113.7' };
    expect(failing(await call({ ...plain, destinations }))).toMatch(/is this machine itself/);
    expect(remote.arrived).toEqual([]);
  });

  it('sends nothing to link-local addresses or this server through a proxy that is listed', async () => {
    const config = proxy(`http://127.0.0.1:${remote.proxyPort}`);
    const listed = [`127.0.0.1:${remote.proxyPort}`, '169.254.169.254', '127.0.0.1:8080', 'chat.example.org'];
    const destinations = new Destinations(listed, new Set([8080]));
    const through = (host: string) => call({ host: `Host: ${host}`, data: { N: 1 }, config, destinations });
    expect(failing(await through('http://169.254.169.254'))).toMatch(/may never connect to/);
    expect(failing(await through('http://127.0.0.1:8080'))).toMatch(/is this server itself/);
    expect(failing(await through('http://other.example.org'))).toMatch(/is not in requester.allowedHosts/);
    expect(remote.arrived).toEqual([]);
    expect((await through('http://chat.example.org')).isSuccess).toBe(true);
    expect(remote.arrived).toMatchObject([{ via: 'proxy', path: 'http://chat.example.org/x' }]);
  });

  it('says in a dry run that a destination is not allowed', async () => {
    const destinations = new Destinations(['chat.example.org']);
    const result = await call({ data: { N: 1 }, isDryRun: true, destinations });
    expect([result.isSuccess, result.requests[0]?.refused?.message]).toEqual([
      true,
      `${remote.address} is not in requester.allowedHosts of the configuration. List the host there to allow it.`,
    ]);
  });

  it.each([
    ['20,001 members', `{${list(20_001, (at) => `"k${at}":1`)}}`, /more than 20000 members, which limits\.jsonKeys/],
    ['100,001 values', `[${list(100_000, () => '{}')}]`, /more than 100000 values, which limits\.jsonNodes/],
    ['513 levels', `${'['.repeat(513)}${']'.repeat(513)}`, /is nested deeper than 512 levels, which limits\.jsonDepth/],
    [
      'a number of 1,001 digits',
      `[${'1'.repeat(1_001)}]`,
      /a number of more than 1000 bytes, which limits\.jsonKeyLength/,
    ],
  ])('reads no answer with %s', async (_what, body, message) => {
    remote.script([{ status: 200, body }]);
    const result = await call({ data: { N: 1 } });
    expect(result.isSuccess).toBe(false);
    expect(result.reason).toMatch(message);
  });

  it('reads answers with as much as is allowed, and other texts of any shape', async () => {
    remote.script([{ status: 200, body: `[${list(99_999, () => '1')}]` }]);
    expect(await call({ data: { N: 1 } })).toMatchObject({ isSuccess: true });
    remote.script([{ status: 404, body: '['.repeat(200_000) }]);
    expect(failing(await call({ data: { N: 1 } }))).toMatch(/Response code '404'\.$/);
  });

  it('compares no more of an answer with the patterns of a mapping than of a request', async () => {
    const patterns = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`never${at}`, 'x']));
    const inbound = {
      Type: 'Simple',
      Config: { KeyMapRegEx: patterns, KeyMapDefault: { MapType: 'Keep' }, ValueMapDefault: { MapType: 'Keep' } },
    };
    remote.script([{ status: 200, body: `{${list(10_001, (at) => `"${at}":1`)}}` }]);
    const entry = `MappingInbound: ${JSON.stringify(inbound)}`;
    expect(failing(await call({ data: { N: 1 }, entry }))).toMatch(/more than 10000000 characters to compare/);
  });

  it('reads at most 10 MB of an answer', async () => {
    remote.script([{ status: 200, body: `"${'x'.repeat(10_000_001)}"` }]);
    const result = await call({ data: { N: 1 } });
    expect([result.isSuccess, result.isAccepted, result.reason]).toEqual([
      false,
      true,
      'There is no complete answer: the answer has more than 10000000 bytes.',
    ]);
  });
});
