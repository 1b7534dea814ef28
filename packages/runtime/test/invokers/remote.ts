import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { Destinations } from '@ticketgate/definition';

import type { AnswerLimits } from '../../src/invokers/call/index.js';

/** Those that are shipped. */
export const ANSWERS: AnswerLimits = {
  json: { nodes: 100_000, keys: 20_000, keyLength: 1_000, depth: 512 },
  mappingCharacters: 10_000_000,
  reserve: () => Promise.resolve(),
};

/** Allows all destinations, since those of tests are on this machine. */
export class Everywhere extends Destinations {
  constructor() {
    super([]);
  }

  override checkAddress(): void {
    // Allowed.
  }
}

/** An answer of the other system, as the recordings script them. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyBase64?: string;
  readonly delayMs?: number;
  /** What the answer waits for. */
  readonly after?: Promise<unknown>;
  /** Closed without an answer. */
  readonly reset?: boolean;
  /** Bytes as they are. */
  readonly raw?: string;
  readonly drip?: readonly string[];
  readonly everyMs?: number;
  /** Announced; more than is sent means cut off. */
  readonly contentLength?: number;
  readonly chunked?: boolean;
}

/** A request as it arrived. */
export interface ArrivedRequest {
  readonly via: 'direct' | 'proxy' | 'tls';
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** The other system: plain, behind a proxy and with TLS; answers in order, of which the last repeats. */
export class Remote {
  readonly arrived: ArrivedRequest[] = [];
  #answers: readonly ScriptedAnswer[] = [{ status: 200, body: '{}' }];
  #next = 0;
  readonly #sockets = new Set<Socket>();
  /** Connections that have been made. */
  connections = 0;
  readonly #servers: readonly Server[];
  readonly #onArrival: (() => void)[] = [];

  private constructor(servers: readonly Server[]) {
    this.#servers = servers;
    for (const server of servers) {
      server.on('connection', (socket: Socket) => {
        this.connections += 1;
        this.#sockets.add(socket);
      });
    }
  }

  static async start(tls?: { readonly cert: string; readonly key: string }): Promise<Remote> {
    const take = (via: ArrivedRequest['via']) => (request: IncomingMessage, response: ServerResponse) => {
      void remote.#take(via, request, response);
    };
    const plain = createHttpServer(take('direct'));
    const proxy = createHttpServer(take('proxy'));
    proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
      remote.#tunnel(request, socket);
    });
    const secure = tls === undefined ? [] : [createHttpsServer(tls, take('tls'))];
    const remote = new Remote([plain, proxy, ...secure]);
    for (const server of remote.#servers) await once(server.listen(0, '127.0.0.1'), 'listening');
    return remote;
  }

  get port(): number {
    return this.#portOf(0);
  }

  get proxyPort(): number {
    return this.#portOf(1);
  }

  get tlsPort(): number {
    return this.#portOf(2);
  }

  /** As `requester.allowedHosts` names it. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `http://${this.address}`;
  }

  /** Forgets what arrived. */
  script(answers: readonly ScriptedAnswer[]): void {
    this.#answers = answers;
    this.#next = 0;
    this.arrived.length = 0;
  }

  /** Resolves when so many requests have arrived. */
  async untilArrived(count: number): Promise<void> {
    while (this.arrived.length < count) await new Promise<void>((resolve) => this.#onArrival.push(resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  #portOf(index: number): number {
    return (this.#servers[index]?.address() as AddressInfo).port;
  }

  async #take(via: ArrivedRequest['via'], request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    this.#note(via, request, Buffer.concat(parts).toString());
    await this.#answer(request.socket, response);
  }

  #note(via: ArrivedRequest['via'], { method = '', url = '', rawHeaders }: IncomingMessage, body: string): void {
    const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
    this.arrived.push({ via, method, path: url, headers, body });
    for (const resolve of this.#onArrival.splice(0)) resolve();
  }

  async #answer(socket: Socket, response: ServerResponse): Promise<void> {
    const answer = this.#answers[Math.min(this.#next, this.#answers.length - 1)] ?? {};
    this.#next += 1;
    if (answer.delayMs !== undefined) await pause(answer.delayMs);
    await answer.after;
    if (answer.reset === true) socket.destroy();
    else if (answer.raw !== undefined) socket.end(answer.raw);
    else if (answer.drip !== undefined) await this.#drip(socket, answer.drip, answer.everyMs ?? 0);
    else write(response, answer);
  }

  async #drip(socket: Socket, parts: readonly string[], everyMs: number): Promise<void> {
    for (const [index, part] of parts.entries()) {
      if (index > 0) await pause(everyMs);
      if (socket.destroyed) return;
      socket.write(part);
    }
    socket.end();
  }

  #tunnel(request: IncomingMessage, socket: Socket): void {
    this.#note('proxy', request, '');
    const target = connect(Number((request.url ?? '').split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const end of [socket, target]) end.on('error', () => socket.destroy());
    this.#sockets.add(target);
  }
}

function write(response: ServerResponse, answer: ScriptedAnswer): void {
  const { status = 200, body = '', bodyBase64, contentLength, chunked } = answer;
  const bytes = bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64');
  const hasLength = chunked !== true && status !== 204;
  const length = hasLength ? { 'Content-Length': contentLength ?? bytes.length } : {};
  response.writeHead(status, { ...(answer.headers ?? { 'Content-Type': 'application/json' }), ...length });
  if (contentLength === undefined) response.end(bytes);
  else response.write(bytes, () => response.socket?.destroy());
}

/** How long the other system takes, which is part of its script. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
