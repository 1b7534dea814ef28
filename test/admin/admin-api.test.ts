import { adminRoutes } from '@ticketgate/admin/api';
import { defineOperation, definePlugin, type Data } from '@ticketgate/sdk';
import { collectingLogger, startTestServer, type TestServer } from '../support/index.js';

import { Remote } from '../../packages/runtime/test/invokers/remote.js';
import { AdminClient, LOCAL_PROXY } from './admin-client.js';
import { AUDITED, UNCHANGING } from './cases/audited-routes.js';
import { describeAccounts } from './cases/accounts.js';
import { describeDebugLog } from './cases/debug-log.js';
import { describeEvents } from './cases/events.js';
import { describeInvokers } from './cases/invokers.js';
import { describePluginEvents } from './cases/plugin-events.js';
import { describeRoles } from './cases/roles.js';
import { describeServices } from './cases/services.js';
import { describeSessions } from './cases/sessions.js';
import { describeSystem } from './cases/system.js';
import type { AdminCase } from './cases/admin-case.js';
import { sessionService } from './session-service.js';

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
  run: () => new Promise<Data>(() => undefined),
});

describe('the API of the administration', () => {
  const given: AdminCase = {} as AdminCase; // filled before the first test

  const logger = collectingLogger();
  let server: TestServer;
  let remote: Remote;
  let strangersKey: string;

  beforeAll(async () => {
    // So that a test can come from another network.
    const Settings = { AuthTwoFactorModule: 'Kernel::System::Auth::TwoFactor::GoogleAuthenticator' };
    remote = await Remote.start();
    const plugins = [definePlugin({ name: 'echo', operations: [echo, sleep] })];
    server = await startTestServer({
      plugins,
      logger,
      configuration: {
        documentation: 'off',
        admin: { sendAgain: ['root@localhost'] },
        http: { trustedProxies: ['127.0.0.1'] },
        metrics: { token: METRICS },
        requester: { allowedHosts: [remote.address] },
        Settings,
      },
    });
    const client = new AdminClient(server.url, LOCAL_PROXY);
    await client.logIn('root@localhost', server.rootPassword);
    const { agents, apiKeys } = server.system.accounts;
    const person = { firstName: 'Olga', lastName: 'Ordinary', email: 'olga@example.org' };
    const agentID = await agents.add({ ...person, login: 'olga', password: SECRET, groups: ['users'] });
    strangersKey = await apiKeys.create({ name: 'of olga', agentID, scope: 'admin' });
    await client.get('POST /services', { body: { name: 'Alpha', definition: sessionService() } });
    Object.assign(given, { server, client, remote });
  });

  afterAll(async () => {
    await server.stop();
    await remote.close();
  });

  it('lets nobody in without a session or a key but those who log in', () => {
    const open = adminRoutes.filter(({ isOpen }) => isOpen === true).map(({ method, path }) => `${method} ${path}`);
    expect(open).toEqual(['POST /session', 'GET /sign-in', 'POST /sign-in', 'POST /sign-in/callback']);
  });

  const guarded = [...adminRoutes.filter(({ isOpen }) => isOpen !== true), { method: 'GET', path: '/openapi.json' }];
  describe.each(guarded)('$method $path', ({ method, path }) => {
    const line = `${method} ${path.replaceAll(/:\w+/g, '1')}`;

    it('is refused without a session, the group or a token, and to other pages and networks', async () => {
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
  // Before accounts, whose tests open a second directory.
  describeRoles(given);
  describeAccounts(given);
  describeSystem(given);
  describeEvents(given);
  describeInvokers(given);
  describePluginEvents(given);

  it('has every route used by these tests', () => {
    const all = adminRoutes.map(({ method, path }) => `${method} ${path}`);
    // A provider is needed for the others (sign-in.test.ts).
    const elsewhere = all.filter((route) => route.includes(' /sign-in'));
    expect([...given.client.used, ...elsewhere].sort()).toEqual([...all].sort());
  });

  it('is in the audit log with each route that changes something', async () => {
    const changing = adminRoutes
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    expect(changing.filter((route) => !UNCHANGING.includes(route)).sort()).toEqual(Object.keys(AUDITED).sort());
    const entries = await server.system.database.query<{ action: string }>('select action from ticketgate.audit');
    const unnoted = Object.values(AUDITED).filter((action) => entries.every((entry) => !entry.action.includes(action)));
    expect(unnoted).toEqual([]);
  });

  it('is used by pages of its own alone, also where nobody has to be known', async () => {
    const { client } = given;
    const headers = { Origin: 'https://evil.example' };
    const body = { UserLogin: 'root@localhost', Password: server.rootPassword };
    expect(await client.fail('POST /session', { body, headers })).toBe('403 Admin.OriginForeign');
    expect(await client.fail('GET /openapi.json', { headers: {} })).toBe('401 Admin.LoginNeeded');
  });

  /** Whatever administrators, operators and hosts can read. */
  async function findTraces(): Promise<string> {
    const tables = ['ticketgate.audit', 'ticketgate.debug_entry', 'gi_debugger_entry', 'gi_debugger_entry_content'];
    const rows = await Promise.all(tables.map((table) => server.database.query(`select * from ${table}`)));
    expect(rows.every(({ length }) => length > 0)).toBe(true);
    const page = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS}` } });
    const metrics = await page.text();
    expect(metrics).toContain('ticketgate_requests_total');
    expect(logger.lines.length).toBeGreaterThan(0);
    return [...given.client.answers, JSON.stringify(rows), metrics, ...logger.lines].join('\n');
  }

  it('shows no secret in answers, replays, audit log, debug log, metrics or the log', async () => {
    const answers = await findTraces();
    const session = given.client.cookie.split('=')[1] ?? '';
    const secrets = [
      SECRET,
      METRICS,
      'seeded-Passw0rd-78',
      'seeded-Passw0rd-79',
      'seeded-Passw0rd-80',
      'seeded-Passw0rd-81',
      'seeded-Passw0rd-82',
      'seeded-Passw0rd-83',
      'seeded-Passw0rd-84',
      server.rootPassword,
      strangersKey,
      session,
    ];
    expect(secrets.filter((secret) => secret === '' || answers.includes(secret))).toEqual([]);
  });
});
