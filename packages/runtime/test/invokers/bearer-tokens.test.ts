import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadWebService } from '@ticketgate/definition';
import { Mask, SecretNames, Trace } from '@ticketgate/gateway';
import { jwtVerify } from 'jose';

import { makeSelfSigned } from '../../../../test/support/self-signed.js';
import {
  openTokens,
  callInvoker,
  openConnections,
  invokerTypes,
  type CallResult,
} from '../../src/invokers/call/index.js';
import { ANSWERS, Everywhere, Remote } from './remote.js';

const connections = openConnections(new Everywhere());
let folder: string;
/** The other system, and the authorization server. */
let remote: Remote;
let server: Remote;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-tokens-'));
  remote = await Remote.start();
  server = await Remote.start();
});

afterAll(async () => {
  await connections.close();
  await remote.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  remote.script([{ body: '{"Heard":1}' }]);
  server.script([{ body: '{"access_token":"first","token_type":"Bearer","expires_in":600}' }]);
});

/** The time of all calls of a test. */
class Clock {
  #time = Date.parse('2026-11-24T12:00:00Z');

  now = () => new Date(this.#time);

  pass(seconds: number): void {
    this.#time += seconds * 1_000;
  }
}

function requesterOf(authentication: string, config = '') {
  const { webService } = loadWebService(`
Debugger: { DebugThreshold: debug }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${remote.url}
      DefaultCommand: POST
      Timeout: '20'
      InvokerControllerMapping: { Inv: { Controller: /x } }
      Authentication: ${authentication}
${config}
  Invoker: { Inv: { Type: Generic::PassThrough } }`);
  if (webService?.requester === undefined) throw new Error('The definition cannot be read.');
  return webService.requester;
}

interface Configured {
  readonly credentials?: 'header' | 'body';
  readonly config?: string;
  readonly more?: { readonly audience: string; readonly resource: string; readonly parameters: Record<string, string> };
}

function caller(authentication: string, { credentials = 'header', config = '', more }: Configured = {}) {
  const clock = new Clock();
  const { now } = clock;
  const configurationOf = (name: string) =>
    name === 'chat'
      ? {
          url: `${server.url}/token`,
          clientID: 'help desk',
          clientSecret: 'pa%ss',
          scope: 'read write',
          credentials,
          ...more,
        }
      : undefined;
  const tokens = openTokens(connections, configurationOf, now);
  const requester = requesterOf(authentication, config);
  const call = (how: { data?: unknown; isDryRun?: boolean } = {}): Promise<CallResult> => {
    const trace = new Trace(
      { threshold: 'debug', testMode: false, secretNames: new SecretNames() },
      { now, indent: 0, describeRequest: () => undefined },
    );
    return callInvoker(
      { data: { A: 1 }, ...how, requester, invoker: 'Inv', trace, signal: new AbortController().signal },
      {
        types: invokerTypes(),
        connections,
        answers: ANSWERS,
        tokens,
        maxRetryAfter: 1,
        userAgent: 'Test',
        makeContext: () => ({ now }) as never,
        now,
        formatTime: (moment) => moment.toISOString(),
      },
    );
  };
  return { clock, call };
}

function sentTokens(): readonly (string | undefined)[] {
  return remote.arrived.map(({ headers }) => Object.fromEntries(headers).Authorization);
}

const OAUTH = '{ AuthType: OAuth2Token, OAuth2TokenConfigName: chat }';

describe('an invoker with OAuth2Token', () => {
  it('puts its token where headers of the definition have a placeholder, and nothing without a token', async () => {
    const headers = "      AdditionalHeaders: { Authorization: 'Key <OTRS_OAUTH2_TOKEN>', X-JWT: 't=<OTRS_JWT>.' }";
    await caller(OAUTH, { config: headers }).call();
    await caller('{}', { config: headers }).call();
    const sent = remote.arrived.map(({ headers: all }) => Object.fromEntries(all));
    expect(sent.map((one) => [one.Authorization, one['X-JWT']])).toEqual([
      ['Key first', 't=first.'],
      ['Key', 't=.'],
    ]);
  });

  it('gets its token by client credentials, and uses it until shortly before it ends', async () => {
    const { call, clock } = caller(OAUTH);
    await call();
    clock.pass(569);
    await call();
    server.script([{ body: '{"access_token":"second","expires_in":"600"}' }]);
    clock.pass(2);
    await call();
    expect(sentTokens()).toEqual(['Bearer first', 'Bearer first', 'Bearer second']);
    const [request] = server.arrived;
    expect(request?.body).toBe('grant_type=client_credentials&scope=read+write');
    const basic = Buffer.from('help+desk:pa%25ss').toString('base64');
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({ Authorization: `Basic ${basic}` });
  });

  it('sends id and secret in the form, if the configuration says so', async () => {
    await caller(OAUTH, { credentials: 'body' }).call();
    expect(server.arrived.map(({ body }) => body)).toEqual([
      'grant_type=client_credentials&scope=read+write&client_id=help+desk&client_secret=pa%25ss',
    ]);
    expect(Object.fromEntries(server.arrived[0]?.headers ?? []).Authorization).toBeUndefined();
  });

  it('sends further members that a provider wants, also instead of its own', async () => {
    const parameters = { tenant: 'a&b', grant_type: 'password' };
    await caller(OAUTH, { more: { audience: 'https://api.example', resource: 'urn:x', parameters } }).call();
    expect(Object.fromEntries(new URLSearchParams(String(server.arrived[0]?.body)))).toEqual({
      grant_type: 'password',
      scope: 'read write',
      audience: 'https://api.example',
      resource: 'urn:x',
      tenant: 'a&b',
    });
  });

  it('waits for one token with all other calls', async () => {
    const { call } = caller(OAUTH);
    const results = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(results.every(({ isSuccess }) => isSuccess)).toBe(true);
    expect(server.arrived).toHaveLength(1);
    expect(new Set(sentTokens())).toEqual(new Set(['Bearer first']));
  });

  it('gets another token once, when the other system refuses one that was used before', async () => {
    const { call } = caller(OAUTH);
    await call();
    server.script([{ body: '{"access_token":"second","expires_in":600}' }]);
    remote.script([{ status: 401, body: '{}' }, { body: '{"Heard":2}' }]);
    expect((await call()).data).toEqual({ Heard: 2 });
    expect(sentTokens()).toEqual(['Bearer first', 'Bearer second']);
    remote.script([{ status: 401, body: '{}' }]);
    expect((await call()).status).toBe(401);
    expect(remote.arrived).toHaveLength(2);
  });

  it('fails with the reason of the authorization server, without the secret, and sends nothing', async () => {
    const body = '{"error":"invalid_client","error_description":"pa%ss is wrong"}';
    server.script([{ status: 401, body }, { body: '{"access_token":"bad token"}' }]);
    const { call } = caller(OAUTH);
    expect((await call()).errorMessage).toBe(
      `"chat" of requester.tokens: no token from ${server.url}/token, status 401, invalid_client, ******* is wrong`,
    );
    expect((await call()).errorMessage).toBe(
      `"chat" of requester.tokens: no token from ${server.url}/token, the answer has no bearer token in access_token`,
    );
    const { call: unknown } = caller('{ AuthType: OAuth2Token, OAuth2TokenConfigName: chart }');
    const missing = (await unknown()).errorMessage;
    expect(missing).toBe('requester.tokens of the configuration has no "chart". Add it.');
    const mask = new Mask(new SecretNames(), new Set());
    const shown = `"chat" of requester.tokens: no token from https://login.example/token, status 401`;
    expect([missing, shown].map((text) => mask.sentence(text))).toEqual([missing, shown]);
    expect(remote.arrived).toEqual([]);
  });

  it.each([
    ['many requests', { status: 429, body: 'Slow down' }, 'status 429, Slow down'],
    [
      'an error with status 200',
      { body: '{"error":"bad_code","error_description":"It is old."}' },
      'the answer has no bearer token in access_token, bad_code, It is old.',
    ],
    [
      'a token of another type',
      { body: '{"access_token":"a","token_type":"DPoP"}' },
      'the answer has no bearer token in access_token, token_type is "DPoP"',
    ],
    ['a redirect', { status: 302, body: '' }, 'status 302'],
    ['a word', { body: 'ok' }, 'the answer has no bearer token in access_token'],
    ['a page', { body: '<html><p>Log in</p></html>' }, 'the answer has no bearer token in access_token'],
    [
      'an error page',
      { status: 502, body: '<html><p>Bad gateway</p></html>' },
      'status 502, <html><p>Bad gateway</p></html>',
    ],
    [
      '9 MB',
      { body: JSON.stringify({ access_token: 'a'.repeat(9_000_000) }) },
      'the answer has more than 100000 bytes',
    ],
    ['no answer', { reset: true }, 'other side closed'],
  ])('says what came instead of a token, and sends nothing: %s', async (_, answer, reason) => {
    server.script([answer, { body: '{"access_token":"second"}' }]);
    const { call } = caller(OAUTH);
    expect((await call()).errorMessage).toBe(
      `"chat" of requester.tokens: no token from ${server.url}/token, ${reason}`,
    );
    expect(remote.arrived).toEqual([]);
    expect((await call()).errorMessage).toBe('');
  });

  it.each(['', [], true, null, 1e300, 'never'])(
    'uses a token for the usual time that says no seconds: %j',
    async (seconds) => {
      server.script([{ body: JSON.stringify({ access_token: 'usual', expires_in: seconds }) }]);
      const { call, clock } = caller(OAUTH);
      await call();
      clock.pass(269);
      await call();
      expect(server.arrived).toHaveLength(1);
      clock.pass(2);
      await call();
      expect(server.arrived).toHaveLength(2);
    },
  );

  it.each(['', 0, false, {}, 'mac'])('sends no token of another type: %j', async (type) => {
    server.script([{ body: JSON.stringify({ access_token: 'other', token_type: type }) }]);
    expect((await caller(OAUTH).call()).isSuccess).toBe(false);
    expect(remote.arrived).toEqual([]);
  });

  it.each([0, -1, 1])('uses a token that ends at once for the calls that wait for it: %d s', async (seconds) => {
    server.script([{ body: JSON.stringify({ access_token: 'brief', expires_in: seconds }) }]);
    const { call, clock } = caller(OAUTH);
    await Promise.all([call(), call()]);
    expect(server.arrived).toHaveLength(1);
    clock.pass(1);
    await call();
    expect(server.arrived).toHaveLength(2);
    expect(remote.arrived).toHaveLength(3);
  });

  it.each<[form: string, echo: string]>([
    ['as it is', 'pa%ss'],
    ['as in a form', 'pa%25ss'],
    ['as a login', Buffer.from('help+desk:pa%25ss').toString('base64')],
    ['form-encoded twice', 'pa%2525ss'],
  ])('shows no secret that the authorization server sends back %s', async (_form, echo) => {
    const body = JSON.stringify({ error: 'invalid_client', error_description: `<${echo}>` });
    server.script([{ status: 401, body }]);
    const { call } = caller(OAUTH);
    expect((await call()).errorMessage).toBe(
      `"chat" of requester.tokens: no token from ${server.url}/token, status 401, invalid_client, <*******>`,
    );
  });

  it('gets no token in a dry run', async () => {
    const { requests } = await caller(OAUTH).call({ isDryRun: true });
    expect(requests.map(({ request }) => request.headers.get('authorization')?.[1])).toEqual(['Bearer *******']);
    expect([server.arrived, remote.arrived]).toEqual([[], []]);
  });
});

/** Writes a file of the test. */
function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const CIPHER = { cipher: 'aes-256-cbc', passphrase: 'open' } as const;

describe('an invoker with JWT', () => {
  const tokenOf = (header: string | undefined) => (header ?? '').replace('Bearer ', '');

  it('signs with the key of its file, which may have a password, and fills placeholders', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = write('rsa.pem', privateKey.export({ type: 'pkcs8', format: 'pem', ...CIPHER }).toString());
    const { cert } = await makeSelfSigned({ names: ['localhost'], days: 2, now: new Date() });
    const payload =
      'iss=helpdesk; sub=<OTRS_JWT_CertSubject>; nbf=<OTRS_JWT_ExpirationTimestamp>; end=<OTRS_JWT_ExpirationDateTimestamp>; when=<OTRS_JWT_ExpirationDateString>';
    const { call, clock } = caller(
      JSON.stringify({
        AuthType: 'JWT',
        JWTAuthKeyFilePath: key,
        JWTAuthKeyFilePassword: 'open',
        JWTAuthAlgorithm: 'RS512',
        JWTAuthTTL: '600',
        JWTAuthCertificateFilePath: write('cert.pem', cert),
        JWTAuthPayload: payload,
        JWTAuthAdditionalHeaderData: '{"kid":"2026"}',
      }),
    );
    await call();
    await call();
    clock.pass(571);
    await call();
    const [first, second, third] = sentTokens().map(tokenOf);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    const iat = Date.parse('2026-11-24T12:00:00Z') / 1_000;
    const currentDate = new Date((iat + 599) * 1_000);
    const verified = await jwtVerify(first ?? '', createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), {
      currentDate,
      clockTolerance: 1,
    });
    expect(verified.protectedHeader).toEqual({ typ: 'JWT', alg: 'RS512', kid: '2026' });
    const ends = { nbf: iat + 600, end: String(iat + 600), when: '2026-11-24T12:10:00 UTC' };
    expect(verified.payload).toEqual({ iat, exp: iat + 600, iss: 'helpdesk', sub: 'CN=localhost', ...ends });
  });

  it.each(['ES256', 'HS256'])('signs with %s', async (algorithm) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const secret = 'a'.repeat(64);
    const isSecret = algorithm === 'HS256';
    const content = isSecret ? `${secret}\n` : privateKey.export({ type: 'sec1', format: 'pem' }).toString();
    const key = write(`${algorithm}.key`, content);
    await caller(`{ AuthType: JWT, JWTAuthKeyFilePath: ${key}, JWTAuthAlgorithm: ${algorithm} }`).call();
    const currentDate = new Date('2026-11-24T12:30:00Z');
    const [token] = sentTokens().map(tokenOf);
    const verified = await jwtVerify(token ?? '', isSecret ? Buffer.from(secret) : publicKey, { currentDate });
    expect(verified.protectedHeader.alg).toBe(algorithm);
  });

  it('fails when the key cannot be used, and sends nothing', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = write('locked.pem', privateKey.export({ type: 'pkcs8', format: 'pem', ...CIPHER }).toString());
    const failing = async (options: string) => (await caller(`{ AuthType: JWT, ${options} }`).call()).errorMessage;
    expect(await failing('JWTAuthKeyFilePath: /missing.pem, JWTAuthAlgorithm: RS256')).toMatch(
      /^The JWT cannot be signed: .*ENOENT: .*'\/missing\.pem'/,
    );
    const locked = `JWTAuthKeyFilePath: ${key}, JWTAuthAlgorithm: ES256`;
    expect(await failing(`${locked}, JWTAuthKeyFilePassword: wrong`)).toMatch(/^The JWT cannot be signed: /);
    expect(await failing(`${locked}, JWTAuthKeyFilePassword: open, JWTAuthPayload: 'a=<OTRS_JWT_Other>'`)).toBe(
      'The JWT cannot be signed: there is no value for <OTRS_JWT_Other>',
    );
    expect(remote.arrived).toEqual([]);
  });
});

describe('what is not served', () => {
  it.each([
    ['AuthType: KerberosAuth', 'AuthType is "KerberosAuth", which is not supported.'],
    ['AuthType: JWT', 'JWT needs JWTAuthKeyFilePath.'],
    ['AuthType: OAuth2Token', 'OAuth2Token needs OAuth2TokenConfigName.'],
    ['AuthType: JWT, JWTAuthKeyFilePath: /k, JWTAuthAlgorithm: none', 'JWTAuthAlgorithm is "none".'],
  ])('fails with its reason instead of sending without credentials: %s', async (options, reason) => {
    expect((await caller(`{ ${options} }`).call()).errorMessage).toContain(reason);
    expect(remote.arrived).toEqual([]);
  });
});

describe('a body', () => {
  it('is a form with ContentType FORM', async () => {
    const { call } = caller('{}', { config: '      ContentType: FORM' });
    await call({ data: { Title: 'a b&c', List: [1, 2] } });
    const [request] = remote.arrived;
    expect(request?.body).toBe('Title=a+b%26c&List=1&List=2');
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect((await call({ data: { A: { B: 1 } } })).errorMessage).toBe(
      '"A" has an object or a list within, which a form cannot contain. Write ContentType: JSON, or map it.',
    );
  });

  it('is not sent in a type that is not served', async () => {
    const { call } = caller('{}', { config: '      ContentType: YAML' });
    expect((await call()).errorMessage).toBe('ContentType is "YAML" and is not served. Write JSON, FORM or XML.');
    expect(remote.arrived).toEqual([]);
  });
});
