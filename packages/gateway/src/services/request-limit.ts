import { createFailure } from '../failure.js';

export const Overloaded = createFailure('Gateway.Overloaded', {
  reason: 'Unavailable',
  message: () => 'Too many requests are waiting for an answer. Nothing was done; send this one again in a second.',
  headers: () => ({ 'Retry-After': '1' }),
});

/**
 * Limits the requests that wait for their answer. Accepting more than can be answered in time would delay all of them, so further ones are
 * refused at once. A request counts once its body has been read, so slow clients occupy no slots.
 */
export class RequestLimit {
  readonly #most: number;
  #waiting = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#most;
  }

  /** The slot of one request, which is acquired once, after the body has been read. Releasing it more often than necessary is harmless. */
  createSlot() {
    let state: 'free' | 'acquired' | 'released' = 'free';
    return {
      /** @throws Failure `Gateway.Overloaded` */
      acquire: (): void => {
        if (state !== 'free') return;
        if (this.isFull) throw new Overloaded();
        this.#waiting += 1;
        state = 'acquired';
      },
      release: (): void => {
        if (state === 'acquired') this.#waiting -= 1;
        state = 'released';
      },
    };
  }
}

export type RequestSlot = ReturnType<RequestLimit['createSlot']>;
