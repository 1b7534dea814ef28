import { adminRoutes } from '@ticketgate/admin';
import { defineOperation, definePlugin } from '@ticketgate/sdk';
import { startTestServer, type TestServer } from '@ticketgate/test-support';

import { AdminClient } from './admin-client.js';
import { describeAccounts } from './cases/accounts.js';
import { describeDebugLog } from './cases/debug-log.js';
import { describeEvents } from './cases/events.js';
import { describePluginEvents } from './cases/plugin-events.js';
import { describeServices } from './cases/services.js';
import { describeSessions } from './cases/sessions.js';
import { describeSystem } from './cases/system.js';
import type { AdminCase } from './cases/admin-case.js';

const NETWORK = '203.0.113.9';
const SECRET = 'seeded-Passw0rd-77';
const METRICS = 'seeded-metrics-token';

const echo = defineOperation({
  type: 'Test::Echo',
  summary: 'Says who calls, and with which text.',
  errors: ['Echo.AuthFail'],
  effect: 'reads',
  input: { type: 'object', properties: { Text: { type: 'string' } } },
  async run({ Text = '' }, context) {
    const { login } = await context.caller();
    return { Heard: `${Text}, ${login}` };
  },
});

const sleep = defineOperation({
  type: 'Test::Sleep',
  summary: 'Never wakes up.',
  effect: 'reads',
  input: { type: 'object' },
  run: () => new Promise(() => undefined),
});

describe('the API of the administration', () => {
  const given: AdminCase = {} as AdminCase; // filled before the first test

  let server: TestServer;
  let strangersKey: string;

  beforeAll(async () => {
    // So that a test can come from another network.
    const Settings = { AuthTwoFactorModule: 'Kernel::System::Auth::TwoFactor::GoogleAuthenticator' };
    const plugins = [definePlugin({ name: 'echo', operations: [echo, sleep] })];
    server = await startTestServer({
      plugins,
      configuration: { http: { trustedProxies: ['127.0.0.1'] }, metrics: { token: METRICS }, Settings },
    });
    const client = new AdminClient(server.url);
    await client.logIn('root@localhost', server.rootPassword);
    const { agents, apiKeys } = server.system.accounts;
    const person = { firstName: 'Olga', lastName: 'Ordinary', email: 'olga@example.org' };
    const agentID = await agents.add({ ...person, login: 'olga', password: SECRET, groups: ['users'] });
    strangersKey = await apiKeys.create({ name: 'of olga', agentID, scope: 'admin' });
    Object.assign(given, { server, client });
  });

  afterAll(async () => {
    await server.stop();
  });

  describe.each(adminRoutes.filter(({ isOpen }) => isOpen !== true))('$method $path', ({ method, path }) => {
    const line = `${method} ${path.replaceAll(/:\w+/g, '1')}`;

    it('is refused without a session, without the group, without a token, to other pages and to other networks', async () => {
      const { client } = given;
      const isChange = method !== 'GET';
      const tokens = isChange ? [{ Cookie: client.cookie }, { Cookie: client.cookie, 'X-CSRF-Token': 'x' }] : [];
      const sent = [
        {},
        { 'X-API-Key': 'tg_wrong' },
        { 'X-API-Key': strangersKey },
        ...tokens,
        { ...client.session, Origin: 'https://evil.example' },
        { ...client.session, 'X-Forwarded-For': NETWORK },
      ];
      const codes = await Promise.all(sent.map((headers) => client.fail(line, { headers })));
      expect(codes).toEqual([
        '401 Admin.LoginNeeded',
        '401 Admin.LoginNeeded',
        '403 Admin.AdministratorsOnly',
        ...tokens.map(() => '403 Admin.CsrfTokenWrong'),
        '403 Admin.OriginForeign',
        '403 Admin.NetworkNotAllowed',
      ]);
    });
  });

  describeSessions(given);
  describeServices(given);
  describeDebugLog(given);
  describeAccounts(given);
  describeSystem(given);
  describeEvents(given);
  describePluginEvents(given);

  it('was used by these tests, every route of it', () => {
    const all = adminRoutes.map(({ method, path }) => `${method} ${path}`);
    expect([...given.client.used].sort()).toEqual([...all].sort());
  });

  it('answers no secret', () => {
    const answers = given.client.answers.join('\n');
    const session = given.client.cookie.split('=')[1] ?? '';
    const secrets = [
      SECRET,
      METRICS,
      'seeded-Passw0rd-78',
      'seeded-Passw0rd-79',
      'seeded-Passw0rd-80',
      'seeded-Passw0rd-81',
      server.rootPassword,
      strangersKey,
      session,
    ];
    expect(secrets.filter((secret) => secret === '' || answers.includes(secret))).toEqual([]);
  });
});
