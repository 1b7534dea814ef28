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

  get areBase64(): boolean {
    return [...this.#texts.values()].every(({ isBase64 }) => isBase64 === true);
  }

  /** Whether a text contains a placeholder. */
  isIn(text: string): boolean {
    return text.includes(this.#mark);
  }

  /** Replaces the placeholders in data by the texts, which are read into memory. */
  async fill(data: unknown): Promise<unknown> {
    const whole = new Map<string, unknown>();
    for (const [placeholder, text] of this.#texts) whole.set(placeholder, JSON.parse(`"${await readWhole(text)}"`));
    return replaceTexts(data, whole);
  }

  /**
   * Creates a body from a text with placeholders.
   *
   * @param lineEnd two characters that a line break of a streamed text becomes, if the body is not JSON
   */
  body(written: string, lineEnd?: string): OutgoingBody {
    if (!this.isIn(written)) return Buffer.from(written);
    const parts = written.split(new RegExp(`(\\[\\d+ characters, ${this.#mark}-\\d+\\])`));
    return new StreamedBody(
      written,
      parts.map((part) => withLineEnd(this.#texts.get(part), lineEnd) ?? Buffer.from(part)),
    );
  }
}

/** A body in which streamed texts replace their placeholders. */
export class StreamedBody implements AsyncIterable<Buffer> {
  readonly length: number;
  readonly #written: string;
  readonly #parts: readonly (Buffer | StreamedText)[];

  constructor(written: string, parts: readonly (Buffer | StreamedText)[]) {
    this.#written = written;
    this.#parts = parts;
    this.length = parts.reduce((sum, { length }) => sum + length, 0);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (const part of this.#parts) {
      if (Buffer.isBuffer(part)) yield part;
      else for await (const piece of part.read()) yield Buffer.from(piece, 'latin1');
    }
  }

  /** The body with placeholders, for the debug log. */
  toString(): string {
    return this.#written;
  }
}

function withLineEnd(text: StreamedText | undefined, lineEnd?: string): StreamedText | undefined {
  if (text === undefined || lineEnd === undefined) return text;
  return {
    ...text,
    async *read() {
      let rest = '';
      for await (const piece of text.read()) {
        const whole = rest + piece;
        // The break may continue in the next piece.
        rest = whole.endsWith('\\') ? '\\' : '';
        yield whole.slice(0, whole.length - rest.length).replaceAll('\\n', lineEnd);
      }
    },
  };
}

async function readWhole(text: StreamedText): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of text.read()) pieces.push(piece);
  return pieces.join('');
}

function replaceTexts(data: unknown, whole: ReadonlyMap<string, unknown>): unknown {
  if (typeof data === 'string') return whole.get(data) ?? data;
  if (Array.isArray(data)) return data.map((item) => replaceTexts(item, whole));
  if (!isData(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, replaceTexts(value, whole)]));
}
