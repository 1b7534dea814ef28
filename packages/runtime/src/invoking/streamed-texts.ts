import { randomUUID } from 'node:crypto';
import { isData, type StreamedText } from '@ticketgate/sdk';

/** The body of a request. One with streamed texts is generated each time it is read. */
export type OutgoingBody = Buffer | StreamedBody;

/** The long texts of a call, for which its payload has placeholders. */
export class StreamedTexts {
  readonly #mark = randomUUID();
  readonly #texts = new Map<string, StreamedText>();

  /** @returns the placeholder of the text */
  add(text: StreamedText): string {
    const placeholder = `[${text.length} characters, ${this.#mark}-${this.#texts.size}]`;
    this.#texts.set(placeholder, text);
    return placeholder;
  }

  /** Characters of all texts together. */
  get length(): number {
    return [...this.#texts.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Whether a text contains a placeholder. */
  isIn(text: string): boolean {
    return text.includes(this.#mark);
  }

  /** Replaces the placeholders in data by the texts, which are read into memory. */
  async fill(data: unknown): Promise<unknown> {
    const whole = new Map<string, unknown>();
    for (const [placeholder, text] of this.#texts) whole.set(placeholder, JSON.parse(`"${await read(text)}"`));
    return replaceTexts(data, whole);
  }

  /** Creates a body from JSON with placeholders. */
  body(json: string): OutgoingBody {
    if (!this.isIn(json)) return Buffer.from(json);
    const parts = json.split(new RegExp(`(\\[\\d+ characters, ${this.#mark}-\\d+\\])`));
    return new StreamedBody(
      json,
      parts.map((part) => this.#texts.get(part) ?? Buffer.from(part)),
    );
  }
}

/** A body in which streamed texts replace their placeholders. */
export class StreamedBody implements AsyncIterable<Buffer> {
  readonly length: number;
  readonly #json: string;
  readonly #parts: readonly (Buffer | StreamedText)[];

  constructor(json: string, parts: readonly (Buffer | StreamedText)[]) {
    this.#json = json;
    this.#parts = parts;
    this.length = parts.reduce((sum, { length }) => sum + length, 0);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (const part of this.#parts) {
      if (Buffer.isBuffer(part)) yield part;
      else for await (const piece of part.read()) yield Buffer.from(piece, 'latin1');
    }
  }

  /** The JSON with placeholders, for the debug log. */
  toString(): string {
    return this.#json;
  }
}

async function read(text: StreamedText): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of text.read()) pieces.push(piece);
  return pieces.join('');
}

function replaceTexts(data: unknown, whole: ReadonlyMap<string, unknown>): unknown {
  if (typeof data === 'string') return whole.get(data) ?? data;
  if (Array.isArray(data)) return data.map((entry) => replaceTexts(entry, whole));
  if (!isData(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, replaceTexts(value, whole)]));
}
