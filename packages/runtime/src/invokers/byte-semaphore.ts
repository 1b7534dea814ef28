interface Waiting {
  readonly bytes: number;
  readonly owner: string;
  readonly resolve: () => void;
}

interface AcquireOptions {
  /** Who holds the bytes; all owners together hold at most the size, and each of them at most its share. */
  readonly owner?: string;
  /** Ends the waiting: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** Limits the bytes that are in use at a time. Further callers wait in the order of their calls, or of those of their owner. */
export class ByteSemaphore {
  readonly #share: number;
  readonly #held = new Map<string, number>();
  #waiting: readonly Waiting[] = [];
  #free: number;

  /** @param share most bytes of one owner */
  constructor(size: number, share = size) {
    this.#free = size;
    this.#share = share;
  }

  /** @returns the bytes to release: `needed`, or the whole share if it is not so large */
  async acquire(needed: number, { owner = '', signal }: AcquireOptions = {}): Promise<number> {
    signal?.throwIfAborted();
    const bytes = Math.min(needed, this.#share);
    await new Promise<void>((resolve, reject) => {
      const waiting = { bytes, owner, resolve };
      this.#waiting = [...this.#waiting, waiting];
      signal?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        reject(signal.reason as Error); // of AbortSignal.timeout and the like
        this.#admit();
      });
      this.#admit();
    });
    return bytes;
  }

  release(bytes: number, owner = ''): void {
    this.#hold(owner, -bytes);
    this.#admit();
  }

  #admit(): void {
    const full = new Set<string>();
    for (const next of this.#waiting) {
      const { bytes, owner, resolve } = next;
      if ((this.#held.get(owner) ?? 0) + bytes > this.#share) full.add(owner);
      if (full.has(owner)) continue;
      if (bytes > this.#free) return;
      this.#waiting = this.#waiting.filter((each) => each !== next);
      this.#hold(owner, bytes);
      resolve();
    }
  }

  #hold(owner: string, bytes: number): void {
    this.#free -= bytes;
    const held = (this.#held.get(owner) ?? 0) + bytes;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
  }
}
