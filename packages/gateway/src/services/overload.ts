import { createFailure } from '../failure.js';

export const Overloaded = createFailure('Gateway.Overloaded', {
  reason: 'Unavailable',
  message: () => 'Too many requests are waiting for an answer. Nothing was done; send this one again in a second.',
  headers: () => ({ 'Retry-After': '1' }),
});

/** Most seconds that a request waits when all places are taken, as far as that can be foreseen. */
const TARGET_SECONDS = 0.5;
/** Places before anything is known of the machine. */
const AT_FIRST = 200;
/** The least number of places: fewer would refuse harmless bursts. */
const LEAST = 50;
/** Milliseconds over which finished requests are counted. */
const WINDOW = 500;
/** Requests that wait throughout a window in which the machine works at full capacity. */
const BUSY = 30;

/**
 * Bounds the requests that wait for their answer: one more than can be answered in time would only make all of them late, so
 * it is turned away at once. Requests whose body is still on its way do not count: slow clients do not take places.
 *
 * If the admin sets no bound, there are as many places as the process empties in half a second, judging by when it was last busy.
 */
export class Overload {
  readonly #fixed: number | undefined;
  readonly #now: () => number;
  #places: number;
  #waiting = 0;
  #windowStart = 0;
  #finished = 0;
  #fewest = 0;

  /** @param fixed requests that may wait; undefined for as many as the process answers in time */
  constructor(fixed: number | undefined, now: () => number = () => performance.now()) {
    this.#fixed = fixed;
    this.#places = fixed ?? AT_FIRST;
    this.#now = now;
  }

  /** Requests that wait for their answer. */
  get waiting(): number {
    return this.#waiting;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#places;
  }

  /** A place for one request, which takes it once it has been read. */
  place(): WaitingPlace {
    return new WaitingPlace(this);
  }

  take(): void {
    if (this.isFull) throw new Overloaded();
    this.#waiting += 1;
  }

  leave(): void {
    this.#waiting -= 1;
    if (this.#fixed !== undefined) return;
    this.#finished += 1;
    if (this.#waiting < this.#fewest) this.#fewest = this.#waiting;
    const time = this.#now();
    if (time - this.#windowStart >= WINDOW) this.#learn(time);
  }

  /** Half of what was known stays, so that one pause does not close most places. */
  #learn(time: number): void {
    const seconds = (time - this.#windowStart) / 1000;
    if (this.#fewest >= BUSY) {
      const emptied = (this.#finished / seconds) * TARGET_SECONDS;
      this.#places = Math.max(LEAST, Math.round((this.#places + emptied) / 2));
    }
    this.#windowStart = time;
    this.#finished = 0;
    this.#fewest = this.#waiting;
  }
}

/** Taken at most once, and given back even when its request was given up before it was read. */
export class WaitingPlace {
  readonly #overload: Overload;
  #state: 'free' | 'taken' | 'left' = 'free';

  constructor(overload: Overload) {
    this.#overload = overload;
  }

  /** @throws Failure `Gateway.Overloaded` */
  take(): void {
    if (this.#state !== 'free') return;
    this.#overload.take();
    this.#state = 'taken';
  }

  leave(): void {
    if (this.#state === 'taken') this.#overload.leave();
    this.#state = 'left';
  }
}
