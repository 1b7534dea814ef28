import { KeyedHash } from '../passwords/keyed-hash.js';
import type { AuthenticationResult } from './authentication-result.js';

export interface LoginCredentials {
  /** Type and login. */
  readonly login: string;
  readonly password: string;
  /** The hash that the password is compared with. */
  readonly stored: string;
  /** Failures count for it. */
  readonly remoteAddress: string;
}

/**
 * Lets concurrent requests with the same credentials share one login. A password hash takes a quarter of a second of a
 * processor on purpose; a client with sixteen connections would pay for sixteen whenever its password is not remembered any more.
 */
export class SharedLogins {
  readonly #hash = new KeyedHash();
  readonly #pending = new Map<string, Promise<AuthenticationResult>>();

  /** The result of `attempt`, or of the same attempt that is already running. */
  async run(
    credentials: LoginCredentials,
    attempt: () => Promise<AuthenticationResult>,
  ): Promise<AuthenticationResult> {
    const { login, password, stored, remoteAddress } = credentials;
    const key = this.#hash.of(login, password, stored, remoteAddress);
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const result = attempt();
    this.#pending.set(key, result);
    try {
      return await result;
    } finally {
      this.#pending.delete(key);
    }
  }
}
