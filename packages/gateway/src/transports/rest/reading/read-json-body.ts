import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';
import { inSteps, inThread, isTrue } from '@ticketgate/sdk';

import type { Trace } from '../../../debugger/trace.js';
import type { Failure } from '../../../failure.js';
import { findMistake } from '../../../json/parse-json.js';
import { ByteLimit, type ByteLimits, type ByteReservation } from '../../../byte-limit.js';
import { readBodyCoding, readBody, RECEIVED, type BodyCoding } from '../../http/read-body.js';
import type { ReadingLimits } from '../../http/reading-limits.js';
import { MalformedBody, WrongStructure } from '../../http/refusals.js';
import type { Exchange } from '../../transport.js';
import { JsonScanner } from './json-scanner.js';
import { findUpload, readUpload, type Upload } from './read-upload.js';
import { parseJsonBytes, scanningSteps } from './parse-json-bytes.js';

/** Bytes of a body that is converted in a thread, because it takes long. */
const LARGE = 1_000_000;

/** How a service reads bodies. */
export interface JsonService {
  /** Profile contract refuses an unknown `Content-Encoding`, which the family ignores. */
  readonly isContract: boolean;
  /** Bytes of a body; undefined: only the server's limit applies. */
  readonly maxLength: number | undefined;
  /** The field of a form (`multipart/form-data`) whose file is the body; undefined: forms are not read. */
  readonly uploadField: string | undefined;
}

/**
 * Reads a body as JSON: an object or a list with at least one entry; undefined without a body.
 *
 * @throws Failure `Gateway.PayloadTooLarge`, `Gateway.BodyTooComplex`, `Gateway.MalformedBody`, `Gateway.WrongStructure` and others
 */
export async function readJsonBody(
  { request, trace, limits, reservation }: Exchange,
  { isContract, maxLength = Infinity, uploadField }: JsonService,
): Promise<object | undefined> {
  const coding = readBodyCoding(request, isContract);
  const limit = Math.min(maxLength, limits.bodyLength);
  const upload = findUpload(request.headers['content-type'], uploadField);
  const body = await receiveText(request, { coding, limit, reservation, limits, upload });
  return body && parseBody(body, trace, request.headers['content-type']);
}

/**
 * Creates a function that reads the JSON of requests to other parts of the server, within the same limits; undefined without a body.
 * It rejects with a Failure: `Gateway.PayloadTooLarge`, `Gateway.BodyTooComplex`, `Gateway.MalformedBody` and others.
 */
export function createJsonReader(
  limits: ReadingLimits,
  bodies: ByteLimits,
  remoteAddress: (request: IncomingMessage) => string,
) {
  const bodyLimit = new ByteLimit(bodies);
  return async (request: IncomingMessage, limit: number): Promise<unknown> => {
    const coding = readBodyCoding(request, true);
    const reservation = bodyLimit.open(remoteAddress(request));
    try {
      const body = await receiveText(request, { coding, limit, reservation, limits });
      return body && (await parseAny(body));
    } finally {
      reservation.release();
    }
  };
}

interface TextRules {
  readonly coding: BodyCoding;
  /** Bytes. */
  readonly limit: number;
  readonly reservation: ByteReservation;
  readonly limits: ReadingLimits;
  readonly upload?: Upload | undefined;
}

interface ReceivedText {
  /** In UTF-8, if the text is valid in its charset. */
  readonly bytes: Buffer;
  /** The places of its long texts; undefined if it is not text. */
  readonly longTexts: JsonScanner['longTexts'] | undefined;
}

/** Reads a body and counts its contents on arrival; undefined without one. */
async function receiveText(
  request: IncomingMessage,
  { coding: { isZipped, charset }, limit, reservation, limits, upload }: TextRules,
): Promise<ReceivedText | undefined> {
  const scanner = new JsonScanner(limits.json);
  // In other charsets, the byte of a JSON delimiter may be half a character.
  const isScanned = charset === undefined && upload === undefined;
  const onChunk = (part: Buffer) => {
    if (isScanned) scanner.add(part);
    return undefined;
  };
  const body = readUpload(
    await readBody(request, { limit, reservation, pace: limits.pace, isZipped, onChunk }),
    upload,
  );
  if (body.length === 0) return undefined;
  const asUTF8 = charset === undefined && isUtf8(body) ? body : undefined;
  const bytes = charset === undefined ? asUTF8 : await toUTF8(body, charset);
  if (!isScanned && bytes !== undefined) await inSteps(scanningSteps(bytes, scanner));
  scanner.finish();
  return { bytes: bytes ?? body, longTexts: bytes && scanner.longTexts };
}

/** Converts a body to UTF-8; undefined if it is invalid in its charset. */
async function toUTF8(body: Buffer, charset: string): Promise<Buffer | undefined> {
  const given = { body, charset };
  const text =
    body.length < LARGE ? transcode(given) : await inThread({ run: transcode, module: import.meta.url }, given);
  return text === undefined ? undefined : Buffer.from(text);
}

/** Undefined if the charset is unknown, or the bytes are not text in it. */
export function transcode({ body, charset }: { readonly body: Uint8Array; readonly charset: string }) {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

async function parseBody({ bytes, longTexts }: ReceivedText, trace: Trace, contentType = ''): Promise<object> {
  if (longTexts === undefined) {
    trace.debug(RECEIVED, () => 'Bytes that are not text in their charset.');
    throw notText();
  }
  const value = await parseJsonBytes(bytes, longTexts);
  const isReadable = typeof value === 'object' && value !== null;
  trace.debug(RECEIVED, () => (isReadable ? value : describeUnread(bytes, contentType)));
  return expectObject(value, bytes);
}

/** Any name or value may be a secret, so the record ends before the first one. */
function describeUnread(body: Buffer, contentType: string): string {
  const [type] = /^[\w.+/-]{1,100}/.exec(contentType) ?? ['no type'];
  const [start] = /^[\s[{]*/.exec(body.toString('latin1', 0, START_LENGTH)) ?? [''];
  return `Not recorded: ${body.length} bytes (${type}) which are not a JSON object or list. They begin with ${JSON.stringify(start)}.`;
}

async function parseAny({ bytes, longTexts }: ReceivedText): Promise<unknown> {
  if (longTexts === undefined) throw notText();
  const value = await parseJsonBytes(bytes, longTexts);
  if (value !== undefined) return value;
  throw new MalformedBody(`The body is not JSON: ${findMistake(bytes)}.`);
}

function notText(): Failure {
  return new MalformedBody('The body is not text in the charset of its Content-Type, or in UTF-8 if it names none.');
}

/** Bytes of an invalid body that are considered for the record. */
const START_LENGTH = 50;

function expectObject(value: unknown, body: Buffer): object {
  if (!isTrue(value)) {
    const what = value === undefined ? `not JSON: ${findMistake(body)}` : JSON.stringify(value);
    throw new MalformedBody(`The body is ${what}.`);
  }
  if (typeof value !== 'object' || value === null) throw new WrongStructure(`a ${typeof value}`);
  for (const name in value) if (Object.hasOwn(value, name)) return value;
  throw new WrongStructure(`an empty ${Array.isArray(value) ? 'list' : 'object'}`);
}
