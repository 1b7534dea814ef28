import { BodyTooComplex, type Failure } from '../../../failure.js';
import { MalformedBody } from '../../http/refusals.js';
import type { JsonLimits } from '../../http/reading-limits.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Bytes of a string that are scanned one by one; a native search for its end only pays off for longer ones. */
const NEAR = 32;
/** Bytes above which a text is long. */
const LONG = 1_000;

/** What a byte means outside of strings. */
const OTHER = 0;
const SCALAR = 1;
const OPEN = 2;
const CLOSE = 3;
const COLON = 4;

const MEANING = Uint8Array.from({ length: 256 }, (_, code) => classifyCharacter(String.fromCharCode(code)));

function classifyCharacter(character: string): number {
  if (/[\w.+-]/.test(character)) return SCALAR;
  if (/[{[]/.test(character)) return OPEN;
  if (/[}\]]/.test(character)) return CLOSE;
  return character === ':' ? COLON : OTHER;
}

export interface ExceededLimit {
  /** For example `more than 20000 members`. */
  readonly what: string;
  readonly setting: 'jsonNodes' | 'jsonKeys' | 'jsonKeyLength' | 'jsonDepth';
}

function refuseBody({ what, setting }: ExceededLimit): Failure {
  if (setting === 'jsonDepth') return new MalformedBody(`The body is not JSON: it is nested deeper than ${what}.`);
  return new BodyTooComplex({ what, setting });
}

/**
 * Counts the contents of JSON byte by byte as they arrive, without parsing them. The count is exact for JSON; for other texts it is exact up
 * to their first mistake, where the parser refuses them.
 */
export class JsonScanner {
  readonly #limits: JsonLimits;
  readonly #refuse: (exceeded: ExceededLimit) => Error;
  #nodes = 0;
  #keys = 0;
  #depth = 0;
  #isInText = false;
  /** Whether the next byte belongs to an escape. */
  #isEscaped = false;
  /** Bytes of the last string, including the closing quote. It may turn out to be a name. */
  #textLength = 0;
  #scalarLength = 0;
  /** Bytes before those that are being added. */
  #offset = 0;
  /** The places of long texts that are values, including their quotes. */
  readonly longTexts: { readonly start: number; readonly end: number }[] = [];

  /** @param refuse makes the error for JSON beyond a limit; default: the request's */
  constructor(limits: JsonLimits, refuse: (exceeded: ExceededLimit) => Error = refuseBody) {
    this.#limits = limits;
    this.#refuse = refuse;
  }

  /** @throws Failure `Gateway.BodyTooComplex`, `Gateway.MalformedBody` if it is nested too deeply, or the error of `refuse` */
  add(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) at = this.#isInText ? this.#readText(bytes, at) : this.#readOutside(bytes, at);
    this.#offset += bytes.length;
  }

  /** Ends the body: a last string is a value. */
  finish(): void {
    this.#expectNodes(this.#limits.nodes);
  }

  /** Returns the start of a string, or the end. */
  #readOutside(bytes: Buffer, start: number): number {
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        this.#beginText();
        return at + 1;
      }
      const meaning = MEANING[byte];
      if (meaning === SCALAR) this.#addScalar();
      else {
        this.#scalarLength = 0;
        if (meaning !== OTHER) this.#addMark(meaning);
      }
    }
    return bytes.length;
  }

  #beginText(): void {
    this.#isInText = true;
    this.#textLength = 0;
    this.#scalarLength = 0;
    this.#addNode();
  }

  #addScalar(): void {
    this.#scalarLength += 1;
    if (this.#scalarLength === 1) this.#addNode();
    const { keyLength } = this.#limits;
    if (this.#scalarLength > keyLength)
      throw this.#refuse({ what: `a number of more than ${keyLength} bytes`, setting: 'jsonKeyLength' });
  }

  #addMark(meaning: number | undefined): void {
    if (meaning === COLON) this.#addKey();
    else if (meaning === CLOSE) this.#depth -= 1;
    else {
      this.#addNode();
      this.#depth += 1;
      const { depth } = this.#limits;
      if (this.#depth > depth) throw this.#refuse({ what: `${depth} levels`, setting: 'jsonDepth' });
    }
  }

  /** Counts the string before a colon as a name. */
  #addKey(): void {
    const { keys, keyLength } = this.#limits;
    this.#nodes -= 1;
    this.#keys += 1;
    if (this.#textLength > LONG) this.longTexts.pop();
    if (this.#keys > keys) throw this.#refuse({ what: `more than ${keys} members`, setting: 'jsonKeys' });
    if (this.#textLength - 1 > keyLength)
      throw this.#refuse({ what: `a name of more than ${keyLength} bytes`, setting: 'jsonKeyLength' });
  }

  #addNode(): void {
    this.#nodes += 1;
    // It may be a name whose colon is still to come.
    this.#expectNodes(this.#limits.nodes + 1);
  }

  #expectNodes(most: number): void {
    if (this.#nodes > most)
      throw this.#refuse({ what: `more than ${this.#limits.nodes} values`, setting: 'jsonNodes' });
  }

  /** Returns the end of the string, or of the bytes. */
  #readText(bytes: Buffer, start: number): number {
    let at = this.#isEscaped ? start + 1 : start;
    this.#isEscaped = false;
    while (at < bytes.length && this.#isInText) at = this.#readFar(bytes, this.#readNear(bytes, at));
    this.#textLength += at - start;
    if (!this.#isInText && this.#textLength > LONG) {
      const end = this.#offset + at;
      this.longTexts.push({ start: end - this.#textLength - 1, end });
    }
    return at;
  }

  #readNear(bytes: Buffer, start: number): number {
    const end = Math.min(start + NEAR, bytes.length);
    let at = start;
    while (at < end) {
      const byte = bytes[at];
      at += byte === BACKSLASH ? 2 : 1;
      if (byte === QUOTE) {
        this.#isInText = false;
        return at;
      }
    }
    if (at <= bytes.length) return at;
    this.#isEscaped = true;
    return bytes.length;
  }

  #readFar(bytes: Buffer, start: number): number {
    if (!this.#isInText || start >= bytes.length) return start;
    const quote = bytes.indexOf(QUOTE, start);
    const end = quote < 0 ? bytes.length : quote;
    const isEscaped = isEscapedAt(bytes, { start, at: end });
    if (quote < 0) this.#isEscaped = isEscaped;
    else if (!isEscaped) this.#isInText = false;
    return quote < 0 ? end : end + 1;
  }
}

/** Whether the byte at a place follows an odd number of backslashes; bytes before `start` do not count. */
function isEscapedAt(bytes: Buffer, { start, at }: { readonly start: number; readonly at: number }): boolean {
  let first = at;
  while (first > start && bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
