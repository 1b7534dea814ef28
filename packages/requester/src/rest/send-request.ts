import { Readable } from 'node:stream';
import { DestinationRefused, type RestRequester } from '@ticketgate/definition';

import { StreamedBody } from '../streamed-texts.js';
import type { Connections } from './connections.js';
import type { OutgoingRequest } from './outgoing-request.js';

/** Most bytes of a response. */
const LONGEST_ANSWER = 10_000_000;

export interface ReceivedAnswer {
  /** Without a response 500, as in the family; the body then has the reason. */
  readonly status: number;
  /** All bytes that arrived before the connection ended. */
  readonly body: Buffer;
  /** The location of a redirect. */
  readonly redirect?: string | undefined;
}

interface SendOptions {
  readonly connections: Connections;
  readonly rest: RestRequester;
  readonly signal: AbortSignal;
}

/** Sends a request and reads the response, with any status. Redirects are not followed. A destination that is not allowed is returned as such. */
export async function sendRequest(
  request: OutgoingRequest,
  { connections, rest, signal }: SendOptions,
): Promise<ReceivedAnswer | DestinationRefused> {
  const seconds = Number(rest.timeout);
  const timeout = seconds > 0 ? AbortSignal.timeout(seconds * 1_000) : undefined;
  try {
    if (!(seconds >= 0)) throw new Error(`The Timeout "${rest.timeout}" is not a number of seconds.`);
    const dispatcher = await connections.for(rest, request.origin);
    const { statusCode, headers, body } = await dispatcher.request({
      origin: request.origin,
      path: request.path,
      method: request.method,
      headers: [...request.headers.values(), ...lengthHeader(request.body)].flat(),
      body: request.body instanceof StreamedBody ? Readable.from(request.body) : (request.body ?? null),
      signal: timeout === undefined ? signal : AbortSignal.any([signal, timeout]),
    });
    return { status: statusCode, redirect: redirectOf(statusCode, headers), body: await readBody(body) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof DestinationRefused) return error;
    const reason = isOver(timeout) ? `no answer within ${seconds} seconds (Timeout)` : reasonOf(error);
    return { status: 500, body: Buffer.from(reason) };
  }
}

function isOver(timeout: AbortSignal | undefined): boolean {
  return timeout?.aborted === true;
}

/** For streams; undici sets the header for buffers. */
function lengthHeader(body: OutgoingRequest['body']): readonly (readonly [string, string])[] {
  return body instanceof StreamedBody ? [['Content-Length', String(body.length)]] : [];
}

function redirectOf(status: number, { location }: Readonly<Record<string, string | string[] | undefined>>) {
  return status >= 300 && status < 400 && typeof location === 'string' ? location : undefined;
}

/** Reads until the end, or until the connection is lost. */
async function readBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      length += part.length;
      if (length > LONGEST_ANSWER) break;
    }
  } catch {
    // Like the family, use the part that has arrived.
  }
  if (length > LONGEST_ANSWER) throw new Error(`the answer has more than ${LONGEST_ANSWER} bytes`);
  return Buffer.concat(parts, length);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
