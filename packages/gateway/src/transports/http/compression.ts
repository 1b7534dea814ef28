import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

import type { EncodedText } from '../../json/encode-json.js';
import { writeHead } from './write-head.js';

/** A compression by its name in HTTP. */
export type Coding = 'br' | 'gzip';

/** In our order of preference. */
const CODINGS: readonly Coding[] = ['br', 'gzip'];
const PLAIN = 'identity';

/** Compressible types. Event streams are excluded, because compression would delay events. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript)\b|image\/svg\+xml\b)/i;

/**
 * Chooses the compression of an answer by `Accept-Encoding`, and completes its headers: `Vary`, `Content-Encoding`, and a separate `ETag`,
 * since a strong one identifies the sent bytes (RFC 9110, section 8.8.3.3).
 *
 * @returns undefined for no compression
 */
export function applyCoding(headers: OutgoingHttpHeaders, request: IncomingMessage): Coding | undefined {
  const names = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
  if (!isCompressible(headers, names)) return undefined;
  const vary = names.get('vary') ?? 'Vary';
  headers[vary] = headers[vary] === undefined ? 'Accept-Encoding' : `${String(headers[vary])}, Accept-Encoding`;
  const coding = findCoding(request);
  if (coding === undefined) return undefined;
  headers['Content-Encoding'] = coding;
  const tag = names.get('etag');
  // A weak tag stays, since the content is the same.
  if (tag !== undefined) headers[tag] = String(headers[tag]).replace(/^(".*)"$/s, `$1-${coding}"`);
  return coding;
}

function isCompressible(headers: OutgoingHttpHeaders, names: ReadonlyMap<string, string>): boolean {
  const readHeader = (name: string) => String(headers[names.get(name) ?? ''] ?? '');
  return (
    COMPRESSIBLE.test(readHeader('content-type')) &&
    !names.has('content-encoding') &&
    !/\bno-transform\b/i.test(readHeader('cache-control'))
  );
}

/** An option that is missing in the library's types. */
interface Preferring {
  encodings(available: string[], options: { readonly preferred: string[] }): string[];
}

function findCoding(request: IncomingMessage): Coding | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined;
  const negotiator: Preferring = new Negotiator(request);
  const [best] = negotiator.encodings([...CODINGS, PLAIN], { preferred: [...CODINGS] });
  return CODINGS.find((coding) => coding === best);
}

const CODED = /-(?:br|gzip)"/g;

/** Removes the codings from tags that clients send. */
export function stripCodingFromTags(headers: IncomingMessage['headers']): void {
  for (const name of ['if-match', 'if-none-match'] as const) {
    const tags = headers[name];
    if (tags !== undefined) headers[name] = tags.replaceAll(CODED, '"');
  }
}

interface CodedAnswer {
  readonly status: number;
  /** Including `Content-Encoding`. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: EncodedText;
  /** Bytes of the uncompressed body. */
  readonly length: number;
  readonly coding: Coding;
}

/** Characters from which an answer is compressed while it is sent. */
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
  if (!response.destroyed) writeHead(response, status, { ...headers, 'Content-Length': bytes.length }).end(bytes);
}

/** Streams the body as fast as the client reads it. */
function sendInParts(response: ServerResponse, { status, headers, body, coding }: CodedAnswer): Promise<void> {
  writeHead(response, status, headers);
  return pipeline(Readable.from(typeof body === 'string' ? [body] : body), createCompressor(coding), response);
}

/** @param isPrompt whether each part is sent at once, which compresses small parts less */
export function createCompressor(coding: Coding, { isPrompt = false } = {}): Transform {
  if (coding === 'gzip') return createGzip({ ...GZIP, ...(isPrompt && { flush: constants.Z_SYNC_FLUSH }) });
  return createBrotliCompress({ ...BROTLI, ...(isPrompt && { flush: constants.BROTLI_OPERATION_FLUSH }) });
}
