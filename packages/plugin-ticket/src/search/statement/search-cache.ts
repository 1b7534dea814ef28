/** Most cached entries, and characters of each key. */
const MOST = 1_000;

const LONGEST = 5_000;

/** A cache of recent facts about searches. */
class ShortMemory {
  readonly #maxAge: number;
  readonly #known = new Map<string, string>();
  #began = performance.now();

  /** @param maxAge milliseconds after which an entry expires */
  constructor(maxAge: number) {
    this.#maxAge = maxAge;
  }

  get(key: string): string | undefined {
    if (performance.now() - this.#began > this.#maxAge) this.#known.clear();
    return this.#known.get(key);
  }

  set(key: string, value: string): void {
    if (this.#known.size >= MOST) this.#known.clear();
    if (this.#known.size === 0) this.#began = performance.now();
    if (key.length <= LONGEST) this.#known.set(key, value);
  }
}

/** Cached facts about the newest tickets, which may be slightly outdated. */
export class SearchCache {
  /** Searches whose pattern is rare among the newest tickets. */
  readonly rare = new ShortMemory(10_000);
  /** By order, the key of the last ticket that a walk looks at. */
  readonly bounds = new ShortMemory(60_000);
}
