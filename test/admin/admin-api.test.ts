import { adminRoutes } from '@ticketgate/admin';
import { startTestServer, type TestServer } from '@ticketgate/test-support';

import { AdminClient } from './admin-client.js';
import { describeServices } from './cases/services.js';
import { describeSessions } from './cases/sessions.js';
import type { AdminCase } from './cases/admin-case.js';

const NETWORK = '203.0.113.9';
const SECRET = 'seeded-Passw0rd-77';

describe('the API of the administration', () => {
  const given: AdminCase = {} as AdminCase; // filled before the first test

  let server: TestServer;
  let strangersKey: string;

  beforeAll(async () => {
    // So that a test can come from another network.
    const Settings = { AuthTwoFactorModule: 'Kernel::System::Auth::TwoFactor::GoogleAuthenticator' };
    server = await startTestServer({ configuration: { http: { trustedProxies: ['127.0.0.1'] }, Settings } });
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

  it('was used by these tests, every route of it', () => {
    const all = adminRoutes.map(({ method, path }) => `${method} ${path}`);
    expect([...given.client.used].sort()).toEqual([...all].sort());
  });

  it('answers no secret', () => {
    const answers = given.client.answers.join('\n');
    const session = given.client.cookie.split('=')[1] ?? '';
    const secrets = [SECRET, server.rootPassword, strangersKey, session];
    expect(secrets.filter((secret) => secret === '' || answers.includes(secret))).toEqual([]);
  });
});
