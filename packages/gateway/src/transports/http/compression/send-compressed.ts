import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

import type { EncodedText } from '../../../json/encode-json.js';
import type { Coding } from './apply-coding.js';

interface CodedAnswer {
  readonly status: number;
  /** Including `Content-Encoding`. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: EncodedText;
  /** Bytes of the uncompressed body. */
  readonly length: number;
  readonly coding: Coding;
}

/** Bytes from which on an answer is compressed while it is sent. */
const LARGE = 1_000_000;
/** The fastest level: on JSON, slower ones save a few percent more for several times the work. */
const GZIP = { level: constants.Z_BEST_SPEED };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const compressWhole = { gzip: promisify(gzip), br: promisify(brotliCompress) };

/** Sends a compressed answer, with its length unless it is compressed while it is sent. */
export function sendCompressed(response: ServerResponse, answer: CodedAnswer): void {
  const sending = typeof answer.body === 'string' && answer.length < LARGE ? sendWhole : sendInParts;
  // The client may disconnect before the end.
  sending(response, answer).catch(() => response.destroy());
}

async function sendWhole(response: ServerResponse, { status, headers, body, coding }: CodedAnswer): Promise<void> {
  const text = typeof body === 'string' ? body : body.join('');
  const bytes = coding === 'gzip' ? await compressWhole.gzip(text, GZIP) : await compressWhole.br(text, BROTLI);
  if (!response.destroyed) response.writeHead(status, { ...headers, 'Content-Length': bytes.length }).end(bytes);
}

/** Streams the body as fast as the client reads it. */
function sendInParts(response: ServerResponse, { status, headers, body, coding }: CodedAnswer): Promise<void> {
  response.writeHead(status, headers);
  return pipeline(Readable.from(typeof body === 'string' ? [body] : body), createCompressor(coding), response);
}

/** @param isPrompt whether each part is sent at once, which compresses small parts less */
export function createCompressor(coding: Coding, { isPrompt = false } = {}): Transform {
  if (coding === 'gzip') return createGzip({ ...GZIP, ...(isPrompt && { flush: constants.Z_SYNC_FLUSH }) });
  return createBrotliCompress({ ...BROTLI, ...(isPrompt && { flush: constants.BROTLI_OPERATION_FLUSH }) });
}
