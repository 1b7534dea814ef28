import { createHmac, randomBytes } from 'node:crypto';
import { elapsedClock, keptIn } from '@ticketgate/sdk';
import { LRUCache } from 'lru-cache';

import type { AuthenticationResult } from './authentication-result.js';

/** Represents credentials where they must not be stored: without the key, which dies with the process, nobody can create or reverse it. */
class KeyedHash {
  readonly #key = randomBytes(32);

  of(...parts: readonly string[]): string {
    const hash = createHmac('sha256', this.#key);
    // The lengths mark where each part ends.
    for (const part of parts) hash.update(`${part.length}:${part}`);
    return hash.digest('base64');
  }
}

export interface LoginCacheRules {
  /** Seconds that a verified password is remembered for; 0: passwords are not remembered. */
  readonly seconds: number;
  /** Most logins. */
  readonly size: number;
}

/**
 * Remembers for a short time which passwords were right, so that a client that sends its password with every request does not pay for a
 * password hash each time. Only a keyed hash is kept, whose key dies with the process; it becomes invalid when the stored hash changes.
 */
export class LoginCache {
  readonly #hash = new KeyedHash();
  /** The stored hashes whose passwords were right. */
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

interface LoginCredentials {
  /** Type and login. */
  readonly login: string;
  readonly password: string;
  /** The hash that the password is compared with. */
  readonly stored: string;
  /** Failures are counted by address, too. */
  readonly remoteAddress: string;
}

/**
 * Lets concurrent requests with the same credentials share one login. A password hash deliberately takes a quarter of a second of processor
 * time; a client with sixteen connections would pay for sixteen whenever its password is no longer remembered.
 */
export class SharedLogins {
  readonly #hash = new KeyedHash();
  readonly #pending = new Map<string, Promise<AuthenticationResult>>();

  /** The result of `attempt`, or of the same attempt that is already running. */
  run(credentials: LoginCredentials, attempt: () => Promise<AuthenticationResult>): Promise<AuthenticationResult> {
    const { login, password, stored, remoteAddress } = credentials;
    const key = this.#hash.of(login, password, stored, remoteAddress);
    return keptIn(this.#pending, key, () => attempt().finally(() => this.#pending.delete(key)));
  }
}
