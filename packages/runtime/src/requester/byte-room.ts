/** Room for so many bytes at a time: whoever needs more than is left waits for others to leave, in the order of asking. */
export class ByteRoom {
  readonly #size: number;
  readonly #waiting: { readonly bytes: number; readonly enter: () => void }[] = [];
  #left: number;

  constructor(size: number) {
    this.#size = size;
    this.#left = size;
  }

  /** @returns what to give back to `leave`: those who need more than there is get all of it */
  async enter(needed: number): Promise<number> {
    const bytes = Math.min(needed, this.#size);
    await new Promise<void>((enter) => {
      this.#waiting.push({ bytes, enter });
      this.#admit();
    });
    return bytes;
  }

  leave(bytes: number): void {
    this.#left += bytes;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && next.bytes <= this.#left; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#left -= next.bytes;
      next.enter();
    }
  }
}
