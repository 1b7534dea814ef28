import { randomUUID } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { inSteps } from '@ticketgate/sdk';

import { DEPTH_LIMIT, parseJsonExactly, parsingSteps } from '../../../json/parse-json.js';
import { JsonScanner } from './json-scanner.js';

/** Bytes that are decoded at once. */
const LARGE = 1_000_000;

const UNCOUNTED = { nodes: Infinity, keys: Infinity, keyLength: Infinity, depth: DEPTH_LIMIT };

/**
 * Parses JSON in UTF-8 like `parseJsonExactly`; undefined for other bytes. Large JSON is parsed in steps: its long texts one by one, then the rest.
 *
 * @param longTexts their places, if these bytes have already been scanned
 */
export async function parseJsonBytes(bytes: Buffer, longTexts?: JsonScanner['longTexts']): Promise<unknown> {
  if (bytes.length < LARGE) return parseJsonExactly(bytes.toString('utf8'));
  try {
    return await inSteps(readingSteps(bytes, longTexts));
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function* readingSteps(bytes: Buffer, known?: JsonScanner['longTexts']): Generator<undefined, unknown> {
  const longTexts =
    known ?? (yield* scanningSteps(bytes, new JsonScanner(UNCOUNTED, () => new SyntaxError('too deep'))));
  const mark = randomUUID();
  const texts = new Map<string, string>();
  const rest: string[] = [];
  let at = 0;
  for (const { start, end } of longTexts) {
    const name = `${mark} ${texts.size}`;
    rest.push(yield* decodingSteps(bytes.subarray(at, start)), `"${name}"`);
    // A cast: JSON.parse returns a text for a text.
    texts.set(name, JSON.parse(yield* decodingSteps(bytes.subarray(start, end))) as string);
    at = end;
    yield;
  }
  rest.push(yield* decodingSteps(bytes.subarray(at)));
  const text = rest.join('');
  yield;
  return yield* parsingSteps(text, texts);
}

/** @throws the scanner's errors */
export function* scanningSteps(bytes: Buffer, scanner: JsonScanner): Generator<undefined, JsonScanner['longTexts']> {
  for (let from = 0; from < bytes.length; from += LARGE) {
    scanner.add(bytes.subarray(from, from + LARGE));
    yield;
  }
  return scanner.longTexts;
}

function* decodingSteps(bytes: Buffer): Generator<undefined, string> {
  if (bytes.length < LARGE) return bytes.toString('utf8');
  const decoder = new StringDecoder('utf8');
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += LARGE) {
    parts.push(decoder.write(bytes.subarray(at, at + LARGE)));
    yield;
  }
  const text = parts.join('');
  yield;
  return text;
}
