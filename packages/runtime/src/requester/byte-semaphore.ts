/** Limits the bytes that are in use at a time. Further callers wait in the order of their calls. */
export class ByteSemaphore {
  readonly #size: number;
  readonly #waiting: { readonly bytes: number; readonly resolve: () => void }[] = [];
  #free: number;

  constructor(size: number) {
    this.#size = size;
    this.#free = size;
  }

  /** @returns the bytes to release: `needed`, or all bytes if there are not so many */
  async acquire(needed: number): Promise<number> {
    const bytes = Math.min(needed, this.#size);
    await new Promise<void>((resolve) => {
      this.#waiting.push({ bytes, resolve });
      this.#admit();
    });
    return bytes;
  }

  release(bytes: number): void {
    this.#free += bytes;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.resolve();
    }
  }
}
