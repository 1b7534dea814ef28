import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import type { StreamedAnswer, Data } from '@ticketgate/sdk';

import type { EncodedText } from '../../json/encode-json.js';
import type { Answer, Headers, StreamedHttpAnswer } from './answer.js';
import { applyCoding, sendCompressed, type Coding, createCompressor } from './compression.js';
import { writeHead } from './write-head.js';

export interface SendOptions {
  readonly requestID: string;
  /** Headers of the service; later ones override earlier ones. */
  readonly headers: readonly Headers[];
  /** Disables compression, since the length would reveal how similar a secret is to values that the client chooses (BREACH). */
  readonly holdsSecrets?: boolean;
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Bytes below which compression does not pay. */
const SMALL = 1000;

interface Connection {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sends an answer, compressed if that helps. HEAD only gets the headers. */
export function sendAnswer({ request, response }: Connection, answer: Answer, options: SendOptions): void {
  if (response.headersSent || response.destroyed) return;
  const { status, body } = answer;
  const headers = joinHeaders(answer, options);
  const hasBody = !WITHOUT_BODY.has(status);
  const length = byteLength(body);
  const coding = length > SMALL && options.holdsSecrets !== true ? applyCoding(headers, request) : undefined;
  if (coding === undefined && hasBody) headers['Content-Length'] = length;
  if (request.method === 'HEAD' || !hasBody) writeHead(response, status, headers).end();
  else if (coding === undefined) sendPlain(writeHead(response, status, headers), body);
  else sendCompressed(response, { status, headers, body, length, coding });
}

/** Resolves when the stream has ended or failed. */
export async function sendStreamedAnswer(
  { request, response }: Connection,
  { stream, ...answer }: StreamedHttpAnswer,
  options: SendOptions,
): Promise<StreamEnd> {
  if (!response.headersSent && !response.destroyed) {
    const headers = joinHeaders(answer, options);
    const hasBody = !WITHOUT_BODY.has(answer.status);
    const coding = hasBody && isWorthCoding(stream, options) ? applyCoding(headers, request) : undefined;
    if (hasBody && coding === undefined && stream.length !== undefined) headers['Content-Length'] = stream.length;
    writeHead(response, answer.status, headers);
    if (hasBody && request.method !== 'HEAD') return sendStream(stream, response, coding);
    response.end();
  }
  stream.readable.destroy();
  return { bytes: 0, failure: undefined, hasClientLeft: false };
}

function isWorthCoding({ length = Infinity, headers = {} }: StreamedAnswer, { holdsSecrets }: SendOptions): boolean {
  // A client resumes such a download at a position in the uncompressed bytes.
  const isResumable = Object.keys(headers).some((name) => /^(?:accept-ranges|content-range)$/i.test(name));
  return length > SMALL && !isResumable && holdsSecrets !== true;
}

function joinHeaders({ contentType, headers: own }: Answer, { requestID, headers }: SendOptions): OutgoingHttpHeaders {
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

export interface StreamEnd {
  /** Uncompressed bytes passed to the connection. */
  readonly bytes: number;
  /** Why it was not sent completely. */
  readonly failure: Error | undefined;
  readonly hasClientLeft: boolean;
}

/**
 * Sends a stream as fast as the client reads it, compressed if a coding is given. If the client disconnects or the stream fails, both are
 * destroyed, so that a client does not mistake a part for the whole.
 */
async function sendStream({ readable, length }: StreamedAnswer, response: ServerResponse, coding?: Coding) {
  let bytes = 0;
  // The pipeline fails with the same error if the client disconnects and if the operation destroys its stream.
  let isCut = readable.destroyed;
  readable.once('close', () => (isCut ||= !readable.readableEnded && !response.destroyed));
  const counted = async function* (chunks: AsyncIterable<unknown>) {
    for await (const chunk of chunks) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array); // HTTP cannot send anything else.
      bytes += part.byteLength;
      if (length !== undefined && bytes > length) throw wrongLength(length, 'more');
      yield part;
    }
    if (length !== undefined && bytes < length) throw wrongLength(length, 'less');
  };
  try {
    if (coding === undefined) await pipeline(readable, counted, response);
    // Without a length, the content is produced while it is sent, and its parts must not be delayed.
    else await pipeline(readable, counted, createCompressor(coding, { isPrompt: length === undefined }), response);
    return { bytes, failure: undefined, hasClientLeft: false };
  } catch (cause) {
    const failure = types.isNativeError(cause) ? cause : new Error(String(cause));
    const hasClientLeft = !isCut && 'code' in failure && failure.code === 'ERR_STREAM_PREMATURE_CLOSE';
    return { bytes, failure, hasClientLeft };
  }
}

/** Describes a stream for the debug log. */
export function describeStream({ contentType, filename = 'none' }: StreamedAnswer, end: StreamEnd): Data {
  return { ContentType: contentType, Filename: filename, BytesSent: end.bytes, IsWhole: end.failure === undefined };
}

function wrongLength(length: number, what: 'more' | 'less'): Error {
  return new Error(`The stream has ${what} than the ${length} bytes that the operation announced.`);
}
