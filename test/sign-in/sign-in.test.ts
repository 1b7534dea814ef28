import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describeAgentAccess } from '@ticketgate/accounts';
import type { Configuration } from '@ticketgate/runtime';
import { startServer, type RunningServer } from 'ticketgate';

import { AdminClient, LOCAL_PROXY } from '../admin/admin-client.js';
import { collectingLogger, startTestServer, type TestServer } from '../support/index.js';
import { SignInBrowser } from './sign-in-browser.js';
import { CLIENT, TestProvider } from './test-provider.js';

const ROLE = 'Administrators';
const GROUP = 'gateway-admins';
const JANE = { login: 'jane', firstName: 'Jane', lastName: 'Doe', email: 'jane@example.org' };
const PERSON = { preferred_username: 'jane', groups: ['staff', GROUP] };
const ADD_ROLE = `
with role as (
  insert into roles (name, valid_id, create_time, create_by, change_time, change_by)
  values ('${ROLE}', 1, now(), 1, now(), 1) returning id
)
insert into group_role (role_id, group_id, permission_key, permission_value, create_time, create_by, change_time, change_by)
select role.id, groups_table.id, 'rw', 1, now(), 1, now(), 1 from role, groups_table where groups_table.name = 'admin'`;

/** `fetch` sends no `Host` of somebody else's choice. */
async function askAs(url: string, options: { readonly method: string; readonly headers: Record<string, string> }) {
  const [answer] = (await once(request(url, options).end(), 'response')) as [IncomingMessage]; // as Node documents it
  return { headers: answer.headers, body: await text(answer) };
}

const NOW = Math.floor(Date.now() / 1000);

describe('signing in by a provider', () => {
  const logger = collectingLogger();
  const shown: string[] = [];
  let provider: TestProvider;
  let first: TestServer;
  let second: RunningServer;

  beforeAll(async () => {
    process.env.TICKETGATE_SECRET_SIGN_IN = CLIENT.secret;
    provider = await TestProvider.start();
    const oidc = {
      issuer: provider.issuer,
      name: 'The company',
      clientID: CLIENT.id,
      clientSecret: 'TICKETGATE_SECRET_SIGN_IN',
      roles: { [GROUP]: [ROLE] },
    };
    const http = { trustedProxies: ['127.0.0.1'] };
    first = await startTestServer({ logger, configuration: { oidc, http, limits: { fetchSeconds: 4 } } });
    second = await startBeside({});
    await provider.register(first.url, second.url);
    const { agents } = first.system.accounts;
    const account = { ...JANE, password: 'not-Passw0rd-for-this', groups: ['users'] };
    for (const login of ['jane', 'gone', 'karl', JANE.email]) await agents.add({ ...account, login });
    await first.database.query(`update users set valid_id = 2 where login = 'gone'`);
    await first.database.query(ADD_ROLE);
  });

  afterAll(async () => {
    await second.stop();
    await first.stop();
    await provider.stop();
    delete process.env.TICKETGATE_SECRET_SIGN_IN;
  });

  beforeEach(() => {
    Object.assign(provider, {
      ...{ person: PERSON, refusal: undefined, instead: undefined, idTokenSeconds: 3600, tokenEndpoint: undefined },
    });
  });

  /** Another gateway on the database of the first one. */
  function startBeside(oidc: Partial<Configuration['oidc']>): Promise<RunningServer> {
    const { configuration: known, location, plugins } = first.system;
    const configuration = {
      ...known,
      database: { ...known.database, url: location.url },
      oidc: { ...known.oidc, ...oidc },
    };
    return startServer({
      loaded: { configuration, sources: new Map(), files: [], root: known.data },
      plugins: { plugins, problems: [], listings: new Map() },
      logger,
    });
  }

  /** Who is signed in then, or what is said. */
  async function signIn(gateway = first.url): Promise<string> {
    const { status, body, text } = await new SignInBrowser().signIn(gateway);
    shown.push(text);
    return status === 200 ? String(body.login) : `${status} ${String(body.code)}: ${String(body.detail)}`;
  }

  async function begin(gateway = first.url): Promise<string> {
    const { status, body, text } = await new SignInBrowser().send(gateway, 'POST /sign-in');
    shown.push(text);
    return `${status} ${String(body.code)}: ${String(body.detail)}`;
  }

  it('begins at one gateway, ends at another, and opens the administration of both', async () => {
    const browser = new SignInBrowser();
    expect((await browser.send(first.url, 'GET /sign-in')).body).toEqual({
      provider: 'The company',
      passwordForm: 'shown',
    });
    const query = await browser.visitProvider(first.url);
    const { body, headers } = await browser.finish(second.url, query);
    expect(body).toMatchObject({ login: 'jane', name: 'Jane Doe' });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^ticketgate_admin=\d{39}; Path=\/admin; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^ticketgate_sign_in=; Max-Age=0;/),
    ]);
    expect((await browser.send(first.url, 'GET /session')).body).toEqual(body);
  });

  it('gives addresses and cookies below the path of a proxy, without its default port', async () => {
    const via = {
      ...LOCAL_PROXY,
      'X-Forwarded-Prefix': '/help',
      'X-Forwarded-Proto': 'https',
      Host: 'desk.example.org:443',
    };
    const ask = (path: string, method = 'GET') =>
      askAs(`${first.url}${path}`, { method, headers: { ...via, Origin: 'https://desk.example.org' } });
    const begun = await ask('/admin/api/sign-in', 'POST');
    const { url } = JSON.parse(begun.body) as { readonly url: string };
    expect(new URL(url).searchParams.get('redirect_uri')).toBe('https://desk.example.org/help/admin/sign-in');
    expect(begun.headers['set-cookie']).toEqual([expect.stringContaining('; Path=/help/admin/api/sign-in;')]);
    const page = await ask('/admin/');
    expect(page.body.match(/(?:src|href)="[^"]*"/g)).toEqual(
      page.body.match(/(?:src|href)="\/help\/admin\/assets\/[^"]*"/g),
    );
  });

  it('is in the audit log with the provider, and with the roles that its groups gave', async () => {
    const entries = await first.database.query(
      `select author, action, subject, comment, "after", source from ticketgate.audit order by id`,
    );
    const common = { author: 'jane', subject: 'jane', source: 'administration from 127.0.0.1, session' };
    expect(entries).toEqual([
      {
        ...common,
        action: 'agent roles changed by sign-in',
        comment: 'Groups of The company',
        after: { roles: [ROLE] },
      },
      { ...common, action: 'administrator logged in', comment: `By The company, ${provider.issuer}`, after: null },
    ]);
  });

  it('takes roles away with their groups, whatever others there are, and gives them back', async () => {
    const groups = Array.from({ length: 900 }, (_, index) => `group ${index}`);
    provider.person = { ...PERSON, groups };
    expect(await signIn()).toBe(
      `403 Admin.GroupsWithoutRole: "jane" may not administer: The company sent the groups ${groups
        .slice(0, 30)
        .map((group) => `"${group}"`)
        .join(
          ', ',
        )}, … (claim "groups"), and oidc.roles has "${GROUP}". Add one of the groups there, or choose another claim with oidc.groupsClaim.`,
    );
    provider.person = { ...PERSON, groups: [...groups, GROUP] };
    expect(await signIn()).toBe('jane');
    provider.person = { ...PERSON, groups: 'staff' };
    expect(await signIn()).toContain('403 Admin.GroupsWithoutRole');
    provider.person = { ...PERSON, groups: GROUP };
    expect(await signIn()).toBe('jane');
  });

  it.each([
    [[`/${GROUP}`], 'Write its path there, with the "/" that it begins with'],
    [`staff, ${GROUP}`, 'Have the provider send a list of groups instead of one text.'],
    [[GROUP.toUpperCase()], 'Capital letters count.'],
    [[], 'sent the groups - (claim "groups")'],
  ])('says what is probably meant by the groups %j, in the log too', async (groups, hint) => {
    provider.person = { ...PERSON, groups };
    const said = await signIn();
    expect(said).toContain(hint);
    expect(said).toContain(`oidc.roles has "${GROUP}"`);
    expect(logger.lines.map((line) => line.replaceAll('\\"', '"')).join('\n')).toContain(hint);
    provider.person = PERSON;
    expect(await signIn()).toBe('jane');
  });

  it('takes no role away because a provider sends no groups', async () => {
    provider.person = { preferred_username: 'jane' };
    expect(await signIn()).toMatch(
      /^403 Admin.ClaimMissing: The company sent no usable claim "groups"\. It sent: .*preferred_username/,
    );
    const { accounts, database } = first.system;
    const { roles } = await describeAgentAccess(database, (await accounts.agents.get('jane')).id);
    expect(roles).toEqual([{ name: ROLE, isValid: true }]);
  });

  it.each([
    [{ preferred_username: 'Jane' }, /^jane$/],
    [
      { preferred_username: 'joe' },
      /^403 Admin.SignInUnknown: The company says that you are "joe" \(claim "preferred_username"\), and no agent has this login/,
    ],
    [{ preferred_username: 'jane\u0000' }, /^403 Admin.SignInUnknown/],
    [{ preferred_username: 'x'.repeat(5_000) }, /^403 Admin.SignInUnknown: The company says that you are "x{200}" /],
    [{ preferred_username: '\u212Aarl' }, /^403 Admin.SignInUnknown/],
    [{ preferred_username: ['jane'] }, /^403 Admin.ClaimMissing/],
    [{ preferred_username: 'gone' }, /^403 Admin.SignInRefused: "gone" cannot sign in: the account is not valid\.$/],
  ])('finds the agent of %j', async (claims, expected) => {
    provider.person = { ...PERSON, ...claims };
    expect(await signIn()).toMatch(expected);
  });

  it('says what the provider refuses a sign-in with', async () => {
    provider.refusal = { error: 'access_denied', error_description: `Ask\tIT about ${CLIENT.secret} <b>now</b>` };
    expect(await signIn()).toBe(
      '403 Admin.ProviderRefused: The company refused the sign-in: access_denied, Ask IT about ******* <b>now</b>',
    );
  });

  it('goes on when the provider has changed its keys, and sends all claims with the token', async () => {
    await provider.rotateKeys();
    expect(await signIn()).toBe('jane');
    provider.hasFullTokens = true;
    await provider.rotateKeys();
    expect(await signIn()).toBe('jane');
  });

  it('bears with a clock that is two minutes behind, and not with ten', async () => {
    provider.idTokenSeconds = -120;
    expect(await signIn()).toBe('jane');
    provider.idTokenSeconds = -600;
    expect(await signIn()).toMatch(
      /^500 Admin.ProviderMismatch: .*the claim "exp" of its ID token is "\d+", and the clock of this server is at "\d+"/,
    );
  });

  it.each<[string, (response: ServerResponse) => unknown, RegExp]>([
    ['429', (response) => response.writeHead(429, { 'Retry-After': '60' }).end(), /: status 429\./],
    ['500 with a page', (response) => response.writeHead(500).end('<h1>Oh no</h1>'), /: status 500\./],
    ['9 MB', (response) => json(response, `{"issuer":"${'x'.repeat(9e6)}"}`), /more than 1000000 bytes/],
    ['half a sentence', (response) => json(response, '{"issuer":').destroy(), /./],
    ['nothing at all', () => undefined, /timed out|timeout/],
  ])('says so when the provider answers %s', async (_what, answer, expected) => {
    provider.instead = (_request, response) => answer(response);
    const said = await begin();
    expect(said).toMatch(/^503 Admin.ProviderFailed: The company did not answer as expected: /);
    expect(said).toMatch(expected);
    expect(said).not.toContain('something went wrong');
    expect(said.length).toBeLessThan(600);
  });

  it.each<[string, (response: ServerResponse) => unknown, RegExp]>([
    [
      'another issuer',
      (response) => json(response, '{"issuer":"https://evil.example"}'),
      /its issuer is "https:\/\/evil.example", and oidc.issuer is "http:/,
    ],
    ['404', (response) => response.writeHead(404).end(), /openid-configuration answers with status 404/],
    [
      '"ok"',
      (response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok'),
      /the answer of http:.*openid-configuration cannot be used, unexpected response content-type/,
    ],
    ['JSON that says nothing', (response) => json(response, '"ok"'), /the answer.* cannot be used, .*response/],
    [
      'that it has no address to go to',
      (response) => json(response, JSON.stringify({ issuer: provider.issuer })),
      /cannot be used, authorization server metadata does not contain a valid "as.authorization_endpoint"\./,
    ],
    ['an address elsewhere', (response) => response.writeHead(301, { Location: '/x' }).end(), /status 301/],
    [
      'that it signs with a secret',
      (response) =>
        json(response, JSON.stringify({ issuer: provider.issuer, id_token_signing_alg_values_supported: ['HS256'] })),
      /its ID tokens are signed with "HS256", and allowed is "RS256, PS256/,
    ],
  ])('says what does not fit when the provider answers %s', async (_what, answer, expected) => {
    provider.instead = (_request, response) => answer(response);
    const said = await begin();
    expect(said).toMatch(/^500 Admin.ProviderMismatch: The company and this server do not fit together: /);
    expect(said).toMatch(expected);
  });

  it.each([
    [{ alg: 'HS256' }, {}, 'its ID tokens are signed with "HS256", and allowed is "RS256"'],
    [
      {},
      { iss: 'https://other.example' },
      'the claim "iss" of its ID token is "https://other.example", and oidc.issuer is "http://',
    ],
    [{}, { aud: 'other' }, 'the claim "aud" of its ID token is "other", and oidc.clientID is "ticketgate"'],
    [
      {},
      { aud: [CLIENT.id, 'account'] },
      '"ticketgate, account", and oidc.clientID is "ticketgate"; a token for several clients needs',
    ],
    [
      {},
      { aud: [CLIENT.id, 'account'], azp: 'account' },
      'the claim "azp" of its ID token is "account", and oidc.clientID is "ticketgate"',
    ],
    [{}, { azp: 'account' }, 'the claim "azp" of its ID token is "account", and oidc.clientID is "ticketgate"'],
    [{}, { iat: NOW + 86_400 }, 'the claim "iat" of its ID token is "'],
    [{}, { exp: 1e300 }, 'the claim "exp" of its ID token is "1e+300", and the clock of this server is at "'],
    [{}, { exp: NOW + 400 * 86_400 }, 'the claim "exp" of its ID token is "'],
  ])('says what does not fit in a token with %j and %j', async (header, claims, expected) => {
    const browser = new SignInBrowser();
    const query = await browser.visitProvider(first.url);
    await provider.answerWithToken(header, { nonce: browser.nonce, ...claims });
    const { status, body } = await browser.finish(first.url, query);
    expect(`${status} ${String(body.code)}: ${String(body.detail)}`).toContain(expected);
    expect(status).toBe(500);
  });

  it('has the provider ask who it is, where somebody comes again', async () => {
    const { body } = await new SignInBrowser().send(first.url, 'POST /sign-in', { again: true });
    expect(new URL(String(body.url)).searchParams.get('prompt')).toBe('login');
  });

  it('ends once', async () => {
    const browser = new SignInBrowser();
    const query = await browser.visitProvider(first.url);
    const { cookies } = browser;
    expect((await browser.finish(first.url, query)).status).toBe(200);
    expect((await browser.finish(first.url, query)).body).toMatchObject({ code: 'Admin.SignInExpired' });
    const again = await new AdminClient(second.url, LOCAL_PROXY).send('POST /sign-in/callback', {
      body: { query },
      headers: { Cookie: cookies },
    });
    expect(again.body).toMatchObject({ code: 'Admin.SignInExpired' });
  });

  it('ends in the browser that began it alone', async () => {
    const [mine, theirs] = [new SignInBrowser(), new SignInBrowser()];
    const query = await theirs.visitProvider(first.url);
    expect((await mine.finish(first.url, query)).body).toMatchObject({ code: 'Admin.SignInExpired' });
    await mine.visitProvider(first.url);
    expect((await mine.finish(first.url, query)).body).toMatchObject({ code: 'Admin.SignInExpired' });
    const forged = await new AdminClient(first.url, LOCAL_PROXY).send('POST /sign-in/callback', {
      body: { query: '?code=1&state=undefined' },
      headers: { Cookie: 'ticketgate_sign_in=eyJhbGciOiJub25lIn0..' },
    });
    expect(forged.body).toMatchObject({ status: 401, code: 'Admin.SignInExpired' });
  });

  it('comes back to the address where the browser is, through a proxy too, and to no other', async () => {
    const beginAt = async (headers: Readonly<Record<string, string>>) => {
      const { body, headers: answered } = await new AdminClient(first.url, LOCAL_PROXY).send('POST /sign-in', {
        headers,
      });
      const address = typeof body.url === 'string' ? new URL(body.url) : undefined;
      return [
        address?.origin,
        address?.searchParams.get('redirect_uri'),
        answered.get('set-cookie')?.replace(/=[^;]+/, ''),
      ];
    };
    const { host } = new URL(first.url);
    const cookie = 'ticketgate_sign_in; Max-Age=900; Path=/admin/api/sign-in; HttpOnly';
    expect(await beginAt({})).toEqual([provider.issuer, `http://${host}/admin/sign-in`, `${cookie}; SameSite=Lax`]);
    expect(await beginAt({ 'X-Forwarded-Proto': 'https', Origin: `https://${host}` })).toEqual([
      provider.issuer,
      `https://${host}/admin/sign-in`,
      `${cookie}; Secure; SameSite=Lax`,
    ]);
    expect(await beginAt({ Origin: 'https://evil.example' })).toEqual([undefined, undefined, undefined]);
  });

  it('leaves passwords a way in when the provider cannot be reached at the start', async () => {
    const stopped = await TestProvider.start();
    await stopped.stop();
    const gateway = await startBeside({ issuer: stopped.issuer, passwordForm: 'folded' });
    try {
      expect(await begin(gateway.url)).toMatch(/^503 .*ECONNREFUSED/);
      const client = new AdminClient(gateway.url, LOCAL_PROXY);
      expect((await client.logIn('root@localhost', first.rootPassword)).status).toBe(200);
      const { findings } = await client.get('GET /health');
      expect(findings).toContainEqual(
        expect.objectContaining({
          subject: 'sign-in',
          severity: 'error',
          id: 'finding.sign-in.fails',
          message: expect.stringContaining('ECONNREFUSED') as string,
        }),
      );
    } finally {
      await gateway.stop();
    }
  });

  it.each<[Partial<Configuration['oidc']>, RegExp]>([
    [{ roles: { staff: ['Nobodies'] } }, /^404 Accounts.RoleUnknown: There is no role "Nobodies"/],
    [{ loginClaim: 'email' }, /^403 Admin.EmailUnverified: .*"jane@example\.org"/],
    [
      { clientSecret: 'a wrong one' },
      /^500 Admin.ProviderMismatch: .*refuses oidc.clientID "ticketgate" \(with its oidc.clientSecret.*: invalid_client, /,
    ],
    [{ groupsClaim: 'realm_access.roles' }, /^403 Admin.ClaimMissing: .*"realm_access.roles"/],
    [{ clientSecret: 'TICKETGATE_SECRET_NOWHERE' }, /^500 Requester.SecretMissing: .*TICKETGATE_SECRET_NOWHERE/],
  ])('says what is wrong with %j', async (oidc, expected) => {
    const gateway = await startBeside(oidc);
    try {
      await provider.register(first.url, second.url, gateway.url);
      provider.person = { ...PERSON, email: 'jane@example.org', email_verified: false };
      const isUnset = oidc.clientSecret === 'TICKETGATE_SECRET_NOWHERE';
      const { status, body } = isUnset
        ? await new SignInBrowser().send(gateway.url, 'POST /sign-in')
        : await new SignInBrowser().signIn(gateway.url);
      expect(`${status} ${String(body.code)}: ${String(body.detail)}`).toMatch(expected);
    } finally {
      await gateway.stop();
    }
  });

  it.each([false, true])(
    'takes an address only if the provider says that it is verified, or the option says so of all (emailsVerified: %j)',
    async (emailsVerified) => {
      const gateway = await startBeside({ loginClaim: 'email', emailsVerified });
      try {
        await provider.register(first.url, second.url, gateway.url);
        const { email } = JANE;
        const signInWith = async (claims: object) => {
          provider.person = { ...PERSON, email, ...claims };
          return (await signIn(gateway.url)).replace(/:.*/s, '');
        };
        for (const email_verified of [true, 'true']) expect(await signInWith({ email_verified })).toBe(email);
        for (const email_verified of [false, 'false', 'FALSE', 'no', 0, 1, null, '', [], {}, [false]])
          expect(await signInWith({ email_verified })).toBe('403 Admin.EmailUnverified');
        expect(await signInWith({})).toBe(emailsVerified ? email : '403 Admin.EmailUnverified');
      } finally {
        await gateway.stop();
        await provider.register(first.url, second.url);
      }
    },
  );

  it.each(['http://169.254.169.254/token', 'http://127.0.0.1:9/token', 'http://[fe80::1]/token'])(
    'sends its secret to no address such as %s, whatever the document of the provider says',
    async (endpoint) => {
      provider.tokenEndpoint = endpoint;
      expect(await signIn()).toMatch(
        /^500 Admin\.ProviderMismatch: .* fit together: [\w.:]+ \(.*\) is .*(never connect to|to allow it)\. Change/,
      );
    },
  );

  it('takes no token that ends in a thousand years', async () => {
    provider.idTokenSeconds = 1e12;
    expect(await signIn()).toMatch(/^500 Admin\.ProviderMismatch: .*the claim "exp" of its ID token is "\d{13}"/);
  });

  it('needs a client and its secret', async () => {
    await expect(startBeside({ clientID: null })).rejects.toThrow(/oidc\.clientID is missing/);
    await expect(startBeside({ clientSecret: null })).rejects.toThrow(/oidc\.clientSecret is missing/);
  });

  it('is not there without a provider', async () => {
    const gateway = await startBeside({ issuer: null });
    try {
      const browser = new SignInBrowser();
      expect((await browser.send(gateway.url, 'GET /sign-in')).body).toMatchObject({ provider: null });
      expect((await browser.send(gateway.url, 'POST /sign-in')).body).toMatchObject({
        status: 404,
        code: 'Admin.NoSignInProvider',
      });
    } finally {
      await gateway.stop();
    }
  });

  it('shows the secret nowhere', async () => {
    const client = new AdminClient(first.url, LOCAL_PROXY);
    await client.logIn('root@localhost', first.rootPassword);
    const settings = await client.send('GET /settings');
    expect(settings.text).toContain('"oidc.clientSecret","value":"*******"');
    const doctor = await client.send('GET /health');
    expect(doctor.text).toContain(`The company at ${provider.issuer} answers.`);
    const audit = await first.database.query('select * from ticketgate.audit');
    const traces = [...shown, ...logger.lines, settings.text, doctor.text, JSON.stringify(audit)].join('\n');
    expect(traces).toContain('an administrator was not signed in by the provider');
    expect(traces).not.toContain(CLIENT.secret);
  });
});

function json(response: ServerResponse, text: string): ServerResponse {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write(text);
  return response.end();
}
