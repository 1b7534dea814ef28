import { createFailure } from '../failure.js';

export const Overloaded = createFailure('Gateway.Overloaded', {
  reason: 'Unavailable',
  message: () => 'Too many requests are waiting for an answer. Nothing was done; send this one again in a second.',
  headers: () => ({ 'Retry-After': '1' }),
});

/** Expected seconds that a request waits when all slots are in use. */
const TARGET_SECONDS = 0.5;
/** Slots before the throughput of the machine is known. */
const INITIAL = 200;
/** Fewer slots would refuse harmless bursts. */
const MINIMUM = 50;
/** Milliseconds over which finished requests are counted. */
const WINDOW = 500;
/** If at least this many requests wait throughout a window, the machine works at full capacity. */
const BUSY = 30;

/**
 * Limits the requests that wait for their answer. Accepting more than can be answered in time would delay all of them, so further ones are
 * refused at once. A request counts once its body has been read, so slow clients occupy no slots.
 *
 * Without a configured limit, there are as many slots as the process answered requests in half a second when it was last busy.
 */
export class RequestLimit {
  readonly #fixed: number | undefined;
  readonly #now: () => number;
  #slots: number;
  #waiting = 0;
  #windowStart = 0;
  #finished = 0;
  #fewest = 0;

  /** @param fixed requests that may wait; undefined: as many as the process answers in time */
  constructor(fixed: number | undefined, now: () => number = () => performance.now()) {
    this.#fixed = fixed;
    this.#slots = fixed ?? INITIAL;
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#slots;
  }

  /** The slot of one request, which is acquired once, after the body has been read. Releasing it more often than necessary is harmless. */
  createSlot() {
    let state: 'free' | 'acquired' | 'released' = 'free';
    return {
      /** @throws Failure `Gateway.Overloaded` */
      acquire: (): void => {
        if (state !== 'free') return;
        this.acquire();
        state = 'acquired';
      },
      release: (): void => {
        if (state === 'acquired') this.release();
        state = 'released';
      },
    };
  }

  acquire(): void {
    if (this.isFull) throw new Overloaded();
    this.#waiting += 1;
  }

  release(): void {
    this.#waiting -= 1;
    if (this.#fixed !== undefined) return;
    this.#finished += 1;
    if (this.#waiting < this.#fewest) this.#fewest = this.#waiting;
    const time = this.#now();
    if (time - this.#windowStart >= WINDOW) this.#adjust(time);
  }

  /** Averages with the previous number, so that a single pause does not remove most slots. */
  #adjust(time: number): void {
    const seconds = (time - this.#windowStart) / 1000;
    if (this.#fewest >= BUSY) {
      const answered = (this.#finished / seconds) * TARGET_SECONDS;
      this.#slots = Math.max(MINIMUM, Math.round((this.#slots + answered) / 2));
    }
    this.#windowStart = time;
    this.#finished = 0;
    this.#fewest = this.#waiting;
  }
}

export type RequestSlot = ReturnType<RequestLimit['createSlot']>;
