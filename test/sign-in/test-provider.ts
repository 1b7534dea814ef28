import { generateKeyPair as generate, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import type { Data } from '@ticketgate/sdk';
import type Provider from 'oidc-provider';

export const CLIENT = { id: 'ticketgate', secret: 'seeded-client-secret-4711' } as const;

const generateKeyPair = promisify(generate);

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A real OpenID provider on this machine, whose only person is always signed in. */
export class TestProvider {
  readonly issuer: string;
  /** Claims of the person. */
  person: Data = {};
  /** What the provider refuses the next sign-ins with. */
  refusal: { readonly error: string; readonly error_description: string } | undefined;
  /** Seconds from the time of an ID token to its end; less than 0 for a clock that is behind. */
  idTokenSeconds = 3600;
  /** Whether ID tokens have all claims, which otherwise have to be asked for. Counts from the next key on. */
  hasFullTokens = false;
  /** Answers instead of the provider. */
  instead: Handler | undefined;
  /** Where its document says that codes are exchanged. */
  tokenEndpoint: string | undefined;
  #provider: Provider | undefined;
  #redirects: readonly string[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.instead !== undefined) this.instead(request, response);
      else if (this.tokenEndpoint !== undefined && request.url?.startsWith('/.well-known/') === true)
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(this.#document()));
      else if (request.url?.startsWith('/interaction/') === true) void this.#signIn(request, response);
      else void this.#provider?.callback()(request, response);
    });
  }

  static async start(): Promise<TestProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestProvider(server);
  }

  /** From now on, its tokens have this header and these claims. */
  async answerWithToken(header: Data, claims: Data): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('rsa', { modulusLength: 2048 });
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: this.issuer, aud: CLIENT.id, sub: '1', nonce: 'n', iat: now, exp: now + 60, ...claims };
    const parts = [{ alg: 'RS256', ...header }, payload].map((part) => Buffer.from(JSON.stringify(part)));
    const signed = parts.map((part) => part.toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url');
    const answers: Data = {
      '/.well-known/openid-configuration': this.#document(),
      '/jwks': { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
      '/token': { access_token: 'a', token_type: 'Bearer', id_token: `${signed}.${signature}` },
    };
    this.instead = ({ url = '' }, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answers[url]));
    };
  }

  /** Knows these gateways as its client. */
  async register(...gateways: readonly string[]): Promise<void> {
    this.#redirects = gateways.map((url) => `${url}/admin/sign-in`);
    await this.rotateKeys();
  }

  /** Signs with a new key, and forgets the one before. */
  async rotateKeys(): Promise<void> {
    this.#provider = await createProvider(this, this.#redirects);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #document(): Data {
    const { issuer, tokenEndpoint: token_endpoint } = this;
    const own = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      jwks_uri: `${issuer}/jwks`,
      token_endpoint: token_endpoint ?? `${issuer}/token`,
    };
    return { ...own, response_types_supported: ['code'], subject_types_supported: ['public'] };
  }

  async #signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = this.refusal ?? { login: { accountId: 'person' } };
    await this.#provider?.interactionFinished(request, response, result);
  }
}

async function createProvider(given: TestProvider, redirects: readonly string[]): Promise<Provider> {
  // It warns of what only a test may do.
  const warnings = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    const library = await import('oidc-provider');
    const provider: Provider = new library.default(given.issuer, await optionsOf(given, redirects));
    // The option allows no time that is over.
    Object.assign(provider.IdToken, { expiresIn: () => given.idTokenSeconds });
    return provider;
  } finally {
    warnings.mockRestore();
  }
}

async function optionsOf(given: TestProvider, redirects: readonly string[]) {
  const { privateKey } = await generateKeyPair('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: randomUUID() };
  return {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...redirects] }],
    jwks: { keys: [key] },
    conformIdTokenClaims: !given.hasFullTokens,
    cookies: { keys: ['a secret of cookies'] },
    claims: { profile: ['preferred_username', 'groups'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60 },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...given.person }),
    }),
    /** Nobody is asked whether this client may know the claims. */
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new oidc.provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  };
}

interface GrantContext {
  readonly oidc: {
    readonly provider: Provider;
    readonly session?: { readonly accountId?: string | undefined } | undefined;
  };
}
