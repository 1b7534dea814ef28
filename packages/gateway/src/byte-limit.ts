/** Bytes that may be in memory at a time. What fits alone is never refused, and a single reservation always fits. */
export interface ByteLimits {
  readonly total: number;
  /** For all reservations of one owner, for example of an address or a web service. */
  readonly perOwner: number;
}

interface Waiting {
  readonly owner: string;
  /** False if there is no room yet. */
  readonly reserve: () => boolean;
  readonly resolve: () => void;
}

/** Owners that are kept without bytes: deleting and adding one with each request would produce a lot of garbage. */
const KEPT = 1000;

/** Limits the bytes in memory. Whoever needs some opens a reservation, and is either refused what has no room or waits for it. */
export class ByteLimit {
  readonly #limits: ByteLimits;
  readonly #byOwner = new Map<string, number>();
  #total = 0;
  #waiting: readonly Waiting[] = [];

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** An empty reservation. */
  open(owner: string) {
    let held = 0;
    let isClosed = false;
    const canReserve = (more: number) => !isClosed && this.#hasRoom(owner, { held, more });
    /** False if there is no room. */
    const reserve = (bytes: number): boolean => {
      if (!canReserve(bytes)) return false;
      held += bytes;
      this.#change(owner, bytes);
      return true;
    };
    return {
      held: () => held,
      canReserve,
      reserve,
      /** Waits for room, in the order of the calls for its owner. Rejects with the reason of the signal. */
      wait: (bytes: number, signal?: AbortSignal): Promise<void> =>
        this.#wait(owner, () => isClosed || reserve(bytes), signal),
      release: (): void => {
        isClosed = true;
        if (held > 0) this.#change(owner, -held);
        held = 0;
        this.#admit();
      },
    };
  }

  async #wait(owner: string, reserve: () => boolean, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const own = { owner, reserve, resolve };
      this.#waiting = [...this.#waiting, own];
      signal?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((each) => each !== own);
        reject(signal.reason as Error); // of AbortSignal.timeout and the like
        this.#admit();
      });
      this.#admit();
    });
  }

  #admit(): void {
    if (this.#waiting.length === 0) return;
    const full = new Set<string>();
    this.#waiting = this.#waiting.filter(({ owner, reserve, resolve }) => {
      const isStill = full.has(owner) || !reserve();
      if (isStill) full.add(owner);
      else resolve();
      return isStill;
    });
  }

  /** Whether a reservation that holds `held` bytes has room for `more`. */
  #hasRoom(owner: string, { held, more }: { readonly held: number; readonly more: number }): boolean {
    const { total, perOwner } = this.#limits;
    const others = this.#total - held;
    const neighbours = (this.#byOwner.get(owner) ?? 0) - held;
    return (others === 0 || this.#total + more <= total) && (neighbours === 0 || neighbours + held + more <= perOwner);
  }

  #change(owner: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#byOwner.get(owner) ?? 0) + bytes;
    if (held === 0 && this.#byOwner.size > KEPT) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, held);
  }
}

export type ByteReservation = ReturnType<ByteLimit['open']>;
