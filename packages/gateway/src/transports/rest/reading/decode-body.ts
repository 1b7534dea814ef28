import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { inThread, isTrue } from '@ticketgate/sdk';

import type { Trace } from '../../../debugger/trace.js';
import type { Failure } from '../../../failure.js';
import { findMistake, parseBytes } from '../../../json/parse-json.js';
import { MalformedBody, WrongStructure } from '../../http/refusals.js';

/** Bytes of a body from which on a thread converts it. */
const LARGE = 1_000_000;

const CHARSET = /charset=["']?([^"';,\s]+)["']?\s*$/i;
/** Characters at the end of a Content-Type that are parsed. */
const CHARSET_LENGTH = 100;

/** The last charset in Content-Type; undefined for UTF-8. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const charset = CHARSET.exec(contentType?.slice(-CHARSET_LENGTH) ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset;
}

/** Checks a body in UTF-8; undefined if it is invalid. */
export function asUTF8(body: Buffer): Buffer | undefined {
  return isUtf8(body) ? body : undefined;
}

/** Converts a body to UTF-8; undefined if it is invalid in its charset. */
export async function toUTF8(body: Buffer, charset: string): Promise<Buffer | undefined> {
  try {
    if (body.length < LARGE) return Buffer.from(transcode({ body, charset }));
    return Buffer.from(await inThread({ run: transcode, module: import.meta.url }, { body, charset }));
  } catch {
    return undefined;
  }
}

/** @throws TypeError if the bytes are not text in the charset, or there is no such one */
export function transcode({ body, charset }: { readonly body: Uint8Array; readonly charset: string }): string {
  return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body);
}

/**
 * Parses a body as JSON: an object or a list with at least one entry.
 *
 * @param body undefined if it is invalid in its charset
 * @throws Failure `Gateway.MalformedBody`, `Gateway.WrongStructure`
 */
export async function decodeBody(body: Buffer | undefined, { trace, contentType = '' }: ReceivedBody): Promise<object> {
  if (body === undefined) {
    trace.debug(RECEIVED, () => 'Bytes that are not text in their charset.');
    throw notText();
  }
  const value = await parseBytes(body);
  const isReadable = typeof value === 'object' && value !== null;
  trace.debug(RECEIVED, () => (isReadable ? value : describeUnread(body, contentType)));
  return expectObject(value, body);
}

interface ReceivedBody {
  readonly trace: Trace;
  readonly contentType: string | undefined;
}

/** Any name or value may be a secret, so the record ends before the first one. */
function describeUnread(body: Buffer, contentType: string): string {
  const [type] = /^[\w.+/-]{1,100}/.exec(contentType) ?? ['no type'];
  const [start] = /^[\s[{]*/.exec(body.toString('latin1', 0, START_LENGTH)) ?? [''];
  return `Not recorded: ${body.length} bytes (${type}) which are not a JSON object or list. They begin with ${JSON.stringify(start)}.`;
}

/**
 * Parses any JSON value, for requests that are not for web services.
 *
 * @param body undefined if it is invalid in its charset
 * @throws Failure `Gateway.MalformedBody`
 */
export async function decodeAny(body: Buffer | undefined): Promise<unknown> {
  if (body === undefined) throw notText();
  const value = await parseBytes(body);
  if (value !== undefined) return value;
  throw new MalformedBody(`The body is not JSON: ${findMistake(body)}.`);
}

function notText(): Failure {
  return new MalformedBody('The body is not text in the charset of its Content-Type, or in UTF-8 if it names none.');
}

const RECEIVED = 'Received data by provider from remote system';
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
