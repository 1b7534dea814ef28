export interface ShortMemoryOptions {
  /** Milliseconds. */
  readonly maxAge: number;
  /** Entries at most; the oldest go first. */
  readonly size: number;
  now(): Date;
}

/** Remembers answers for a moment, a bounded number of them. Concurrent questions share one answer. */
export class ShortMemory<Value> {
  readonly #options: ShortMemoryOptions;
  readonly #entries = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();

  constructor(options: ShortMemoryOptions) {
    this.#options = options;
  }

  remember(key: string, ask: () => Promise<Value>): Promise<Value> {
    const now = this.#options.now().getTime();
    const known = this.#entries.get(key);
    if (known !== undefined && now < known.until) return known.value;
    const value = ask();
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: now + this.#options.maxAge });
    this.#evict();
    value.catch(() => {
      this.forget(key);
    });
    return value;
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  #evict(): void {
    if (this.#entries.size <= this.#options.size) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }
}
