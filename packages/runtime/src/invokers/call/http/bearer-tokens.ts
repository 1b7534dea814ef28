import type { RequesterToken, HttpRequester } from '@ticketgate/definition';

import { performFailure } from '../call-failure.js';
import type { Connections } from '../../../fetching/connections.js';
import { requestToken } from './request-token.js';
import type { TokenConfiguration } from './tokens-schema.js';
import { signJwt, type IssuedToken } from './sign-jwt.js';

interface CachedToken {
  readonly token: string;
  /** Milliseconds since 1970 until which it is used. */
  readonly usedUntil: number;
}

interface TokenParts {
  readonly connections: Connections;
  /** Returns what `requester.tokens` has by this name. */
  readonly find: (name: string) => TokenConfiguration | undefined;
  readonly now: () => Date;
}

/** A token is renewed so many seconds before it ends, but not before nine tenths of its lifetime. */
const EARLY = 30;
/** More tokens than services have are of earlier versions of them. */
const MOST = 1_000;

/** The tokens of requesters. Each one is used until shortly before it ends; calls wait for the same renewal. */
export class BearerTokens {
  readonly #parts: TokenParts;
  readonly #tokens = new Map<string, Promise<CachedToken>>();

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  /**
   * @returns the token, and whether it was issued for this call
   * @throws CallFailure if none is issued
   */
  async get(token: RequesterToken, http: HttpRequester): Promise<{ readonly token: string; readonly isNew: boolean }> {
    const key = keyToken(token, http);
    const known = this.#tokens.get(key);
    const cached = await known;
    if (cached !== undefined && this.#parts.now().getTime() < cached.usedUntil) {
      return { token: cached.token, isNew: false };
    }
    // Another call may have begun to renew it meanwhile.
    const current = this.#tokens.get(key);
    const renewal = current === undefined || current === known ? this.#renew(key, token, http) : current;
    return { token: (await renewal).token, isNew: true };
  }

  /** Forgets a token that the other system has refused. */
  async forget(token: RequesterToken, http: HttpRequester, refused: string): Promise<void> {
    const key = keyToken(token, http);
    const known = this.#tokens.get(key);
    const cached = await known?.catch(() => undefined);
    if (cached?.token === refused && this.#tokens.get(key) === known) this.#tokens.delete(key);
  }

  #renew(key: string, token: RequesterToken, http: HttpRequester): Promise<CachedToken> {
    if (this.#tokens.size >= MOST) this.#tokens.clear();
    const renewal = this.#issue(token, http);
    this.#tokens.set(key, renewal);
    renewal.catch(() => this.#tokens.delete(key));
    return renewal;
  }

  async #issue(token: RequesterToken, http: HttpRequester): Promise<CachedToken> {
    const now = this.#parts.now();
    const issued = token.kind === 'jwt' ? await signJwt(token, now) : await this.#request(token.configuration, http);
    const early = Math.min(EARLY, issued.lifetime / 10);
    return { token: issued.token, usedUntil: now.getTime() + (issued.lifetime - early) * 1_000 };
  }

  #request(name: string, http: HttpRequester): Promise<IssuedToken> {
    const configuration = this.#parts.find(name);
    if (configuration !== undefined) {
      return requestToken({ name, configuration, http, connections: this.#parts.connections });
    }
    const message = `requester.tokens of the configuration has no "${name}". Add it.`;
    return Promise.reject(performFailure(message));
  }
}

/** Requests for tokens go through the proxy of the requester. */
function keyToken(token: RequesterToken, { proxy }: HttpRequester): string {
  return JSON.stringify(token.kind === 'jwt' ? token : [token, proxy]);
}
