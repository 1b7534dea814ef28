const EMPTY = Buffer.alloc(0);
/** Bytes from which on a body is copied into one buffer, which grows by doubling. */
const LARGE = 1_000_000;

/**
 * Collects the bytes of a body. Memory is allocated for bytes that have arrived, not for those announced: a thousand clients may
 * announce 100 MB each and send nothing.
 */
export class BodyBuffer {
  readonly #announced: number;
  #length = 0;
  #parts: Buffer[] = [];
  #whole: Buffer | undefined;

  /** @param announced `Content-Length`, or 0 */
  constructor(announced: number) {
    this.#announced = announced;
  }

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    const length = this.#length + part.length;
    if (length > LARGE) {
      this.#grow(length);
      if (this.#whole !== undefined) part.copy(this.#whole, this.#length);
    } else this.#parts.push(part);
    this.#length = length;
  }

  #grow(length: number): void {
    if (this.#whole !== undefined && this.#whole.length >= length) return;
    const double = Math.max(length, this.#length * 2);
    const next = Buffer.allocUnsafeSlow(this.#announced > length ? Math.min(double, this.#announced) : double);
    if (this.#whole === undefined) {
      let at = 0;
      for (const part of this.#parts) at += part.copy(next, at);
      this.#parts = [];
    } else this.#whole.copy(next, 0, 0, this.#length);
    this.#whole = next;
  }

  take(): Buffer {
    if (this.#whole !== undefined) return this.#whole.subarray(0, this.#length);
    return this.#parts.length === 1 ? (this.#parts[0] ?? EMPTY) : Buffer.concat(this.#parts, this.#length);
  }
}
