import { decodeText, findEndOfText } from './json-text.js';
import { inSteps } from '@ticketgate/sdk';
import { readNumber } from './json-number.js';

type Container = unknown[] | Record<string, unknown>;

/** Between two pauses that are offered. */
const TOKENS = 500;

/** Parses JSON in UTF-8 as `parseJson` does, but lets other requests run in between; undefined if it is not JSON. */
export async function parseInSteps(bytes: Buffer): Promise<unknown> {
  try {
    return await inSteps(new SteppedParser(bytes).parse());
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/** Built-in parsing of a large text takes long and cannot be interrupted; this takes as long, but in steps. */
class SteppedParser {
  readonly #bytes: Buffer;
  /** What is open, the innermost last, and the names that their next values get. */
  readonly #open: Container[] = [];
  readonly #names: string[] = [];
  #at = 0;
  #root: unknown;
  #isDone = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  *parse(): Generator<undefined, unknown> {
    for (let tokens = 1; !this.#isDone; tokens += 1) {
      yield* this.#value();
      if (tokens % TOKENS === 0) yield;
    }
    if ((yield* this.#peek()) !== undefined) throw new SyntaxError('more than one value');
    return this.#root;
  }

  /** Reads a value, or the beginning of one that holds others. */
  *#value(): Generator<undefined, void> {
    const character = yield* this.#peek();
    if (character === '{') yield* this.#begin({}, '}');
    else if (character === '[') yield* this.#begin([], ']');
    else if (character === '"') yield* this.#complete(yield* this.#text());
    else yield* this.#complete(this.#scalar());
  }

  *#begin(container: Container, closing: string): Generator<undefined, void> {
    this.#at += 1;
    if ((yield* this.#peek()) === closing) {
      this.#at += 1;
      yield* this.#complete(container);
      return;
    }
    this.#open.push(container);
    this.#names.push(Array.isArray(container) ? '' : yield* this.#name());
  }

  /** Puts a value where it belongs, and closes everything that ends after it. */
  *#complete(value: unknown): Generator<undefined, void> {
    let whole = value;
    for (;;) {
      const container = this.#open.at(-1);
      if (container === undefined) {
        this.#root = whole;
        this.#isDone = true;
        return;
      }
      put(container, this.#names.at(-1) ?? '', whole);
      const character = yield* this.#next();
      if (character === ',') {
        if (!Array.isArray(container)) this.#names[this.#names.length - 1] = yield* this.#name();
        return;
      }
      if (character !== (Array.isArray(container) ? ']' : '}')) throw new SyntaxError('neither a comma nor an end');
      this.#open.pop();
      this.#names.pop();
      whole = container;
    }
  }

  *#name(): Generator<undefined, string> {
    if ((yield* this.#peek()) !== '"') throw new SyntaxError('a member without a name');
    const name = yield* this.#text();
    if ((yield* this.#next()) !== ':') throw new SyntaxError('a name without a colon');
    return name;
  }

  *#text(): Generator<undefined, string> {
    const start = this.#at + 1;
    const end = yield* findEndOfText(this.#bytes, start);
    if (end < 0) throw new SyntaxError('a text without an end');
    this.#at = end + 1;
    return yield* decodeText(this.#bytes, start, end);
  }

  #scalar(): unknown {
    const start = this.#at;
    while (IS_SCALAR[this.#bytes[this.#at] ?? 0] === 1) this.#at += 1;
    const text = this.#bytes.toString('latin1', start, this.#at);
    return LITERALS.has(text) ? LITERALS.get(text) : readNumber(text);
  }

  *#next(): Generator<undefined, string | undefined> {
    const character = yield* this.#peek();
    this.#at += 1;
    return character;
  }

  /** The next character that is not white space; undefined at the end. */
  *#peek(): Generator<undefined, string | undefined> {
    const bytes = this.#bytes;
    let pause = this.#at + PAUSE_BYTES;
    while (IS_SPACE[bytes[this.#at] ?? 0] === 1) {
      this.#at += 1;
      if (this.#at < pause) continue;
      yield;
      pause = this.#at + PAUSE_BYTES;
    }
    const byte = bytes[this.#at];
    return byte === undefined ? undefined : String.fromCharCode(byte);
  }
}

const PAUSE_BYTES = 1_000_000;
const IS_SPACE = tableOf(/[ \t\n\r]/);
const IS_SCALAR = tableOf(/[\w.+-]/);

function tableOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => Number(pattern.test(String.fromCharCode(code))));
}

const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function put(container: Container, name: string, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else if (name !== '__proto__') container[name] = value;
  else Object.defineProperty(container, name, { value, enumerable: true, writable: true, configurable: true });
}
