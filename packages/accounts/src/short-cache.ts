import { elapsedClock } from '@ticketgate/sdk';
import { LRUCache } from 'lru-cache';

export interface ShortCacheOptions {
  /** Milliseconds. */
  readonly maxAge: number;
  /** Most bytes of keys and answers, roughly; the least recently used are dropped first. */
  readonly bytes: number;
  now(): Date;
}

/** Remembers answers for a moment, a bounded number of bytes of them. Concurrent questions share one answer. */
export class ShortCache<Value> {
  readonly #entries: LRUCache<string, Promise<Value>>;

  constructor(options: ShortCacheOptions) {
    const { maxAge, bytes } = options;
    this.#entries = new LRUCache<string, Promise<Value>>({
      maxSize: bytes,
      ttl: maxAge,
      ttlResolution: 0,
      noUpdateTTL: true,
      perf: { now: elapsedClock(() => options.now()) },
    });
  }

  getOrLoad(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const value = load();
    this.#entries.set(key, value, { size: weigh(key) });
    value.then(
      (answer) => this.#resize(key, value, answer),
      () => {
        if (this.#entries.peek(key) === value) this.delete(key);
      },
    );
    return value;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** The size of an answer is known only when it arrives; its age counts from the question. */
  #resize(key: string, value: Promise<Value>, answer: Value): void {
    if (this.#entries.peek(key) === value) this.#entries.set(key, value, { size: weigh(key) + weigh(answer) });
  }
}

/** The size of an entry, an object or a small value, roughly. */
const OVERHEAD = 100;
const PER_CHARACTER = 2;

function weigh(value: unknown): number {
  if (typeof value === 'string') return OVERHEAD + value.length * PER_CHARACTER;
  if (typeof value !== 'object' || value === null) return OVERHEAD;
  const parts = value instanceof Set ? [...value] : Object.entries(value).flat();
  return parts.reduce<number>((sum, part) => sum + weigh(part), OVERHEAD);
}
