import { KeyedHash } from '../passwords/keyed-hash.js';
import type { Verdict } from '../passwords/verify-password.js';

export interface Credentials {
  readonly login: string;
  readonly password: string;
  /** The hash that the password is held against. */
  readonly stored: string;
}

/**
 * Lets requests that come at once with the same credentials wait for one verdict. A password hash takes a quarter of a second of a
 * processor on purpose; a client with sixteen connections would pay for sixteen whenever its password is not remembered any more.
 */
export class SharedVerdicts {
  readonly #hash = new KeyedHash();
  readonly #pending = new Map<string, Promise<Verdict>>();

  /** What `verify` says, or says already for somebody else. */
  async of({ login, password, stored }: Credentials, verify: () => Promise<Verdict>): Promise<Verdict> {
    const key = this.#hash.of(login, password, stored);
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const verdict = verify();
    this.#pending.set(key, verdict);
    try {
      return await verdict;
    } finally {
      this.#pending.delete(key);
    }
  }
}
