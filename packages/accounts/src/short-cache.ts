import { elapsedClock } from '@ticketgate/sdk';
import { LRUCache } from 'lru-cache';

export interface ShortCacheOptions {
  /** Milliseconds. */
  readonly maxAge: number;
  /** Approximately the most bytes of keys and values; the least recently used are dropped first. */
  readonly bytes: number;
  now(): Date;
}

/** Caches values for a moment, within a number of bytes. Concurrent callers share one load. */
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

  /** The size of a value is only known when it arrives; its age counts from the request. */
  #resize(key: string, value: Promise<Value>, answer: Value): void {
    if (this.#entries.peek(key) === value) this.#entries.set(key, value, { size: weigh(key) + weigh(answer) });
  }
}

/** Approximate bytes of an entry that is an object or a small value. */
const OVERHEAD = 100;
const PER_CHARACTER = 2;

function weigh(value: unknown): number {
  if (typeof value === 'string') return OVERHEAD + value.length * PER_CHARACTER;
  if (typeof value !== 'object' || value === null) return OVERHEAD;
  const parts = value instanceof Set ? [...value] : Object.entries(value).flat();
  return parts.reduce<number>((sum, part) => sum + weigh(part), OVERHEAD);
}
