import { setImmediate } from 'node:timers';

/** Milliseconds in which every turn of the event loop brought a connection. */
const LONG = 200;
const MANY = 10;

/** Detects that connections arrive faster than they are accepted. */
export class ConnectionBacklog {
  readonly #now: () => number;
  #count = 0;
  #began = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** To be called for each connection. True once others have waited for a while. */
  isGrowing(): boolean {
    if (this.#count === 0) this.#began = this.#now();
    this.#count += 1;
    const count = this.#count;
    // The second one runs at the end of the next turn, which brings another connection if one is waiting.
    setImmediate(() => {
      setImmediate(() => {
        if (this.#count === count) this.#count = 0;
      });
    });
    return count >= MANY && this.#now() - this.#began >= LONG;
  }
}
