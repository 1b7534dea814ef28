/** Entries that are remembered, and characters of each key. */
const MOST = 1_000;
const LONGEST = 5_000;

/** Recent results of a search, kept so that the next ones need not repeat it. */
class ShortMemory {
  readonly #maxAge: number;
  readonly #known = new Map<string, string>();
  #began = performance.now();

  /** @param maxAge milliseconds after which everything is looked at again */
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

/** The cached facts about the newest tickets. Many more may be created within the ages of its parts. */
export class SearchCache {
  /** Searches whose pattern was rare among them. */
  readonly rare = new ShortMemory(10_000);
  /** By order, the key of the last ticket that a walk looks at. */
  readonly bounds = new ShortMemory(60_000);
}
