import { elapsedClock } from '@ticketgate/sdk';
import { LRUCache } from 'lru-cache';

import { KeyedHash } from '../passwords/keyed-hash.js';

export interface LoginCacheRules {
  /** Seconds that a verified password is remembered for; 0 switches the memory off. */
  readonly seconds: number;
  /** Logins at most. */
  readonly size: number;
}

/**
 * Remembers for a short time which passwords were right, so that a client that sends one with each request does not pay a password hash
 * each time. Only a keyed hash is kept, whose key dies with the process; it no longer counts once the stored hash has changed.
 */
export class LoginCache {
  readonly #hash = new KeyedHash();
  /** The stored hashes that passwords were right for. */
  readonly #entries: LRUCache<string, string> | undefined;

  constructor({ seconds, size }: LoginCacheRules, now: () => Date) {
    if (seconds === 0) return;
    const perf = { now: elapsedClock(now) };
    this.#entries = new LRUCache({ max: size, ttl: seconds * 1000, ttlResolution: 0, perf });
  }

  isRight(login: string, password: string, stored: string): boolean {
    return this.#entries?.get(this.#hash.of(login, password)) === stored;
  }

  remember(login: string, password: string, stored: string): void {
    this.#entries?.set(this.#hash.of(login, password), stored);
  }
}
