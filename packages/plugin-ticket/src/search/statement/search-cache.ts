import { LRUCache } from 'lru-cache';

/** Most entries, and characters of each key. */
const LIMITS = {
  max: 1_000,
  maxSize: 5_000_000,
  maxEntrySize: 5_000,
  sizeCalculation: (_value: string, key: string) => key.length + 1,
};

/** Cached facts about the newest tickets, which may be slightly outdated. */
export class SearchCache {
  /** Searches whose pattern is rare among the newest tickets. */
  readonly rare = new LRUCache<string, string>({ ...LIMITS, ttl: 10_000 });
  /** By order, the key of the last ticket that a walk looks at. */
  readonly bounds = new LRUCache<string, string>({ ...LIMITS, ttl: 60_000 });
}
