import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { type Caller, type RequestInfo, maskTokens, type Data } from '@ticketgate/sdk';

import type { DebuggerEntry } from './ports.js';
import type { SecretNames } from './debugger/secret-names.js';
import { whenSent } from './transports/http/unsent-answers.js';

/** The status of a request whose client disconnected before it was answered. */
const CLIENT_LEFT = 499;

interface ObservedService {
  readonly id: number;
  readonly name: string;
  readonly debugger: { readonly secretNames: SecretNames };
}

/** The route of a request, with the values of its parameters. */
interface MatchedRoute {
  /** As written in the definition; `''` in services without routes. */
  readonly route: string;
  readonly parameters: Data;
}

/** Replaces a path that may contain secrets. */
const HIDDEN = '/…';

/**
 * The path of a request without secrets, for logs: always below `/Webservice/<name>`. If a route parameter is secret, the route replaces the
 * path. A path without a route is hidden, because it may contain anything.
 *
 * @param path the part after the service
 */
function safePath(service: ObservedService | undefined, path: string, match: MatchedRoute | undefined): string {
  if (service === undefined) return HIDDEN;
  if (match === undefined) return servicePath(service.name, HIDDEN);
  if (match.route === '') return servicePath(service.name, '');
  const { secretNames } = service.debugger;
  const isSecret = Object.keys(match.parameters).some((name) => secretNames.has(name));
  return servicePath(service.name, isSecret ? match.route : maskTokens(path));
}

function servicePath(service: string, path: string): string {
  return `/Webservice/${encodeURIComponent(service)}${path}`;
}

export type RunningRequest = Pick<HttpRequestInfo, 'id' | 'serviceName' | 'operation'>;

interface HttpRequestParts extends Pick<HttpRequestInfo, 'communicationID' | 'time' | 'service' | 'remoteAddress'> {
  /** The part after the name of the service. */
  readonly path: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** An HTTP request and what is known about it. Its signal is created on first use. */
export class HttpRequestInfo implements RequestInfo {
  /** `X-Request-Id` of the client, or the communication ID. */
  readonly id: string;
  readonly communicationID: string;
  readonly traceparent: string | undefined;
  readonly method: string;
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly time: Date;
  readonly service: ObservedService | undefined;
  /** As sent. */
  readonly url: string;
  /** The operation's name in the definition, once the route is known. */
  operation: string | undefined;
  match: MatchedRoute | undefined;
  caller: Caller | undefined;
  errorCode: string | undefined;
  bytesReceived = 0;
  /** In milliseconds of `performance.now()`. */
  readonly began = performance.now();
  readonly #path: string;
  readonly #countSent: () => number;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;
  #isAborted = false;
  #over: Promise<void> | undefined;
  #end: (() => void) | undefined;

  constructor({ communicationID, time, service, path, request, response, remoteAddress }: HttpRequestParts) {
    const { requestID = communicationID, traceparent } = readRequestIDs(request.headers);
    this.id = requestID;
    this.communicationID = communicationID;
    this.traceparent = traceparent;
    this.time = time;
    this.service = service;
    this.#path = path;
    this.#countSent = countSent(request.socket);
    this.method = request.method ?? 'GET';
    this.url = request.url ?? '/';
    this.remoteAddress = remoteAddress;
    this.userAgent = request.headers['user-agent'] ?? 'none';
    this.#response = response;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort();
      whenSent(this.#response, this.#response.req.socket, () => {
        if (!this.#response.writableFinished) this.abort();
      });
    }
    return this.#controller.signal;
  }

  get serviceName(): string | undefined {
    return this.service?.name;
  }

  /** Without secrets. */
  get safePath(): string {
    return safePath(this.service, this.#path, this.match);
  }

  /** For the debug log, which masks secrets: complete even if no route matches. */
  get path(): string {
    const { name } = this.service ?? {};
    return this.match === undefined && name !== undefined ? servicePath(name, this.#path) : this.safePath;
  }

  get status(): number {
    return this.#response.headersSent ? this.#response.statusCode : CLIENT_LEFT;
  }

  /** Resolves when the request is over. */
  get over(): Promise<void> {
    return (this.#over ??= new Promise((resolve) => {
      this.#end = resolve;
    }));
  }

  /** Called if the client has disconnected or the service has timed out. */
  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }

  /** To be called once, after the answer has been sent. */
  finish(record: DebuggerEntry | undefined): FinishedRequest {
    this.#end?.();
    return finishedRequest(this, this.#countSent(), record);
  }
}

/** A request that was answered, or whose client disconnected. */
export type FinishedRequest = Readonly<ReturnType<typeof finishedRequest>>;

/** Only facts that listeners may show. */
function finishedRequest(info: HttpRequestInfo, bytesSent: number, record: DebuggerEntry | undefined) {
  const { service } = info;
  return {
    /** Also in the answer's `X-Request-Id` and on every log line. */
    id: info.id,
    /** W3C Trace Context, as sent by the client. */
    traceparent: info.traceparent,
    /** When its headers had arrived. */
    time: info.time,
    /** Undefined if no service has that name. */
    service: service && { id: service.id, name: service.name },
    /** The name in the definition; undefined if no route matched. */
    operation: info.operation,
    /** As written in the definition. */
    route: info.match?.route,
    method: info.method,
    /** {@link CLIENT_LEFT} if it was not answered. */
    status: info.status,
    /** The error code (`docs/errors.md`), even if the status is 200. */
    errorCode: info.errorCode,
    /** Until the answer was passed to the operating system. */
    milliseconds: performance.now() - info.began,
    bytesReceived: info.bytesReceived,
    /** Including headers. */
    bytesSent,
    caller: info.caller,
    address: info.remoteAddress,
    /** As sent by the client, unchecked. */
    userAgent: info.userAgent,
    record,
    /** Below `/Webservice/<name>`, without secrets; computed on demand, since most listeners do not need it. */
    path: () => info.safePath,
  };
}

/** A client's id: long enough, and without anything that could end a header or a line. */
const REQUEST_ID = /^[\w.:+/=@-]{4,128}$/;
/** Most clients send 32 hexadecimal digits; other tokens may be credentials in the wrong header. */
const HEXADECIMAL = /^[0-9a-f]{32}$/;
/** W3C Trace Context: version, trace, parent and flags; ids of zeros are invalid. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The client's id is undefined if it sent none, or one that must not be repeated in logs and answers. */
function readRequestIDs({ 'x-request-id': sent, traceparent }: IncomingHttpHeaders) {
  const id = sent?.toString() ?? '';
  const isID = HEXADECIMAL.test(id) || (REQUEST_ID.test(id) && maskTokens(id) === id);
  return {
    requestID: isID ? id : undefined,
    traceparent: typeof traceparent === 'string' && TRACE_PARENT.test(traceparent) ? traceparent : undefined,
  };
}

/** Bytes that a connection had sent when its last answer ended. */
const ended = new WeakMap<Socket, number>();

/**
 * Starts counting the bytes of one answer. If two answers are sent together, the first may include the second.
 *
 * @returns a function that returns their number, once the answer has been sent
 */
function countSent(socket: Socket): () => number {
  const start = socket.bytesWritten;
  return () => {
    const after = socket.bytesWritten;
    // A pipelined request begins before the answer to the previous one is sent.
    const before = Math.max(start, ended.get(socket) ?? 0);
    ended.set(socket, after);
    return after - before;
  };
}
