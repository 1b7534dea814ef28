import type { Destinations } from '@ticketgate/definition';
import { type Configuration, exchange, providerHosts, resolveSecret } from '@ticketgate/runtime';
import { type Data, MASK } from '@ticketgate/sdk';
import type { Configuration as Client, CustomFetchOptions, IDToken } from 'openid-client';

import { hasClaim, joinClaims } from './join-claims.js';
import { explainMismatch, explainSignInError, requireAlgorithm } from './explain-mismatch.js';
import {
  NoSignInProvider,
  ProviderFailed,
  ProviderMismatch,
  ProviderRefused,
  type SignInFlow,
} from './sign-in-flow.js';

/** Seconds that its clock may differ from ours. */
const CLOCK_SECONDS = 300;
/** Seconds that the longest ID token is valid. */
const TOKEN_SECONDS = 366 * 86_400;
/** Bytes of an answer: metadata, keys, and tokens with thousands of groups have fewer. */
const MOST_BYTES = 1_000_000;
/** Most characters of what a provider says. */
const LONGEST = 300;

type Options = Pick<Configuration, 'oidc' | 'limits' | 'requester' | 'http' | 'admin' | 'metrics'>;

/** An OpenID provider. It is asked again for each sign-in, so that keys and addresses count as soon as they change. */
export class SignInProvider {
  readonly name: string;
  readonly secret: string;
  readonly #options: Options['oidc'];
  readonly #issuer: string;
  readonly #seconds: number;
  readonly #destinations: Destinations;

  /** @throws OperationError `Admin.NoSignInProvider`, `Requester.SecretMissing` */
  constructor(configuration: Options) {
    const { oidc, limits } = configuration;
    if (oidc.issuer === null) throw new NoSignInProvider();
    this.#options = oidc;
    this.#issuer = oidc.issuer;
    this.#destinations = providerHosts(configuration, new URL(oidc.issuer).host);
    this.#seconds = limits.fetchSeconds;
    this.name = oidc.name;
    this.secret = resolveSecret(oidc.clientSecret ?? '');
  }

  /**
   * Where the browser has to go, and what has to be known when it comes back.
   *
   * @throws OperationError `Admin.ProviderFailed`
   */
  async begin(
    redirectURI: string,
    { again }: { readonly again: boolean },
  ): Promise<{ readonly url: string; readonly flow: SignInFlow }> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await import('openid-client');
    const flow = {
      state: random.randomState(),
      nonce: random.randomNonce(),
      verifier: random.randomPKCECodeVerifier(),
      redirectURI,
    };
    const parameters = {
      redirect_uri: redirectURI,
      scope: this.#options.scope,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      ...(again ? { prompt: 'login' } : {}),
    };
    return this.#attempt(async (client) => ({ url: buildAuthorizationUrl(client, parameters).href, flow }));
  }

  /**
   * What the provider says of somebody who came back with this query.
   *
   * @throws OperationError `Admin.ProviderFailed`, `Admin.ProviderRefused`
   */
  async finish({ state, nonce, verifier, redirectURI }: SignInFlow, query: string): Promise<Data> {
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
    const address = new URL(redirectURI);
    address.search = query;
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    return this.#attempt(async (client) => {
      const tokens = await authorizationCodeGrant(client, address, checks);
      const claims = tokens.claims();
      if (claims === undefined) return {};
      requireTimely(claims);
      requireOwn(claims, this.#options.clientID);
      if (this.#isComplete(claims)) return claims;
      if (client.serverMetadata().userinfo_endpoint === undefined) return claims;
      return joinClaims(claims, await fetchUserInfo(client, tokens.access_token, claims.sub));
    });
  }

  /** @throws OperationError `Admin.ProviderFailed` */
  async examine(): Promise<void> {
    await this.#attempt(async () => undefined);
  }

  /** Many providers send some claims only to those who ask for them. */
  #isComplete(claims: IDToken): boolean {
    const { loginClaim, groupsClaim, roles } = this.#options;
    const needed = [
      loginClaim,
      ...(loginClaim === 'email' ? ['email_verified'] : []),
      ...(Object.keys(roles).length === 0 ? [] : [groupsClaim]),
    ];
    return needed.every((name) => hasClaim(claims, name));
  }

  async #attempt<Result>(ask: (client: Client) => Promise<Result>): Promise<Result> {
    try {
      return await ask(await this.#discover());
    } catch (cause) {
      throw await this.#translate(cause);
    }
  }

  async #discover(): Promise<Client> {
    const library = await import('openid-client');
    const { clientID, credentials } = this.#options;
    const authentication = credentials === 'body' ? library.ClientSecretPost : library.ClientSecretBasic;
    const client = await library.discovery(
      new URL(this.#issuer),
      clientID ?? '',
      { [library.clockTolerance]: CLOCK_SECONDS },
      authentication(this.secret),
      {
        [library.customFetch]: (url, options) => this.#fetch(url, options),
        timeout: this.#seconds,
        execute: [
          library.enableNonRepudiationChecks,
          // The configuration allows it for this machine alone.
          // oxlint-disable-next-line no-deprecated
          ...(this.#issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
        ],
      },
    );
    requireAlgorithm(client.serverMetadata().id_token_signing_alg_values_supported);
    return client;
  }

  async #fetch(url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> {
    const answer = await exchange(new URL(url), {
      method,
      headers: new Headers(headers),
      // Forms: the library sends no other bodies.
      body: body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : undefined,
      signal: signal ?? AbortSignal.timeout(60_000),
      bounds: this.#destinations,
      bytes: MOST_BYTES,
    });
    const { status } = answer;
    // A challenge in another header would hide what the body says.
    const type = { 'Content-Type': answer.headers.get('content-type') ?? '' };
    return Object.defineProperty(new Response(answer.body, { status, headers: type }), 'url', { value: url });
  }

  async #translate(cause: unknown) {
    const { AuthorizationResponseError, ResponseBodyError } = await import('openid-client');
    const { name: provider } = this;
    const mistake = explainMismatch(cause, this.#options);
    if (mistake !== undefined) return new ProviderMismatch({ provider, mistake: this.#shown(mistake) }, cause);
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) {
      const { error, error_description: description = 'no reason given' } = cause;
      return new ProviderRefused({ provider, error: this.#shown(error), description: this.#shown(description) }, cause);
    }
    return new ProviderFailed({ provider, reason: this.#shown(explainSignInError(cause)) }, cause);
  }

  /** One line without our secret, which a provider may repeat. */
  #shown(text: string): string {
    return text
      .slice(0, 10 * LONGEST)
      .replaceAll(this.secret, MASK)
      .replace(/[\p{C}\s]+/gu, ' ')
      .slice(0, LONGEST);
  }
}

/** The library compares `azp` only where a token names several clients (OpenID Connect Core, section 3.1.3.7). */
function requireOwn(claims: IDToken, clientID: string | null): void {
  if (claims.azp !== undefined && claims.azp !== clientID)
    throw new Error('made for another client', { cause: { claim: 'azp', claims, expected: clientID } });
}

/** The library only asks whether a token has ended. */
function requireTimely({ iat, exp }: IDToken): void {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iat, exp };
  if (iat > now + CLOCK_SECONDS)
    throw new Error('a timestamp ahead of this clock', { cause: { claim: 'iat', claims, now } });
  if (exp > now + TOKEN_SECONDS)
    throw new Error('valid for more than a year', { cause: { claim: 'exp', claims, now } });
}
