import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';

import { MalformedXml } from './xml-refusals.js';
import type { XmlReader } from './xml-reader.js';

/** Bytes within which the XML declaration ends. */
const DECLARATION = 1000;
const START = Buffer.from('<?xml');
const END = 0x3e;
const EMPTY = Buffer.alloc(0);

/**
 * Decodes the bytes of one document for its reader: by its byte order mark, or else the charset of the Content-Type, or else the encoding
 * in its declaration, or else as UTF-8. A charset of UTF-8 is ignored, since many clients always send it.
 */
export class XmlDecoder {
  readonly #reader: XmlReader;
  readonly #charset: string | undefined;
  #waiting: Buffer = EMPTY;
  #hasBegun = false;
  /** Undefined while the text is UTF-8 in whole characters: making a decoder takes longer than decoding most bodies. */
  #decoder: TextDecoder | undefined;

  /** @param charset of the Content-Type; undefined for none, and for UTF-8 */
  constructor(reader: XmlReader, charset: string | undefined) {
    this.#reader = reader;
    this.#charset = charset;
  }

  /** The encoding, once it is known; undefined for UTF-8. */
  get encoding(): string | undefined {
    return this.#decoder?.encoding;
  }

  /** @throws Failure `Gateway.MalformedBody` and those of the reader */
  add(bytes: Buffer): void {
    if (this.#hasBegun) this.#decode(bytes);
    else this.#begin(this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]), false);
  }

  finish(): void {
    if (!this.#hasBegun) this.#begin(this.#waiting, true);
    this.#decode(EMPTY, false);
  }

  /** Finds the encoding as soon as there are enough bytes. */
  #begin(bytes: Buffer, isWhole: boolean): void {
    if (bytes.length < START.length && !isWhole) {
      this.#waiting = bytes;
      return;
    }
    const known = findMark(bytes) ?? this.#charset;
    if (known !== undefined) {
      this.#start(openDecoder(known), bytes);
      return;
    }
    const hasDeclaration = bytes.subarray(0, START.length).equals(START);
    const end = bytes.indexOf(END);
    if (hasDeclaration && end < 0 && bytes.length < DECLARATION && !isWhole) this.#waiting = bytes;
    else this.#declared(bytes, hasDeclaration ? end + 1 : 0);
  }

  /** The declaration itself is ASCII. */
  #declared(bytes: Buffer, end: number): void {
    this.#reader.add(bytes.toString('latin1', 0, end));
    const encoding = this.#reader.declaredEncoding ?? 'utf-8';
    if (/^utf-?16|^ucs|^iso-10646/i.test(encoding))
      throw new MalformedXml(`The body is not text in ${encoding}, as its XML declaration says.`);
    this.#start(/^utf-?8$/i.test(encoding) ? undefined : openDecoder(encoding), bytes.subarray(end));
  }

  #start(decoder: TextDecoder | undefined, bytes: Buffer): void {
    this.#hasBegun = true;
    this.#decoder = decoder;
    this.#waiting = EMPTY;
    this.#decode(bytes);
  }

  #decode(bytes: Buffer, isMore = true): void {
    this.#reader.add(this.#text(bytes, isMore));
  }

  #text(bytes: Buffer, isMore: boolean): string {
    if (this.#decoder === undefined && isUtf8(bytes)) return bytes.toString();
    this.#decoder ??= openDecoder('utf-8');
    try {
      return this.#decoder.decode(bytes, { stream: isMore });
    } catch (cause) {
      throw new MalformedXml(`The body is not text in ${this.#decoder.encoding}, which it is sent as.`, cause);
    }
  }
}

/** Bytes between two checks of the clock, and milliseconds of work in one turn. */
const PIECE = 2048;
const SLICE = 5;

/** Adds the bytes of a body to its decoder, pausing after some milliseconds: a small element takes much longer than its bytes suggest. */
export function addInTurns(decoder: XmlDecoder): (bytes: Buffer) => Promise<void> | undefined {
  let spent = 0;
  const add = (bytes: Buffer): Promise<void> | undefined => {
    for (let at = 0; at < bytes.length; at += PIECE) {
      if (spent > SLICE) {
        spent = 0;
        return turn().then(() => add(bytes.subarray(at)));
      }
      const began = performance.now();
      decoder.add(bytes.subarray(at, at + PIECE));
      spent += performance.now() - began;
    }
    return undefined;
  };
  return add;
}

/** Encodings by the first bytes of a document: a byte order mark, or `<` in UTF-16. */
const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16le', [0x3c, 0]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16be', [0, 0x3c]],
] as const;

function findMark(bytes: Buffer): string | undefined {
  return MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
}

function openDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    throw new MalformedXml(`The body is in "${encoding}", an unknown encoding. Send it in UTF-8.`, cause);
  }
}
