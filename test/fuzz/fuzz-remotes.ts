import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Destinations, loadWebService } from '@ticketgate/definition';
import { SecretNames, Trace } from '@ticketgate/gateway';
import {
  openTokens,
  callInvoker,
  type Connections,
  openConnections,
  invokerTypes,
  type AnswerLimits,
} from '@ticketgate/runtime/invokers/call';

import type { Finding } from './finding.js';
import type { Random } from './random.js';
import { anyText, anyValue } from './values.js';

/** Milliseconds of processor time that one call may take, with the other system, which is in the same process. */
const ALLOWED = 3000;
const SECRET = 'fuzzed-Secret/79 &c';
const LIMITS: AnswerLimits = {
  json: { nodes: 100_000, keys: 20_000, keyLength: 1_000, depth: 512 },
  mappingCharacters: 10_000_000,
  reserve: () => Promise.resolve(),
};

export interface RemoteOutcome {
  readonly called: number;
  readonly findings: readonly Finding[];
  /** The longest that a call took, in milliseconds of processor time. */
  readonly slowest: number;
}

/** Calls other systems that answer anything, through proxies that are not allowed, with templates that are wrong in all ways. */
export async function fuzzRemotes(
  random: Random,
  { count, seconds }: { readonly count: number; readonly seconds: number },
): Promise<RemoteOutcome> {
  let answer: Buffer = Buffer.alloc(0);
  let forbidden = 0;
  const remote = await listen(createServer((socket) => void socket.on('error', ignore).end(answer)));
  const unlisted = await listen(
    createServer((socket) => {
      forbidden += 1;
      socket.destroy();
    }),
  );
  const destinations = new Destinations([`127.0.0.1:${portOf(remote)}`]);
  const connections = openConnections(destinations);
  const findings: Finding[] = [];
  const end = performance.now() + seconds * 1000;
  let [called, slowest] = [0, 0];
  for (; called < count && performance.now() < end; called += 1) {
    answer = anyAnswer(random);
    const definition = anyDefinition(random, { remote: portOf(remote), unlisted: portOf(unlisted) });
    const began = process.cpuUsage();
    const fault = await faultOf(definition, connections);
    const milliseconds = process.cpuUsage(began).user / 1000;
    slowest = Math.max(slowest, milliseconds);
    const others = [
      ...(forbidden > 0 ? ['a program that is not listed was reached'] : []),
      ...(milliseconds > ALLOWED ? [`the call took ${Math.round(milliseconds)} ms`] : []),
    ];
    for (const each of fault === undefined ? others : [fault]) {
      findings.push({ fault: each, input: { definition, answer: answer.toString('latin1').slice(0, 100_000) } });
    }
    forbidden = 0;
  }
  await connections.close();
  for (const server of [remote, unlisted]) await stop(server);
  return { called, findings, slowest };
}

const sockets = new WeakMap<Server, Set<Socket>>();

async function listen(server: Server): Promise<Server> {
  const open = new Set<Socket>();
  sockets.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** A client that has what it needs may leave the end of an answer unread, and its connection open. */
async function stop(server: Server): Promise<void> {
  for (const socket of sockets.get(server) ?? []) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // of a TCP server
}

function ignore(): void {
  // The client may have left.
}

/** A call may fail, but it may not throw, and may not record the secret. */
async function faultOf(definition: string, connections: Connections): Promise<string | undefined> {
  const { requester } = loadWebService(definition).webService ?? {};
  if (requester === undefined) return undefined;
  const now = () => new Date(0);
  const options = { threshold: 'debug', testMode: false, secretNames: new SecretNames() } as const;
  const trace = new Trace(options, { now, indent: 0, describeRequest: () => undefined });
  trace.addSecrets({ Password: SECRET });
  const call = { requester, invoker: 'Inv', data: { N: 1 }, trace, signal: AbortSignal.timeout(60_000) };
  const parts = {
    types: invokerTypes([]),
    connections,
    answers: LIMITS,
    tokens: openTokens(connections, () => undefined, now),
    userAgent: 'Fuzzer',
    maxRetryAfter: 1,
    now,
  };
  try {
    const context = () => ({ now, settings: { text: () => 'UTC' } }) as never;
    await callInvoker(call, { ...parts, makeContext: context, formatTime: (moment) => moment.toISOString() });
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const head = { communicationID: '', communicationType: 'Requester', remoteIP: undefined, webServiceID: 1 } as const;
  const entry = trace.finish({ ...head, time: now(), path: '' }, 100_000);
  return JSON.stringify(entry).includes(SECRET) ? 'the secret was recorded' : undefined;
}

interface Ports {
  readonly remote: number;
  readonly unlisted: number;
}

function anyDefinition(random: Random, { remote, unlisted }: Ports): string {
  const Host = random.chance(0.8) ? `http://127.0.0.1:${remote}` : anyDestination(random, unlisted);
  const Proxy = { UseProxy: 'Yes', ProxyHost: anyDestination(random, unlisted) };
  const Template = TEMPLATES[random.below(TEMPLATES.length)]?.(random);
  const mapping = random.chance(0.3) ? { MappingInbound: { Type: 'XSLT', Config: { Template } } } : {};
  return JSON.stringify({
    Debugger: { DebugThreshold: 'debug' },
    Requester: {
      Transport: {
        Type: 'HTTP::REST',
        Config: {
          ...{ Host, DefaultCommand: random.pick(['GET', 'POST', 'HEAD', 'DELETE']), Timeout: '5' },
          ...(random.chance(0.3) ? { Proxy } : {}),
          AdditionalHeaders: { 'X-API-Key': SECRET },
          InvokerControllerMapping: {
            Inv: { Controller: `/${encodeURIComponent(random.pick(['x', ':N', 'a?b=:N']))}` },
          },
        },
      },
      Invoker: { Inv: { Type: 'Generic::PassThrough', ...mapping } },
    },
  });
}

/** Ways to write an address of this machine, or of nobody. */
function anyDestination(random: Random, port: number): string {
  const scheme = random.pick(['http://', 'https://', 'HTTP://', 'socks5://', '', '//', 'http:/', 'file://']);
  const user = random.pick(['', '', 'a:b@', '127.0.0.1:1@', '%40@']);
  const spellings = ['127.0.0.1', 'localhost', 'LOCALHOST', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '[::1]'];
  const others = ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '0.0.0.0', '[::]', '169.254.169.254', anyText(random)];
  return `${scheme}${user}${random.pick([...spellings, ...others])}:${port}${random.pick(['', '/', '/x?y#z', '\\@a'])}`;
}

const ANSWERED = [
  (random: Random) => JSON.stringify(anyValue(random)),
  () => `{"Echo":${JSON.stringify(SECRET)}}`,
  () => `You sent ${SECRET}, ${encodeURIComponent(SECRET)}`,
  (random: Random) => `{${list(random, (at) => `"k${at}":1`)}}`,
  (random: Random) => `[${list(random, () => '{}')}]`,
  (random: Random) => '['.repeat(random.below(2_000_000)),
  (random: Random) => '1'.repeat(random.below(2_000_000)),
  (random: Random) => '"\\u00e4'.repeat(random.below(300_000)),
  (random: Random) => 'token=a&'.repeat(random.below(100_000)),
  (random: Random) => '\xff'.repeat(random.below(1_000_000)),
  (random: Random) => '<a>'.repeat(random.below(100_000)),
  () => '',
];

function list(random: Random, make: (index: number) => string): string {
  return Array.from({ length: random.below(200_000) }, (_, index) => make(index)).join(',');
}

/** Bytes that begin like HTTP, most of the time. */
function anyAnswer(random: Random): Buffer {
  const body = Buffer.from(random.pick(ANSWERED)(random), 'latin1');
  const status = random.pick([
    '200 OK',
    '200',
    '204 x',
    '209 x',
    '301 x',
    '404 x',
    '500 x',
    '100 x',
    '999 x',
    '-1',
    'x',
  ]);
  const length = random.pick([body.length, body.length, body.length, body.length + 1, 0, -1, 'x', '1e3']);
  const headers = [
    random.pick([`Content-Length: ${length}`, 'Transfer-Encoding: chunked', 'X: y']),
    random.pick([
      'Content-Type: application/json',
      'Content-Encoding: gzip',
      'Location: http://127.0.0.1/',
      `A: ${'a'.repeat(20_000)}`,
    ]),
  ];
  const head = `${random.pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9', ''])} ${status}\r\n${headers.join('\r\n')}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  return random.chance(0.1) ? whole.subarray(0, random.below(whole.length + 1)) : whole;
}

const XSL = '<xsl:transform version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">';
const wrapped = (content: string) =>
  `${XSL}<xsl:template match="/RootElement"><R>${content}</R></xsl:template></xsl:transform>`;

const TEMPLATES: readonly ((random: Random) => string)[] = [
  () => wrapped('<xsl:copy-of select="."/>'),
  () => wrapped('<xsl:apply-templates select="/"/>'),
  () => wrapped('<xsl:for-each select="//*"><xsl:for-each select="//*"><a/></xsl:for-each></xsl:for-each>'),
  () => wrapped(`<xsl:copy-of select="document('file:///etc/passwd')"/>`),
  () => `<!DOCTYPE x [<!ENTITY e "${'a'.repeat(9_000)}">]>${wrapped('&e;'.repeat(2_500))}`,
  (random) => wrapped(anyText(random)),
  (random) => `${XSL}${'<a>'.repeat(random.below(10_000))}`,
  (random) => wrapped('<xsl:value-of select="N"/>').slice(0, random.below(250)),
];
