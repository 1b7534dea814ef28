import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { inSteps, isTrue } from '@ticketgate/sdk';

import { ReceivedText, type Trace } from '../../../debugger/trace.js';
import type { Failure } from '../../../failure.js';
import { findMistake, parseJson } from '../../../json/parse-json.js';
import { parseInSteps } from '../../../json/parse-in-steps.js';
import { malformedBody, wrongStructure } from '../../http/refusals.js';

/** Bytes of a body from which on work on it is done in steps. */
const LARGE = 1_000_000;

const CHARSET = /charset=["']?([^"';,\s]+)["']?\s*$/i;
/** Characters at the end of a Content-Type that are looked at. */
const CHARSET_LENGTH = 100;

/** The last charset in Content-Type; undefined for UTF-8. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const charset = CHARSET.exec(contentType?.slice(-CHARSET_LENGTH) ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset;
}

/** A body whose charset is UTF-8; undefined if its bytes are not. */
export function asUTF8(body: Buffer): Buffer | undefined {
  return isUtf8(body) ? body : undefined;
}

/** A body in UTF-8; undefined if its bytes are not text in the charset. */
export async function toUTF8(body: Buffer, charset: string): Promise<Buffer | undefined> {
  try {
    const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
    return Buffer.concat(await inSteps(transcode(body, decoder)));
  } catch {
    return undefined;
  }
}

function* transcode(body: Buffer, decoder: TextDecoder): Generator<undefined, Buffer[]> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += LARGE) {
    pieces.push(Buffer.from(decoder.decode(body.subarray(at, at + LARGE), { stream: true })));
    yield;
  }
  pieces.push(Buffer.from(decoder.decode()));
  return pieces;
}

/**
 * A body's JSON value: an object or a list with at least one entry.
 *
 * @param body undefined if its bytes are not text in their charset
 * @throws Failure `Gateway.MalformedBody`, `Gateway.WrongStructure`
 */
export function decodeBody(body: Buffer | undefined, trace: Trace): object | Promise<object> {
  if (body === undefined) {
    trace.debug(RECEIVED, () => 'Bytes that are not text in their charset.');
    throw notText();
  }
  return body.length < LARGE ? decodeSmall(body, trace) : decodeLarge(body, trace);
}

/**
 * Any JSON value, of a request that is not for a web service.
 *
 * @param body undefined if its bytes are not text in their charset
 * @throws Failure `Gateway.MalformedBody`
 */
export async function decodeAny(body: Buffer | undefined): Promise<unknown> {
  if (body === undefined) throw notText();
  const isLarge = body.length >= LARGE;
  const value = isLarge ? await parseInSteps(body) : parseJson(body.toString('utf8'));
  if (value !== undefined) return value;
  const mistake = isLarge ? UNPLACED : findMistake(body.toString('utf8'));
  throw malformedBody(`The body is not JSON: ${mistake}.`);
}

function notText(): Failure {
  return malformedBody('The body is not text in the charset of its Content-Type, or in UTF-8 if it names none.');
}

/** Looking for the place of a mistake takes too long in a large body. */
const UNPLACED = 'it cannot be parsed';
const RECEIVED = 'Received data by provider from remote system';

function decodeSmall(body: Buffer, trace: Trace): object {
  const text = body.toString('utf8');
  trace.debug(RECEIVED, () => new ReceivedText(text));
  const value = parseJson(text);
  return expectObject(value, () => findMistake(text));
}

/** What is recorded is the value, which is recorded anyway, rather than a second copy of the text. */
async function decodeLarge(body: Buffer, trace: Trace): Promise<object> {
  const value = await parseInSteps(body);
  trace.debug(RECEIVED, () => value ?? new ReceivedText(body.toString('utf8', 0, LARGE)));
  return expectObject(value, () => UNPLACED);
}

function expectObject(value: unknown, findMistakeIn: () => string): object {
  if (!isTrue(value)) {
    const what = value === undefined ? `not JSON: ${findMistakeIn()}` : JSON.stringify(value);
    throw malformedBody(`The body is ${what}.`);
  }
  if (typeof value !== 'object' || value === null) throw wrongStructure(`a ${typeof value}`);
  for (const name in value) if (Object.hasOwn(value, name)) return value;
  throw wrongStructure(`an empty ${Array.isArray(value) ? 'list' : 'object'}`);
}

/** For services with honest statuses, whose operations all take an object. */
export function refuseList(): Failure {
  return wrongStructure('a list');
}
