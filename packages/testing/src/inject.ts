import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Gateway } from '@ticketgate/gateway';
import { type Data, type OperationType, parseObject } from '@ticketgate/sdk';
import { duplexPair, type Duplex } from 'node:stream';

import { toPath } from './test-gateway.js';

/** A request of a client. */
export interface TestRequest {
  /** Default: POST. */
  readonly method?: string;
  /** The body; for GET and HEAD the query string. */
  readonly input?: Data;
  readonly headers?: Readonly<Record<string, string>>;
  /** The login of an agent or a customer of the context. Its password is sent with it. */
  readonly as?: string;
  /** Aborting it disconnects the client. */
  readonly signal?: AbortSignal;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The JSON object of the answer; empty for other answers. */
  readonly data: Data;
  readonly text: string;
  /** For statuses from 400: the error of the operation with its stack, and the log of the request. */
  readonly failure?: string;
}

/** Returns a function that sends requests to a gateway with Node's HTTP over in-process connections. */
export function injectInto(gateway: Gateway) {
  const server = createServer((request, response) => {
    gateway.handle(request, response, () => response.writeHead(404).end());
  });
  return async (type: OperationType, credentials: Data, request: TestRequest): Promise<TestAnswer> => {
    const { method = 'POST', input = {}, headers = {}, signal } = request;
    const data = { ...input, ...credentials };
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const [near, far] = socketPair();
    server.emit('connection', far);
    const path = hasBody ? toPath(type) : `${toPath(type)}?${encodeQuery(data)}`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { path, method, headers: { Host: 'localhost', Connection: 'close', ...headers } };
      const sent = httpRequest({ ...options, createConnection: () => near, ...(signal && { signal }) }, resolve);
      sent.on('error', reject).end(hasBody ? JSON.stringify(data) : undefined);
    });
    return asAnswer(response);
  };
}

async function asAnswer(response: IncomingMessage): Promise<TestAnswer> {
  const body = await text(response);
  return { status: response.statusCode ?? 0, headers: response.headers, data: parseObject(body) ?? {}, text: body };
}

function encodeQuery(data: Data): string {
  const pairs = Object.entries(data).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each: unknown): [string, string] => [name, printUnquoted(each)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** As JSON, but texts as they are, so that stacks keep their line breaks. */
export function printUnquoted(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What Node's HTTP and the gateway expect of a socket. */
const SOCKET = {
  remoteAddress: '127.0.0.1',
  setTimeout: () => undefined,
  setNoDelay: () => undefined,
  setKeepAlive: () => undefined,
  ref: () => undefined,
  unref: () => undefined,
};

/** Two ends of a connection within this process. Both are closed when one is. */
function socketPair(): readonly [Duplex, Duplex] {
  const [near, far] = duplexPair();
  for (const [end, other] of [[near, far] as const, [far, near] as const]) {
    Object.assign(end, SOCKET).once('close', () => setImmediate(() => other.destroy()));
  }
  return [near, far];
}
