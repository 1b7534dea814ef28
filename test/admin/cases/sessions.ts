import { AdminClient, LOCAL_PROXY } from '../admin-client.js';
import type { AdminCase } from './admin-case.js';

// These tests share one server with others.
export function describeSessions(given: AdminCase): void {
  describe('sessions', () => {
    it('begin with a login, whose cookie scripts and other sites do not get, and end', async () => {
      const { server } = given;
      const client = new AdminClient(server.url, LOCAL_PROXY);
      const { headers, body } = await client.logIn('root@localhost', server.rootPassword);
      expect(headers.get('set-cookie')).toMatch(/^ticketgate_admin=\d{39}; Path=\/admin; HttpOnly; SameSite=Strict$/);
      expect(await client.get('GET /session')).toEqual(body);
      expect((await client.send('DELETE /session')).headers.get('set-cookie')).toMatch(
        /^ticketgate_admin=; Max-Age=0;/,
      );
      expect(await client.fail('GET /session')).toBe('401 Admin.LoginNeeded');
      const source = 'administration from 127.0.0.1, session';
      expect((await given.client.get('GET /audit?subject=root@localhost&limit=2')).items).toMatchObject([
        { author: 'root@localhost', action: 'administrator logged out', source },
        { author: 'root@localhost', action: 'administrator logged in', source },
      ]);
      given.client.used.add('DELETE /session');
    });

    it('say when they end', async () => {
      const { endsAt } = await given.client.get('GET /session');
      expect(new Date(String(endsAt)).getTime()).toBeGreaterThan(Date.now());
    });

    it('open no web service', async () => {
      const { server, client } = given;
      const sessionID = client.cookie.split('=')[1] ?? '';
      const origin = { remoteAddress: '127.0.0.1', userAgent: 'a web service' };
      expect((await client.send('GET /session')).status).toBe(200);
      expect(await server.system.accounts.authenticate({ SessionID: sessionID }, origin)).toBeUndefined();
      expect(await server.system.accounts.sessions.read(sessionID, origin)).toBeUndefined();
    });

    it('have a cookie for HTTPS alone where the client speaks it', async () => {
      const { server, client } = given;
      const body = { UserLogin: 'root@localhost', Password: server.rootPassword };
      const answered = await client.send('POST /session', { body, headers: { 'X-Forwarded-Proto': 'https' } });
      expect(answered.headers.get('set-cookie')).toMatch(/; Secure;/);
    });

    it('are refused to agents outside the group, to wrong passwords, and to what is not JSON', async () => {
      const { client, server } = given;
      const logIn = (UserLogin: string, Password: string) =>
        client.fail('POST /session', { body: { UserLogin, Password }, headers: {} });
      expect(await logIn('olga', 'seeded-Passw0rd-77')).toBe('403 Admin.AdministratorsOnly');
      expect(await logIn('root@localhost', 'wrong')).toBe('401 Admin.LoginFailed');
      expect(await client.fail('POST /session', { body: { UserLogin: 1 }, headers: {} })).toBe(
        '400 Admin.InputInvalid',
      );
      expect(await logIn('root@localhost', 'x'.repeat(20_000))).toBe('413 Admin.BodyTooLarge');
      const text = await fetch(`${client.url}/session`, {
        method: 'POST',
        body: 'UserLogin=root',
        headers: LOCAL_PROXY,
      });
      expect([text.status, await text.json()]).toMatchObject([415, { code: 'Admin.BodyNotJson' }]);
      const foreign = { 'X-Forwarded-For': '203.0.113.9' };
      const body = { UserLogin: 'root@localhost', Password: server.rootPassword };
      expect(await client.fail('POST /session', { body, headers: foreign })).toBe('403 Admin.NetworkNotAllowed');
    });

    it('read bodies within the limits of web services', async () => {
      const { client } = given;
      const send = async (body: string) => {
        const headers = { ...client.session, 'Content-Type': 'application/json' };
        const answer = await fetch(`${client.url}/mapping/preview`, { method: 'POST', body, headers });
        return [answer.status, await answer.json()] as const;
      };
      const problem = (code: string, says: string) => ({ code, detail: expect.stringContaining(says) as string });
      const many = `{"data":[${'1,'.repeat(100_000)}1]}`;
      expect(await send(many)).toMatchObject([413, problem('Gateway.BodyTooComplex', 'limits.jsonNodes')]);
      const deep = `{"data":${'['.repeat(600)}${']'.repeat(600)}}`;
      expect(await send(deep)).toMatchObject([400, problem('Admin.InputInvalid', 'nested deeper than 512')]);
      expect(await send('{"data"')).toMatchObject([400, problem('Admin.InputInvalid', 'at its end')]);
    });

    it('share the throttle of all logins', async () => {
      const { client, server } = given;
      const person = { firstName: 'T', lastName: 'T', email: 't@example.org', password: 'a-long-Passw0rd' };
      await server.system.accounts.agents.add({ ...person, login: 'tina', groups: ['admin'] });
      const origin = { remoteAddress: '127.0.0.1', userAgent: 'a web service' };
      const fail = () => server.system.accounts.authenticate({ UserLogin: 'tina', Password: 'wrong' }, origin);
      for (let failures = 0; failures < 20; failures += 1) await fail();
      const body = { UserLogin: 'tina', Password: 'a-long-Passw0rd' };
      const { status, body: problem, headers } = await client.send('POST /session', { body, headers: {} });
      expect([status, problem.code, Number(headers.get('retry-after'))]).toEqual([
        429,
        'Accounts.LoginThrottled',
        expect.any(Number),
      ]);
    });

    it('explain themselves to agents with a second factor', async () => {
      const { client, server } = given;
      const { agents } = server.system.accounts;
      const person = { firstName: 'Z', lastName: 'Z', email: 'z@example.org', password: 'a-long-Passw0rd' };
      const id = await agents.add({ ...person, login: 'zoe', groups: ['admin'] });
      await server.database.query(
        `insert into user_preferences (user_id, preferences_key, preferences_value) values ($1, 'UserGoogleAuthenticatorSecretKey', 'ABC')`,
        [id],
      );
      const body = { UserLogin: 'zoe', Password: 'a-long-Passw0rd' };
      expect(await client.fail('POST /session', { body, headers: {} })).toBe('403 Admin.SecondFactorNeeded');
      const wrong = { ...body, Password: 'a-wrong-Passw0rd' };
      expect(await client.fail('POST /session', { body: wrong, headers: {} })).toBe('401 Admin.LoginFailed');
    });

    it('of web services do not open the administration, and keys of scope admin open nothing else', async () => {
      const { client, server } = given;
      const { accounts } = server.system;
      const origin = { remoteAddress: '127.0.0.1', userAgent: 'none' };
      const root = { type: 'User', userID: 1, login: 'root@localhost' } as const;
      const sessionID = await accounts.sessions.create(root, origin);
      const cookie = { Cookie: `ticketgate_admin=${sessionID}` };
      expect(await client.fail('GET /session', { headers: cookie })).toBe('401 Admin.LoginNeeded');
      const usual = await accounts.apiKeys.create({ name: 'usual', agentID: 1 });
      expect(await client.fail('GET /session', { headers: { 'X-API-Key': usual } })).toBe('401 Admin.LoginNeeded');
      const key = await accounts.apiKeys.create({ name: 'automation', agentID: 1, scope: 'admin' });
      const headers = { 'X-API-Key': key };
      expect(await client.get('GET /session', { headers })).toMatchObject({
        login: 'root@localhost',
        csrfToken: null,
        endsAt: null,
      });
      // A change without a token.
      expect(await client.get('POST /check', { headers, body: { definition: '' } })).toMatchObject({
        isPublishable: false,
      });
      expect(await client.fail('DELETE /session', { headers })).toBe('400 Admin.InputInvalid');
      const use = { service: 'Helpdesk', operation: 'Session::SessionGet' };
      expect(await accounts.authenticate({ ApiKey: key }, origin, { use })).toBeUndefined();
    });

    it('are for routes that exist', async () => {
      const { client } = given;
      expect(await client.fail('GET /nothing')).toBe('404 Admin.RouteUnknown');
      expect(await client.fail('GET /session?x=1')).toBe('400 Admin.InputInvalid');
    });
  });
}
