import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StreamedAnswer } from '@ticketgate/sdk';

import type { EncodedText } from '../../json/encode-json.js';
import type { Answer, Headers, StreamedHttpAnswer } from './answer.js';
import { applyCoding } from './compression/apply-coding.js';
import { sendCompressed } from './compression/send-compressed.js';
import { sendStream, type StreamEnd } from './send-stream.js';

export interface SendOptions {
  readonly requestID: string;
  /** Headers of the service; later ones override earlier ones. */
  readonly headers: readonly Headers[];
  /** Disables compression, since the length would reveal how similar a secret is to values chosen by the client (BREACH). */
  readonly holdsSecrets?: boolean;
}

/** Statuses whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Bytes up to which compression is not worth it. */
const SMALL = 1000;

interface Connection {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sends an answer, compressed if that helps. HEAD only gets the headers. */
export function sendAnswer({ request, response }: Connection, answer: Answer, options: SendOptions): void {
  if (response.headersSent || response.destroyed) return;
  const { status, body } = answer;
  const headers = headersOf(answer, options);
  const hasBody = !WITHOUT_BODY.has(status);
  const length = byteLength(body);
  const coding = length > SMALL && options.holdsSecrets !== true ? applyCoding(headers, request) : undefined;
  if (coding === undefined && hasBody) headers['Content-Length'] = length;
  if (request.method === 'HEAD' || !hasBody) response.writeHead(status, headers).end();
  else if (coding === undefined) sendPlain(response.writeHead(status, headers), body);
  else sendCompressed(response, { status, headers, body, length, coding });
}

/** Sends an answer whose body is a stream. Resolves when the stream has ended or failed. */
export async function sendStreamedAnswer(
  { request, response }: Connection,
  { stream, ...answer }: StreamedHttpAnswer,
  options: SendOptions,
): Promise<StreamEnd> {
  if (!response.headersSent && !response.destroyed) {
    const headers = headersOf(answer, options);
    const hasBody = !WITHOUT_BODY.has(answer.status);
    const coding = hasBody && isWorthCoding(stream, options) ? applyCoding(headers, request) : undefined;
    if (hasBody && coding === undefined && stream.length !== undefined) headers['Content-Length'] = stream.length;
    response.writeHead(answer.status, headers);
    if (hasBody && request.method !== 'HEAD') return sendStream(stream, response, coding);
    response.end();
  }
  stream.readable.destroy();
  return { bytes: 0, failure: undefined };
}

function isWorthCoding({ length = Infinity, headers = {} }: StreamedAnswer, { holdsSecrets }: SendOptions): boolean {
  // A client resumes such a download at a position in the uncompressed bytes.
  const isResumable = Object.keys(headers).some((name) => /^(?:accept-ranges|content-range)$/i.test(name));
  return length > SMALL && !isResumable && holdsSecrets !== true;
}

function headersOf({ contentType, headers: own }: Answer, { requestID, headers }: SendOptions): OutgoingHttpHeaders {
  const all: OutgoingHttpHeaders = {};
  // Spreading several objects would take ten times as long.
  Object.assign(all, ...headers, own);
  all['X-Request-Id'] = requestID;
  if (contentType !== undefined) all['Content-Type'] = contentType;
  return all;
}

/** Sends a large body as fast as the client reads it. A client that disconnects keeps what it has received. */
function sendPlain(response: ServerResponse, body: EncodedText): void {
  if (typeof body === 'string') response.end(body);
  else pipeline(Readable.from(body), response).catch(() => undefined);
}

function byteLength(body: EncodedText): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
}
