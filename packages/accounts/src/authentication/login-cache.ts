import { KeyedHash } from '../passwords/keyed-hash.js';

export interface LoginCacheRules {
  /** Seconds that a verified password is remembered for; 0 switches the memory off. */
  readonly seconds: number;
  /** Logins at most. */
  readonly size: number;
}

interface Remembered {
  /** The stored hash that the password was right for. */
  readonly stored: string;
  readonly until: number;
}

/**
 * Remembers for a short time which passwords were right, so that a client that sends one with each request does not pay a
 * password hash each time. Kept is only a keyed hash, the key of which dies with the process; a changed stored hash ends it.
 */
export class LoginCache {
  readonly #hash = new KeyedHash();
  readonly #entries = new Map<string, Remembered>();
  readonly #rules: LoginCacheRules;
  readonly #now: () => Date;

  constructor(rules: LoginCacheRules, now: () => Date) {
    this.#rules = rules;
    this.#now = now;
  }

  isRight(login: string, password: string, stored: string): boolean {
    const entry = this.#entries.get(this.#hash.of(login, password));
    return entry?.stored === stored && this.#now().getTime() < entry.until;
  }

  remember(login: string, password: string, stored: string): void {
    if (this.#rules.seconds === 0) return;
    const hash = this.#hash.of(login, password);
    this.#entries.delete(hash);
    this.#entries.set(hash, { stored, until: this.#now().getTime() + this.#rules.seconds * 1000 });
    if (this.#entries.size > this.#rules.size) this.#evictOldest();
  }

  #evictOldest(): void {
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }
}
