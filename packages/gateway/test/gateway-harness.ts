import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  Gateway,
  OperationRegistry,
  type OperationScope,
  type DebuggerEntry,
  type FinishedRequest,
  type GatewayLimits,
  type OpenMcpEndpoint,
  type PublishReport,
  type RunOnce,
} from '@ticketgate/gateway';
import {
  defineFamilyOperation,
  defineOperation,
  OperationError,
  OperationFault,
  type Data,
  type Logger,
  type Operation,
  type OperationContext,
} from '@ticketgate/sdk';
import supertest from 'supertest';

/** Answers what it was given, with what the gateway told it. */
export const echo = defineFamilyOperation({
  type: 'Test::Echo',
  summary: 'Answers its input.',
  effect: 'reads',
  input: { type: 'object' },
  run: async (input, context) => ({ Input: input, Credentials: context.credentials }),
});

export const write = defineFamilyOperation({
  type: 'Test::Write',
  summary: 'Writes something.',
  effect: 'writes',
  input: { type: 'object' },
  async run(input) {
    writes.push(input);
    return { Written: 1 };
  },
});

/** What Test::Write was called with. */
export const writes: unknown[] = [];

export const fail = defineFamilyOperation({
  type: 'Test::Fail',
  summary: 'Fails as it is told.',
  effect: 'reads',
  input: { type: 'object' },
  async run(input) {
    const { How: how } = input as { How?: string };
    if (how === 'error') throw new OperationError('Fail.AccessDenied', 'Fail: Not you!');
    if (how === 'fault') throw new OperationFault('Fail could not be done');
    if (how === 'nothing') return undefined;
    throw new Error('the secret of the house');
  },
});

export const greet = defineOperation({
  type: 'Custom::Greet',
  summary: 'Greets.',
  effect: 'reads',
  input: { type: 'object', required: ['Name'], properties: { Name: { type: 'string', minLength: 2 } } },
  run: async ({ Name }) => ({ Greeting: `Hello ${Name}` }),
});

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A gateway with small operations and a debugger that keeps what it gets. */
export interface TestGateway {
  readonly gateway: Gateway;
  readonly entries: DebuggerEntry[];
  /** What the observer told of. */
  readonly exchanges: FinishedRequest[];
  /** Everything that was logged, as text. */
  readonly log: string[];
  readonly publish: (services: Readonly<Record<string, string>>) => PublishReport;
}

export interface GatewayHarness extends TestGateway {
  readonly port: number;
  call(path: string, call?: Call): Promise<Answered>;
  /** Without a library in between, which would unpack answers and correct paths. */
  callPlainly(path: string, call?: Call): Promise<Answered>;
  close(): Promise<void>;
}

/** What a harness reads where a test says nothing else. */
export const LIMITS: Pick<GatewayLimits, 'reading' | 'bodies' | 'debugLog' | 'waitingRequests'> = {
  reading: {
    bodyLength: 10_000,
    json: { nodes: 1000, keys: 1000, keyLength: 1000, depth: 512 },
    queryParameters: 1000,
    mappingCharacters: 100_000,
    pace: { bytesPerSecond: 1, patience: 60 },
  },
  bodies: { total: 1_000_000, perOwner: 1_000_000 },
  debugLog: {
    queueLength: 100,
    queueBytes: 10_000_000,
    maxTextLength: 100_000,
    maxUnauthenticatedTextLength: 10_000,
    unauthenticatedFailures: 100,
  },
};

/** A gateway by itself. */
export function makeGateway(
  extra: readonly Operation[] = [],
  limits: Partial<typeof LIMITS> = {},
  openMcpEndpoint?: OpenMcpEndpoint,
): TestGateway {
  const entries: DebuggerEntry[] = [];
  const exchanges: FinishedRequest[] = [];
  const log: string[] = [];
  const operations = new OperationRegistry();
  for (const operation of [echo, write, fail, greet, ...extra]) operations.register(operation);
  const gateway = new Gateway({
    operations,
    createContext,
    // Its operations send no statements.
    inTransaction: (_signal, work) => work(undefined as never),
    runOnce: onceInMemory(),
    debuggerSink: { indent: 0, write: async (batch) => void entries.push(...batch) },
    listeners: [(exchange) => exchanges.push(exchange)],
    logger: collectingLogger(log),
    now: () => new Date('2026-11-21T10:00:00Z'),
    limits: { ...LIMITS, ...limits, timeout: undefined },
    ...(openMcpEndpoint === undefined ? {} : { openMcpEndpoint }),
    cookieName: 'HostSession',
    remoteAddress: () => '192.0.2.1',
  });
  const publish: TestGateway['publish'] = (services) =>
    gateway.publish(
      Object.entries(services).map(([name, config], index) => ({ id: index + 1, name, config, validID: 1 })),
    );
  return { gateway, entries, exchanges, log, publish };
}

/** A gateway behind a server. */
export async function startGateway(...parts: Parameters<typeof makeGateway>): Promise<GatewayHarness> {
  const made = makeGateway(...parts);
  const { gateway } = made;
  const server = createServer((request, response) => {
    gateway.handle(request, response, () => {
      response.writeHead(418).end('not ours');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    ...made,
    port,
    call: (path, call) => send(server, path, call),
    callPlainly: (path, call) => sendPlainly(port, path, call),
    async close() {
      await gateway.drain();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Bodies go as bytes, and codings by name, so that the library adds no header that a test does not name. */
async function send(
  server: Server,
  path: string,
  { method = 'GET', body, headers = {} }: Call = {},
): Promise<Answered> {
  // One of Node's methods, all of which the library has.
  const name = method.toLowerCase() as 'get';
  const request = supertest(server)
    [name](path)
    .set({ 'Accept-Encoding': 'identity', ...headers })
    // Bytes stay bytes, whatever their type is.
    .serialize((bytes: unknown) => bytes as string)
    .buffer(true)
    .parse((response, done) => {
      // It is the response of Node, though its type does not say so.
      void buffer(response as unknown as NodeJS.ReadableStream).then(
        (bytes) => {
          done(null, bytes);
        },
        (cause: unknown) => {
          done(cause instanceof Error ? cause : new Error(String(cause)), undefined);
        },
      );
    });
  const answer = await (body === undefined ? request : request.send(bytesOf(body)));
  const bytes: Buffer = Buffer.isBuffer(answer.body) ? answer.body : Buffer.alloc(0);
  return { status: answer.status, headers: answer.headers, text: bytes.toString('utf8'), bytes };
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function sendPlainly(port: number, path: string, { method = 'GET', body, headers = {} }: Call = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const call = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString('utf8'), bytes });
      });
    });
    call.on('error', reject);
    call.end(body === undefined ? undefined : bytesOf(body));
  });
}

/** Keeps results as JSON, as a table would. */
function onceInMemory(): RunOnce {
  const stored = new Map<string, string | undefined>();
  return async <Result>(...[, { key }, work]: Parameters<RunOnce>) => {
    if (stored.has(key)) {
      const text = stored.get(key);
      return { kind: 'replayed', result: text === undefined ? undefined : (JSON.parse(text) as Result) };
    }
    const result = await work();
    stored.set(key, result === undefined ? undefined : JSON.stringify(result));
    return { kind: 'done', result: result as Result };
  };
}

/** Only what the operations above and the gateway use. Whoever names an agent is that agent. */
function createContext({ binding, request, credentials, headers }: OperationScope): OperationContext<never> {
  const login = credentials.UserLogin;
  const authenticate = async () => (login === undefined ? undefined : { type: 'User', userID: 1, login });
  return { binding, request, credentials, headers, authenticate } as OperationContext<never>;
}

function collectingLogger(lines: string[]): Logger {
  const add = (message: string, fields?: Data) => {
    lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  const logger: Logger = { error: add, warn: add, info: add, debug: add, child: () => logger };
  return logger;
}

export interface ServiceParts {
  readonly gateway?: string;
  readonly level?: string;
  readonly transport?: string;
  readonly mapping?: string;
}

/** A definition with routes to the operations above. */
export function service({ gateway = '', level = 'error', transport = '', mapping = '' }: ServiceParts = {}): string {
  return `
Debugger: { DebugThreshold: ${level} }
${gateway === '' ? '' : `Gateway: ${gateway}`}
Provider:
  Operation:
    Echo: { Type: 'Test::Echo'${mapping === '' ? '' : `, ${mapping}`} }
    EchoItem: { Type: 'Test::Echo' }
    Fail: { Type: 'Test::Fail' }
    Greet: { Type: 'Custom::Greet' }
    GreetByQuery: { Type: 'Custom::Greet' }
    Gone: { Type: 'Test::Gone' }
    Write: { Type: 'Test::Write' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: '1000'
      ${transport}
      RouteOperationMapping:
        Echo: { Route: /echo, RequestMethod: [GET, POST, PATCH, DELETE] }
        EchoItem: { Route: '/echo/:SessionID/:Name', RequestMethod: [GET] }
        Fail: { Route: /fail, RequestMethod: [POST] }
        Greet: { Route: /greet, RequestMethod: [POST] }
        GreetByQuery: { Route: /greeting, RequestMethod: [GET] }
        Gone: { Route: /gone }
        Unused: { Route: /unused }
        Write: { Route: /write, RequestMethod: [HEAD, OPTIONS, POST] }
`;
}
