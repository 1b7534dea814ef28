import { createAccounts, type AccountsOptions } from '@ticketgate/accounts';
import { runTask, type ApiSystem, type TaskSystem } from '@ticketgate/admin';
import { adminRoutes } from '@ticketgate/admin/api';

import { EVERYTHING, type AdminCase } from './admin-case.js';

const PASSWORD = 'seeded-Passw0rd-79';
const PERSON = { FirstName: 'A', LastName: 'B', Email: 'a@example.org' };

// These tests share one server with others.
export function describeAccounts(given: AdminCase): void {
  describe('accounts', () => {
    it.each([
      [
        '/catalogue/Agents',
        { FirstName: 'New', LastName: 'Agent', Email: 'new@example.org' },
        { Email: 'other@example.org' },
      ],
      ['/catalogue/Groups', { Comment: 'for tests' }, { Comment: 'for other tests' }],
      ['/catalogue/Roles', { Comment: 'for tests' }, { Comment: 'for other tests' }],
      [
        '/catalogue/CustomerUsers',
        { FirstName: 'New', LastName: 'Customer', Email: 'c@example.org', CustomerID: 'shop' },
        { Email: 'other@example.org' },
      ],
    ])('at %s are added, listed, changed and disabled, and refused with both sides', async (path, members, other) => {
      const { client } = given;
      const name = `new${path.replaceAll('/', '')}`;
      const body = { name, members };
      const { entry } = await client.get(`POST ${path}`, { body });
      expect(entry).toMatchObject({ name, isValid: true, values: members });
      expect(await client.fail(`POST ${path}`, { body })).toBe('409 Admin.EntryExists');
      expect(await client.get(`GET ${path}/${name}`)).toEqual(entry);
      const { state } = entry as { readonly state: string };
      const changed = await client.get(`PATCH ${path}/${name}`, { body: { base: state, members: other } });
      expect(changed).toMatchObject({ isChanged: true, entry: { values: other } });
      const stale = { body: { base: state, members: { Valid: false } } };
      expect(await client.send(`PATCH ${path}/${name}`, stale)).toMatchObject({
        status: 409,
        body: { code: 'Admin.EntryChanged', theirs: changed.entry, yours: { Valid: false } },
      });
      const { state: base } = changed.entry as { readonly state: string };
      const disabled = await client.get(`PATCH ${path}/${name}`, { body: { base, members: { Valid: false } } });
      expect(disabled).toMatchObject({ entry: { isValid: false } });
      expect((await client.get(`GET ${path}?limit=1`)).items).toHaveLength(1);
      expect((await client.get(`GET ${path}?after=zzz`)).items).toEqual([]);
      expect(await client.fail(`GET ${path}/nobody`)).toBe('404 Admin.EntryUnknown');
    });

    it('say what gives an agent each permission, and what names an entry', async () => {
      const { client } = given;
      const add = (path: string, name: string, members: object) =>
        client.get(`POST ${path}`, { body: { name, members } });
      await add('/catalogue/Groups', 'towers', {});
      await add('/catalogue/Agents', 'climber', { ...PERSON, Permissions: { towers: ['note'] } });
      await add('/catalogue/Roles', 'Climbers', { Permissions: { towers: ['rw'] }, Agents: ['climber'] });
      const access = await client.get('GET /agents/climber/access');
      expect(access).toMatchObject({ roles: [{ name: 'Climbers', isValid: true }], lastLoginAt: null });
      const byRole = { role: 'Climbers', granted: 'rw' };
      expect(access.permissions).toContainEqual({ group: 'towers', permission: 'ro', origins: [byRole] });
      expect(access.permissions).toContainEqual({
        group: 'towers',
        permission: 'note',
        origins: [{ role: null, granted: 'note' }, byRole],
      });
      expect(await client.fail('GET /agents/nobody/access')).toBe('404 Accounts.AgentUnknown');
      expect(await client.fail('GET /catalogue/Groups/nobody/references')).toBe('404 Admin.EntryUnknown');
      const { items } = await client.get('GET /catalogue/Groups/towers/references');
      expect(items).toEqual([
        { kind: 'Agents', label: 'agent', member: 'Permissions', names: ['climber'], total: 1 },
        { kind: 'Roles', label: 'role', member: 'Permissions', names: ['Climbers'], total: 1 },
      ]);
    });

    it('and the whole catalogue are one file, which is compared before it is applied', async () => {
      const { client } = given;
      const exported = await client.send('GET /catalogue-file');
      expect(exported.status).toBe(200);
      const broken = { body: { catalogue: 'Groups:\n  - { Nome: cranes }\n' } };
      expect(await client.get('POST /catalogue-file/diff', broken)).toMatchObject({
        isApplicable: false,
        diagnostics: [{ range: { start: { line: 2 } } }, {}],
        changes: [],
      });
      expect(await client.fail('POST /catalogue-file/apply', broken)).toBe('400 Admin.CatalogueFileInvalid');
      const wanted = { body: { catalogue: 'Groups:\n  - { Name: cranes, Comment: high }\n' } };
      const changes = ['group "cranes" added'];
      expect(await client.get('POST /catalogue-file/diff', wanted)).toMatchObject({ isApplicable: true, changes });
      expect(await client.fail('GET /catalogue/Groups/cranes')).toBe('404 Admin.EntryUnknown');
      expect(await client.get('POST /catalogue-file/apply', wanted)).toEqual({ changes });
      expect(await client.get('GET /catalogue/Groups/cranes')).toMatchObject({ values: { Comment: 'high' } });
      for (const step of ['diff', 'apply'] as const)
        expect(await client.fail(`POST /catalogue-file/${step}`, { body: { catalogue: 'Groups: []\n' } })).toBe(
          '400 Admin.InputInvalid',
        );
    });

    it('include an administrator, the last of whom keeps what makes one', async () => {
      const { client, server } = given;
      const set = (from: string, to: string) =>
        server.database.query(
          'update group_user set permission_key = $2 where user_id <> 1 and group_id = 2 and permission_key = $1',
          [from, to],
        );
      await set('rw', 'was-rw');
      for (const [path, members] of [
        ['/catalogue/Agents/root@localhost', { Valid: false }],
        ['/catalogue/Agents/root@localhost', { Groups: null }],
        ['/catalogue/Groups/admin', { Valid: false }],
      ] as const) {
        const { state: base } = await client.get(`GET ${path}`);
        const refused = await client.fail(`PATCH ${path}`, { body: { base, members } });
        expect(refused).toBe('409 Accounts.LastAdministrator');
      }
      await set('was-rw', 'rw');
    });

    it('of the catalogue have the schema that plugins declare', async () => {
      const { client } = given;
      const { items } = await client.get('GET /catalogue');
      const [kind] = (items as readonly { readonly key: string; readonly schema: object }[]).slice(-1);
      expect(kind?.schema).toMatchObject({ type: 'object', properties: { Valid: { type: 'boolean' } } });
      expect(await client.get(`GET /catalogue/${kind?.key ?? ''}?limit=1`)).toMatchObject({
        items: expect.any(Array) as unknown,
      });
      const added = await client.get('POST /catalogue/Groups', { body: { name: 'catalogued', members: {} } });
      const entry = added.entry as { readonly state: string };
      const change = { base: entry.state, members: { Comment: 'x' } };
      await client.get('PATCH /catalogue/Groups/catalogued', { body: change });
      expect(await client.get('GET /catalogue/groups/catalogued')).toMatchObject({ values: { Comment: 'x' } });
      const invalid = { name: 'x', members: { Coment: 'x' } };
      const { body: refused } = await client.send('POST /catalogue/Groups', { body: invalid });
      expect(refused).toMatchObject({
        status: 400,
        code: 'Admin.EntryInvalid',
        mistakes: [{ at: expect.stringMatching(/^body\/members\/\w+$/) as string }],
      });
      expect(await client.fail('GET /catalogue/Nothing')).toBe('404 Admin.KindUnknown');
    });

    it('are added with their password, or not at all where that is refused', async () => {
      const { client, server } = given;
      const members = { FirstName: 'N', LastName: 'N', Email: 'n@example.org' };
      const agent = { name: 'nora', members };
      const customer = { name: 'nina', members: { ...members, CustomerID: 'shop' } };
      for (const [route, body] of [
        ['/catalogue/Agents', agent],
        ['/catalogue/CustomerUsers', customer],
        ['/catalogue/Agents', agent],
      ] as const) {
        const fail = (password: string) => client.fail(`POST ${route}`, { body: { ...body, password } });
        expect(await fail('short')).toBe('400 Accounts.PasswordTooShort');
        expect(await fail('password123')).toBe('400 Accounts.PasswordTooCommon');
        expect(await client.fail(`GET ${route}/${body.name}`)).toBe('404 Admin.EntryUnknown');
      }
      await client.get('POST /catalogue/Agents', { body: { ...agent, password: PASSWORD } });
      await client.get('POST /catalogue/CustomerUsers', { body: { ...customer, password: PASSWORD } });
      const origin = { remoteAddress: '127.0.0.1', userAgent: 'none' };
      for (const login of [{ UserLogin: 'nora' }, { CustomerUserLogin: 'nina' }]) {
        const credentials = { ...login, Password: PASSWORD };
        expect(await server.system.accounts.authenticate(credentials, origin)).toBeDefined();
      }
      const group = { name: 'x', members: {}, password: PASSWORD };
      expect(await client.fail('POST /catalogue/Groups', { body: group })).toBe('400 Admin.EntryInvalid');
      expect((await client.send('GET /audit?subject=nora')).text).toContain('agent password set');
    });

    it('get new passwords, which no answer and no audit entry has', async () => {
      const { client, server } = given;
      const person = { FirstName: 'P', LastName: 'P', Email: 'p@example.org' };
      await client.get('POST /catalogue/Agents', { body: { name: 'paula', members: person } });
      await client.get('POST /catalogue/CustomerUsers', {
        body: { name: 'carla', members: { ...person, CustomerID: 'shop' } },
      });
      const body = { password: PASSWORD };
      expect((await client.send('PUT /agents/paula/password', { body })).status).toBe(204);
      expect((await client.send('PUT /customers/carla/password', { body })).status).toBe(204);
      const origin = { remoteAddress: '127.0.0.1', userAgent: 'none' };
      const login = { UserLogin: 'paula', Password: PASSWORD };
      expect(await server.system.accounts.authenticate(login, origin)).toMatchObject({ login: 'paula' });
      expect(await client.fail('PUT /agents/nobody/password', { body })).toBe('404 Accounts.AgentUnknown');
      const short = { password: 'short' };
      expect(await client.fail('PUT /customers/carla/password', { body: short })).toBe('400 Accounts.PasswordTooShort');
      const audit = await client.send('GET /audit?subject=paula');
      expect(audit.text).toContain('agent password set');
      expect(audit.text).not.toContain(PASSWORD);
    });

    it('of a host keep their passwords', async () => {
      const { system } = given.server;
      const { database, settings, logger } = system;
      const snapshot: AccountsOptions['snapshot'] = (name, load) => system.snapshots.snapshot(name, load);
      const now = () => new Date();
      const accounts = createAccounts({ database, settings, logger, snapshot, now, isAttached: true });
      const administrator = {
        login: 'root@localhost',
        userID: 1,
        source: 'a test',
        sessionID: undefined,
        scope: EVERYTHING,
      };
      const client = {
        remoteAddress: '127.0.0.1',
        userAgent: 'none',
        isSecure: false,
        prefix: '',
        origin: 'http://127.0.0.1',
      };
      const requireAllowed = () => Promise.resolve(administrator);
      const call = {
        params: { name: 'x' },
        query: {},
        body: { password: PASSWORD },
        administrator,
        client,
        requireAllowed,
      };
      const attached = { accounts } as ApiSystem; // nothing else of it is reached
      for (const route of adminRoutes.filter(({ path }) => path.endsWith('/password'))) {
        await expect(route.run(call, attached)).rejects.toMatchObject({ code: 'Accounts.ReadOnly' });
      }
    });

    it.each([
      ['PUT /agents/a%00b/password', { password: PASSWORD }],
      ['GET /services/a%00b', undefined],
      ['GET /services/shop/versions/99999999999999999999', undefined],
      ['GET /debug-log?before=99999999999999999999', undefined],
      ['GET /debug-log?slowerThan=1e300', undefined],
      ['GET /debug-log?status=99999', undefined],
      ['GET /debug-log?operation=a%00b', undefined],
      ['GET /debug-log/a%00b', undefined],
      ['GET /plugin-events?after=1e20', undefined],
      ['GET /audit?author=a%00b', undefined],
      ['GET /catalogue/Agents?after=a%00b', undefined],
      ['POST /catalogue/Groups', { name: 'a\0b', members: {} }],
      ['POST /catalogue/Groups', { name: 'g', members: { Comment: 'a\0b' } }],
      ['POST /catalogue/Groups', { name: 'g'.repeat(192), members: {} }],
      ['POST /catalogue/Groups', { name: 'g', members: {}, comment: 'a\0b' }],
      ['POST /catalogue/Groups', { name: 'g', members: { Comment: 'c'.repeat(251) } }],
      ['POST /catalogue/Queues', { name: 'q', members: { UpdateTime: 1e10 } }],
      ['POST /catalogue/DynamicFields', { name: 'F'.repeat(192), members: { FieldType: 'Text' } }],
      ['POST /catalogue/Agents', { name: '..', members: PERSON }],
      ['POST /catalogue/Queues', { name: ' \u00a0', members: { Group: 'users' } }],
      ['POST /catalogue/Agents', { name: '__proto__', members: PERSON }],
      ['POST /catalogue/Agents', { name: 'ina', members: { ...PERSON, Email: `${'e'.repeat(100_000)}@example.org` } }],
      ['POST /catalogue/Agents', { name: 'ina', members: { ...PERSON, FirstName: 'F'.repeat(101) } }],
      ['POST /catalogue/CustomerUsers', { name: 'ina', members: { ...PERSON, CustomerID: 'c'.repeat(151) } }],
      ['POST /services', { name: 's'.repeat(192), definition: 'Debugger: {}' }],
      ['POST /services', { name: '..', definition: 'Debugger: {}' }],
      ['POST /session', { UserLogin: 'a\0b', Password: 'a\0b' }],
      ['DELETE /sessions/a%00b', undefined],
    ])('and other routes take what no column keeps for a mistake: %s', async (line, body) => {
      const { status, text } = await given.client.send(line, body === undefined ? {} : { body });
      expect(text).not.toContain('Internal');
      expect([400, 401, 404]).toContain(status);
    });

    it('say of whom something is missing', async () => {
      const { body } = await given.client.send('POST /catalogue/Agents', {
        body: { name: 'ines', members: { LastName: 'A', Email: 'i@example.org' } },
      });
      expect(body.detail).toBe('The agent "ines" cannot be saved: The agent has no FirstName; add it.');
    });

    it('have API keys, whose secrets are answered once', async () => {
      const { client } = given;
      const wanted = { name: 'deploy', agent: 'root@localhost', scope: 'admin', expiresAt: '2099-01-01T00:00:00Z' };
      const { key } = await client.get('POST /api-keys', { body: wanted });
      const headers = { 'X-API-Key': String(key) };
      expect(await client.get('GET /session', { headers })).toMatchObject({ login: 'root@localhost' });
      expect(await client.fail('POST /api-keys', { body: wanted })).toBe('409 Accounts.ApiKeyNameTaken');
      const bounds = { ...wanted, name: 'bound', scope: undefined, services: ['Nowhere'] };
      expect(await client.fail('POST /api-keys', { body: bounds })).toBe('400 Admin.KeyBoundsWrong');
      expect(await client.fail('POST /api-keys', { body: { ...wanted, name: ' ' } })).toBe('400 Admin.KeyNameInvalid');
      const listed = await client.send('GET /api-keys?limit=200');
      expect(listed.body.items).toContainEqual(
        expect.objectContaining({
          name: 'deploy',
          createdBy: 'root@localhost',
          lastUsedAt: expect.any(String) as string,
        }),
      );
      expect(listed.text).not.toContain(String(key));
      const over = { name: 'over', agent: 'root@localhost', expiresAt: '2020-01-01' };
      expect(await client.fail('POST /api-keys', { body: over })).toBe('400 Admin.KeyExpiryOver');
      const change = { addresses: ['10.9.9.9'], expiresAt: null };
      expect((await client.send('PATCH /api-keys/deploy', { body: change })).status).toBe(204);
      expect(await client.fail('GET /session', { headers })).toBe('401 Admin.LoginNeeded');
      expect(await client.get('GET /api-keys?text=deploy')).toMatchObject({ items: [change], total: 1 });
      expect(await client.fail('PATCH /api-keys/nothing', { body: change })).toBe('404 Accounts.ApiKeyUnknown');
      expect(await client.fail('PATCH /api-keys/deploy', { body: {} })).toBe('400 Admin.KeyBoundsWrong');
      for (const bound of ['services', 'operations', 'addresses'])
        expect(await client.fail('PATCH /api-keys/deploy', { body: { [bound]: [] } })).toBe('400 Admin.InputInvalid');
      const operations = ['Session::SessionGet'];
      const ofAdmin = { ...wanted, name: 'bound', operations };
      expect(await client.fail('POST /api-keys', { body: ofAdmin })).toBe('400 Admin.KeyBoundsWrong');
      expect(await client.fail('PATCH /api-keys/deploy', { body: { operations } })).toBe('400 Admin.KeyBoundsWrong');
      await given.server.database.query(`update ticketgate.api_key set operations = '{x}' where name = 'deploy'`);
      expect((await client.send('PATCH /api-keys/deploy', { body: { operations: null } })).status).toBe(204);
      await client.get('POST /catalogue/Agents', { body: { name: 'leaver', members: { ...PERSON, Valid: false } } });
      const ofLeaver = { body: { name: 'leaver', agent: 'leaver' } };
      expect(await client.fail('POST /api-keys', ofLeaver)).toBe('409 Accounts.AgentInvalid');
      const rotated = await client.get('POST /api-keys/deploy/rotate');
      expect(await client.fail('GET /session', { headers })).toBe('401 Admin.LoginNeeded');
      expect((await client.send('DELETE /api-keys/deploy?comment=no+longer+used')).status).toBe(204);
      expect(await client.get('GET /audit?subject=deploy&limit=1')).toMatchObject({
        items: [{ action: 'API key revoked', comment: 'no longer used' }],
      });
      expect(await client.fail('DELETE /api-keys/deploy')).toBe('409 Accounts.ApiKeyRevoked');
      const ended = { 'X-API-Key': String(rotated.key) };
      expect(await client.fail('GET /session', { headers: ended })).toBe('401 Admin.LoginNeeded');
      expect(await client.fail('DELETE /api-keys/nothing')).toBe('404 Accounts.ApiKeyUnknown');
    });

    it('are not changed if the change cannot be recorded', async () => {
      const { client, server } = given;
      const body = { name: 'kept', agent: 'root@localhost', scope: 'admin' };
      const { key } = await client.get('POST /api-keys', { body });
      const unrecorded: Parameters<typeof runTask<object, unknown>>[0] = {
        audit() {
          throw new Error('no entry');
        },
        run: (_input, { change }) => change(({ apiKeys }) => apiKeys.revoke('kept')),
      };
      const system = server.system as TaskSystem; // nothing but its accounts is reached
      const author = { login: 'root@localhost', userID: 1, source: 'a test' };
      await expect(runTask(unrecorded, {}, { system, author })).rejects.toThrow('no entry');
      const headers = { 'X-API-Key': String(key) };
      expect(await client.get('GET /session', { headers })).toMatchObject({ login: 'root@localhost' });
    });

    it('have sessions, which end without their ids being shown', async () => {
      const { client, server } = given;
      const root = { type: 'User', userID: 1, login: 'root@localhost' } as const;
      const origin = { remoteAddress: '203.0.113.77', userAgent: 'none' };
      const sessionID = await server.system.accounts.sessions.create(root, origin);
      const { items } = await client.get('GET /sessions?login=root@localhost&limit=200');
      const sessions = items as readonly { readonly handle: string; readonly address: string }[];
      const handle = sessions.find(({ address }) => address === origin.remoteAddress)?.handle ?? '';
      expect(JSON.stringify(items)).not.toContain(sessionID);
      expect((await client.send(`DELETE /sessions/${handle}`)).status).toBe(204);
      expect(await client.fail(`DELETE /sessions/${handle}`)).toBe('404 Admin.SessionUnknown');
      expect(await server.system.accounts.sessions.read(sessionID, origin)).toBeUndefined();
    });

    it('have sessions, all of which end for one person alone', async () => {
      const { client, server } = given;
      const { sessions } = server.system.accounts;
      const origin = { remoteAddress: '203.0.113.80', userAgent: 'none' };
      await client.get('POST /catalogue/Agents', { body: { name: 'ended', members: PERSON } });
      const find = `select id from users where login = 'ended'`;
      const [row] = await server.database.query<{ id: number }>(find);
      const agent = { type: 'User', userID: row?.id ?? 0, login: 'ended' } as const;
      const [first, second] = [await sessions.create(agent, origin), await sessions.create(agent, origin)];
      const other = await sessions.create({ ...agent, userID: 1, login: 'root@localhost' }, origin);
      const ofCustomer = 'DELETE /sessions?login=ended&type=Customer';
      expect(await client.fail(ofCustomer)).toBe('404 Accounts.CustomerUnknown');
      // Of a customer user who is no longer known.
      await server.database.query(
        `update sessions set data_value = 'Customer' where session_id = $1 and data_key = 'UserType'`,
        [await sessions.create(agent, origin)],
      );
      expect(await client.get(ofCustomer)).toEqual({ sessions: 1 });
      expect(await client.get('DELETE /sessions?login=ENDED&type=User')).toEqual({ sessions: 2 });
      expect(await client.get('DELETE /sessions?login=ended&type=User')).toEqual({ sessions: 0 });
      expect(await client.fail('DELETE /sessions?login=nope&type=User')).toBe('404 Accounts.AgentUnknown');
      expect(await sessions.read(first, origin)).toBeUndefined();
      expect(await sessions.read(second, origin)).toBeUndefined();
      expect(await sessions.read(other, origin)).toBeDefined();
      expect(await client.get('GET /audit?action=logins&limit=2')).toMatchObject({
        items: [{ after: { type: 'User', sessions: 2 } }, { after: { type: 'Customer', sessions: 1 } }],
      });
    });

    it('have sessions by page, each of which is on one of them', async () => {
      const { client, server } = given;
      const root = { type: 'User', userID: 1, login: 'root@localhost' } as const;
      for (const remoteAddress of ['203.0.113.78', '203.0.113.79'])
        await server.system.accounts.sessions.create(root, { remoteAddress, userAgent: 'none' });
      // A session would be used later with each request, and move within the list.
      const key = await server.system.accounts.apiKeys.create({ name: 'pages', agentID: 1, scope: 'admin' });
      const headers = { 'X-API-Key': key };
      const all = await client.get('GET /sessions?limit=200', { headers });
      const found: unknown[] = [];
      let path = 'GET /sessions?limit=1';
      for (let isMore = true; isMore;) {
        const { items, next } = (await client.get(path, { headers })) as {
          readonly items: readonly unknown[];
          readonly next: string | null;
        };
        found.push(...items);
        path = `GET /sessions?limit=1&after=${next}`;
        isMore = next !== null;
      }
      expect(found.length).toBeGreaterThan(2);
      expect(found).toEqual(all.items);
      const { status, body } = await client.send('GET /sessions?after=yesterday');
      expect([status, body.code]).toEqual([400, 'Admin.InputInvalid']);
      expect(body.detail).toContain('Give "after" the "next" of the page before.');
    });
  });
}
