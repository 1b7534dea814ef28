import { Readable } from 'node:stream';
import { DestinationRefused, type HttpRequester } from '@ticketgate/definition';
import { explainError, isOperationError, toText } from '@ticketgate/sdk';

import { StreamedBody } from '../streamed-texts.js';
import { AnswerRefused, takeBody, type BodySink, type AnswerLimits } from './answer-body.js';
import type { Connections } from '../../../fetching/connections.js';
import type { AnswerHead, OutgoingRequest, ReceivedAnswer } from './invoker-transport.js';

interface SendOptions {
  readonly connections: Connections;
  readonly http: Pick<HttpRequester, 'timeout' | 'tls' | 'proxy'>;
  readonly answers: Pick<AnswerLimits, 'reserve'>;
  /** Creates what takes the body of the response as it arrives. */
  readonly begin: (head: AnswerHead) => BodySink;
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reads the response, with any status. Redirects are not followed. A destination that is not allowed is returned as such.
 *
 * @throws OperationError if the body cannot be read from the database
 */
export async function sendRequest(
  request: Pick<OutgoingRequest, 'origin' | 'path' | 'method' | 'headers' | 'body'>,
  { connections, http, answers, signal, begin }: SendOptions,
): Promise<ReceivedAnswer | DestinationRefused> {
  const seconds = Number(http.timeout);
  const timeout = startTimeout(seconds);
  const parts: Buffer[] = [];
  let sink: BodySink | undefined;
  let head: Omit<ReceivedAnswer, 'body'> | undefined;
  const ended = AbortSignal.any([signal, timeout.signal]);
  try {
    if (!(seconds >= 0)) throw new Error(`The Timeout "${http.timeout}" is not a number of seconds.`);
    const dispatcher = await connections.for(http, request.origin);
    const { statusCode, headers, body } = await dispatcher.request({
      origin: request.origin,
      path: request.path,
      method: request.method,
      headers: [...request.headers.values(), ...lengthHeader(request.body)].flat(),
      body: request.body instanceof StreamedBody ? Readable.from(request.body) : (request.body ?? null),
      signal: ended,
    });
    head = readHead(statusCode, headers);
    sink = begin({ status: statusCode, contentType: toText(headers['content-type']) });
    await takeBody(body, parts, { limits: answers, signal: ended, sink });
    return { ...head, body: inUTF8(parts, sink) };
  } catch (error) {
    // Also what reads the body from the database.
    if (signal.aborted || isOperationError(error)) throw error;
    if (error instanceof DestinationRefused) return error;
    const failure = isTimeout(error, timeout.signal)
      ? `no answer within ${seconds} seconds (Timeout)`
      : explainError(error);
    return { status: 500, body: Buffer.from(failure), failure, ...(head && { ...head, body: inUTF8(parts, sink) }) };
  } finally {
    timeout.stop();
  }
}

/** What is logged and stored is searched for secrets as UTF-8. */
function inUTF8(parts: readonly Buffer[], { encoding = 'utf-8' }: Pick<BodySink, 'encoding'> = {}): Buffer {
  const body = Buffer.concat(parts);
  return encoding === 'utf-8' ? body : Buffer.from(new TextDecoder(encoding).decode(body));
}

/** For streams; undici sets the header for buffers. */
function lengthHeader(body: OutgoingRequest['body']): readonly (readonly [string, string])[] {
  return body instanceof StreamedBody ? [['Content-Length', String(body.length)]] : [];
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function readHead(status: number, headers: Headers): Omit<ReceivedAnswer, 'body'> {
  const { location, 'retry-after': retryAfter } = headers;
  return {
    status,
    headers,
    redirect: status >= 300 && status < 400 && typeof location === 'string' ? location : undefined,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
  };
}

function isTimeout(error: unknown, timeout: AbortSignal): boolean {
  return timeout.aborted && !(error instanceof AnswerRefused);
}

/** Milliseconds between two readings of the clock. */
const TICK = 100;

/**
 * Aborts its signal after so many seconds in which this process could notice an answer: while it is blocked, an answer may arrive unread.
 *
 * @param seconds none or 0 for no limit
 */
function startTimeout(seconds: number) {
  const controller = new AbortController();
  let left = seconds * 1_000;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    left -= Math.min(now - last, 2 * TICK);
    last = now;
    if (left <= 0) controller.abort();
  };
  const timer = seconds > 0 ? setInterval(tick, TICK) : undefined;
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
