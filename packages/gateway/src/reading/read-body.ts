import type { IncomingMessage } from 'node:http';

import { Failure, PLAIN, transportFailure } from '../failure.js';

export interface BodyLimits {
  /** Bytes that the definition allows; undefined for no limit of its own. */
  readonly maxLength: number | undefined;
  /** Bytes that the server allows at all. */
  readonly serverLimit: number;
}

const EMPTY = Buffer.alloc(0);

/**
 * Reads a body to its end, but never keeps more than the limit of it in memory.
 *
 * @throws Failure `Gateway.PayloadTooLarge`, `Gateway.BodyNotReadable`
 */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const limit = Math.min(limits.maxLength ?? Infinity, limits.serverLimit);
  const announced = request.headers['content-length'];
  if (announced === undefined && request.headers['transfer-encoding'] === undefined) return Promise.resolve(EMPTY);
  if (Number(announced ?? 0) > limit) {
    request.resume();
    return Promise.reject(tooLarge(limit));
  }
  return collect(request, limit);
}

function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const collected = new CollectedBody(Number(request.headers['content-length'] ?? 0));
    request.on('data', (part: Buffer) => {
      if (collected.length + part.length > limit) collected.drop();
      collected.add(part);
    });
    request.once('end', () => {
      if (collected.length > limit) reject(tooLarge(limit));
      else resolve(collected.take());
    });
    request.once('error', () => {
      reject(transportFailure('Gateway.BodyNotReadable', 'Could not read input data', 400));
    });
  });
}

/** Announced bodies of this many bytes get their memory at once, which saves a second copy of them. */
const LARGE = 1_000_000;

/** The bytes of a body as they come. */
class CollectedBody {
  #length = 0;
  #parts: Buffer[] = [];
  #whole: Buffer | undefined;
  #isDropped = false;

  constructor(announced: number) {
    // The system gives memory its pages when they are written: announcing much and sending little costs nothing.
    if (announced >= LARGE) this.#whole = Buffer.allocUnsafeSlow(announced);
  }

  /** Bytes that came, also those that were dropped. */
  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    if (this.#whole !== undefined) part.copy(this.#whole, this.#length);
    else if (!this.#isDropped) this.#parts.push(part);
    this.#length += part.length;
  }

  /** Keeps nothing from now on. */
  drop(): void {
    this.#isDropped = true;
    this.#whole = undefined;
    this.#parts = [];
  }

  take(): Buffer {
    const [first] = this.#parts;
    if (this.#whole !== undefined) return this.#whole.subarray(0, this.#length);
    return this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts, this.#length);
  }
}

function tooLarge(limit: number): Failure {
  return new Failure({
    code: 'Gateway.PayloadTooLarge',
    message: `The body is longer than the ${limit} bytes that this service accepts (MaxLength).`,
    status: 413,
    compatible: { status: 413, contentType: PLAIN, body: 'Payload Too Large' },
  });
}
