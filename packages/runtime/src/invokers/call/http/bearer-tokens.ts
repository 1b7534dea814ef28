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

/** Seconds before its end when a token is renewed, but not before nine tenths of its lifetime. */
const EARLY = 30;
/** No system needs so many: the others belong to earlier versions of web services. */
const MOST = 1_000;

/** Returns what `requester.tokens` has by this name. */
type FindToken = (name: string) => TokenConfiguration | undefined;

/** The tokens of requesters. Each one is used until shortly before it ends; calls wait for the same renewal. */
export function openTokens(connections: Connections, find: FindToken, now: () => Date) {
  const tokens = new Map<string, Promise<CachedToken>>();
  const request = async (name: string, http: HttpRequester): Promise<IssuedToken> => {
    const configuration = find(name);
    if (configuration !== undefined) return requestToken({ name, configuration, http, connections });
    throw performFailure(`requester.tokens of the configuration has no "${name}". Add it.`);
  };
  const issue = async (token: RequesterToken, http: HttpRequester): Promise<CachedToken> => {
    const time = now();
    const issued = token.kind === 'jwt' ? await signJwt(token, time) : await request(token.configuration, http);
    const early = Math.min(EARLY, issued.lifetime / 10);
    return { token: issued.token, usedUntil: time.getTime() + (issued.lifetime - early) * 1_000 };
  };
  const renew = (key: string, token: RequesterToken, http: HttpRequester): Promise<CachedToken> => {
    if (tokens.size >= MOST) tokens.clear();
    const renewal = issue(token, http);
    tokens.set(key, renewal);
    renewal.catch(() => tokens.delete(key));
    return renewal;
  };
  return {
    /**
     * @returns the token, and whether it was issued for this call
     * @throws CallFailure if none is issued
     */
    async get(
      token: RequesterToken,
      http: HttpRequester,
    ): Promise<{ readonly token: string; readonly isNew: boolean }> {
      const key = keyToken(token, http);
      const known = tokens.get(key);
      const cached = await known;
      if (cached !== undefined && now().getTime() < cached.usedUntil) return { token: cached.token, isNew: false };
      // Another call may have begun to renew it meanwhile.
      const current = tokens.get(key);
      const renewal = current === undefined || current === known ? renew(key, token, http) : current;
      return { token: (await renewal).token, isNew: true };
    },
    /** Forgets a token that the other system has refused. */
    async forget(token: RequesterToken, http: HttpRequester, refused: string): Promise<void> {
      const key = keyToken(token, http);
      const known = tokens.get(key);
      const cached = await known?.catch(() => undefined);
      if (cached?.token === refused && tokens.get(key) === known) tokens.delete(key);
    },
  };
}

export type BearerTokens = ReturnType<typeof openTokens>;

/** Requests for tokens go through the proxy of the requester. */
function keyToken(token: RequesterToken, { proxy }: HttpRequester): string {
  return JSON.stringify(token.kind === 'jwt' ? token : [token, proxy]);
}
