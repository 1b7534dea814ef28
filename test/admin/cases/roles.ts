import { adminRoutes } from '@ticketgate/admin/api';
import type { Data } from '@ticketgate/sdk';
import { untilTrue } from '../../support/index.js';

import { AdminClient, LOCAL_PROXY } from '../admin-client.js';
import { echoService } from '../session-service.js';
import type { AdminCase } from './admin-case.js';

const PASSWORD = 'seeded-Passw0rd-77';
const OWN = 'Own Service';
const OTHER = 'Service of Others';

/** Who there is, by login: the permissions of their groups. */
const ROLES = {
  looker: { admin: ['ro'] },
  watcher: { [`admin/${OWN}`]: ['ro'] },
  publisher: { [`admin/${OWN}`]: ['create'] },
  keeper: { [`admin/${OWN}`]: ['rw'] },
} as const;
type Role = keyof typeof ROLES;

/** Whom a route lets in for a web service: its own for those who have one, and another. */
interface Row {
  readonly own: readonly Role[];
  readonly other: readonly Role[];
}

const ALL: readonly Role[] = ['looker', 'watcher', 'publisher', 'keeper'];
const NOBODY: Row = { own: [], other: [] };
const LOOKER: Row = { own: ['looker'], other: ['looker'] };
const LOOK: Row = { own: ALL, other: ['looker'] };
const PUBLISH: Row = { own: ['publisher', 'keeper'], other: [] };
/** What these answer leaves out what is of others, or it tells nothing of what is stored; further tests below. */
const EVERYBODY: Row = { own: ALL, other: ALL };

const ROWS: Readonly<Record<string, Row>> = {
  'GET /session': EVERYBODY,
  'DELETE /session': EVERYBODY,

  'GET /services': EVERYBODY,
  'POST /services': NOBODY,
  'GET /services/:name': LOOK,
  'PATCH /services/:name': NOBODY,
  'DELETE /services/:name': NOBODY,
  'GET /services/:name/operations': LOOK,
  'GET /services/:name/draft': LOOK,
  'PUT /services/:name/draft': PUBLISH,
  'DELETE /services/:name/draft': PUBLISH,
  'POST /check': EVERYBODY,
  'POST /services/:name/impact': LOOK,
  'POST /services/:name/replay': PUBLISH,
  'POST /services/:name/publish': PUBLISH,
  'POST /services/:name/rollback': PUBLISH,
  'POST /services/:name/clone': NOBODY,
  'GET /services/:name/versions': LOOK,
  'GET /services/:name/versions/:id': LOOK,
  'GET /services/:name/export': LOOK,
  'GET /services/:name/invokers': LOOK,
  'POST /services/:name/rehearse': PUBLISH,
  'POST /services/:name/invoke': NOBODY,

  'GET /operations': EVERYBODY,
  'POST /operations/definition': EVERYBODY,
  'GET /schemas/:file': EVERYBODY,
  'POST /mapping/preview': EVERYBODY,
  'GET /mapping/sample': LOOK,
  'GET /invoker-types': EVERYBODY,

  'GET /debug-log': EVERYBODY,
  'GET /debug-log/counts': EVERYBODY,
  'GET /debug-log/failures': EVERYBODY,
  'GET /debug-log/:id': EVERYBODY,
  'POST /debug-log/:id/replay': NOBODY,
  'POST /debug-log/:id/send': NOBODY,
  'DELETE /debug-log': NOBODY,
  'POST /try': NOBODY,

  'GET /agents/:name/access': LOOKER,
  'PUT /agents/:name/password': NOBODY,
  'PUT /customers/:name/password': NOBODY,
  'GET /api-keys': EVERYBODY,
  'POST /api-keys': EVERYBODY,
  'PATCH /api-keys/:name': EVERYBODY,
  'POST /api-keys/:name/rotate': EVERYBODY,
  'DELETE /api-keys/:name': EVERYBODY,
  'GET /sessions': LOOKER,
  'DELETE /sessions': NOBODY,
  'DELETE /sessions/:handle': NOBODY,
  'GET /audit': LOOKER,

  'GET /catalogue': EVERYBODY,
  'GET /catalogue/:kind/:name/references': LOOKER,
  'GET /catalogue-file': LOOKER,
  'POST /catalogue-file/diff': LOOKER,
  'POST /catalogue-file/apply': NOBODY,
  'GET /catalogue/:kind': LOOKER,
  'POST /catalogue/:kind': NOBODY,
  'GET /catalogue/:kind/:name': LOOKER,
  'PATCH /catalogue/:kind/:name': NOBODY,

  'GET /settings': LOOKER,
  'GET /plugins': LOOKER,
  'GET /replicas': LOOKER,
  'GET /search': EVERYBODY,
  'GET /health': LOOKER,
  'GET /indexes': LOOKER,
  'GET /system': LOOKER,
  'GET /system/load': LOOKER,
  'GET /events': EVERYBODY,
  'GET /plugin-events': LOOKER,
  'POST /plugin-events/retry': NOBODY,
  'POST /plugin-events/drop': NOBODY,
};

const NOT_ALLOWED = '403 Admin.NotAllowed';

// These tests share one server with others.
export function describeRoles(given: AdminCase): void {
  describe('administrators with less than everything', () => {
    /** Headers with a key of scope admin, by login. */
    const keys = {} as Record<Role, Readonly<Record<string, string>>>;
    const as = (role: Role, line: string, body?: unknown) =>
      given.client.send(line, { headers: keys[role], ...(body === undefined ? {} : { body }) });
    const codeFor = async (role: Role, line: string, body?: unknown) => {
      const { status, body: answer } = await as(role, line, body);
      return status < 300 ? String(status) : `${status} ${String(answer.code)}`;
    };
    const call = (service: string, id: string) => {
      const url = `${given.server.url}/otobo/nph-genericinterface.pl/Webservice/${encodeURIComponent(service)}/echo`;
      const body = { UserLogin: 'root@localhost', Password: given.server.rootPassword, Text: 'for roles' };
      return fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'X-Request-ID': id } });
    };
    const inPath = encodeURIComponent;
    /** Headers with a key of scope admin. */
    const addAgent = async (login: string, Permissions: object) => {
      const { client } = given;
      const members = { FirstName: 'A', LastName: 'B', Email: 'a@example.org', Permissions };
      await client.get('POST /catalogue/Agents', { body: { name: login, members, password: PASSWORD } });
      const { key } = await client.get('POST /api-keys', { body: { name: login, agent: login, scope: 'admin' } });
      return { 'X-API-Key': String(key) };
    };

    beforeAll(async () => {
      const { client } = given;
      for (const [name, path] of [[OWN, '/own'] as const, [OTHER, '/other'] as const]) {
        const secret = `Requester: { Transport: { Type: HTTP::REST, Config: { Host: 'https://${path.slice(1)}.example', Authentication: { AuthType: BasicAuth, BasicAuthUser: u, BasicAuthPassword: seeded-Passw0rd-84 } } } }\n`;
        const accept = echoService.replace(
          'ErrorStatus: http',
          'ErrorStatus: http, Authentication: { Accept: [ApiKey, UserLogin] }',
        );
        await client.get('POST /services', { body: { name, definition: `${accept}${secret}` } });
        await client.get('POST /catalogue/Groups', { body: { name: `admin/${name}`, members: {} } });
      }
      for (const [login, permissions] of Object.entries(ROLES))
        keys[login as Role] = await addAgent(login, permissions);
      for (const [service, id] of [[OWN, 'own-request-1'] as const, [OTHER, 'other-request-1'] as const]) {
        expect((await call(service, id)).status).toBe(200);
      }
      await untilTrue(async () => {
        const { items } = await client.get('GET /debug-log?caller=root@localhost&limit=200');
        return ['own-request-1', 'other-request-1'].every((id) => JSON.stringify(items).includes(id));
      });
    });

    const open = new Set(['POST /session', 'GET /sign-in', 'POST /sign-in', 'POST /sign-in/callback']);
    const routes = adminRoutes.map(({ method, path }) => `${method} ${path}`).filter((line) => !open.has(line));

    it('have a row here for each route', () => {
      expect(Object.keys(ROWS).sort()).toEqual([...routes].sort());
    });

    it.each(Object.keys(ROWS))(
      'are let in to %s as their role says, and refused before the input is read',
      async (route) => {
        const { own, other } = ROWS[route] ?? NOBODY;
        const [method = '', path = ''] = route.split(' ');
        const isOfService = path.startsWith('/services/:') || route === 'GET /mapping/sample';
        const letIn = async (service: string) => {
          const filled = path.replace('/services/:name', `/services/${inPath(service)}`).replaceAll(/:\w+/g, '1');
          const query = route === 'GET /mapping/sample' ? `?service=${inPath(service)}` : '';
          // What none of them takes: nothing happens where they are let in.
          const body = method === 'GET' || method === 'DELETE' ? '' : '{"wrong": true}';
          const found: Role[] = [];
          for (const role of ALL) {
            const headers = {
              ...given.client.via,
              ...keys[role],
              ...(body !== '' && { 'Content-Type': 'application/json' }),
            };
            const gone = new AbortController();
            const sent = { method, headers, signal: gone.signal, ...(body !== '' && { body }) };
            const response = await fetch(`${given.client.url}${filled}${query}`, sent);
            if (response.status === 200) gone.abort();
            else if (String(((await response.json().catch(() => ({}))) as Data).code) === 'Admin.NotAllowed') continue;
            found.push(role);
          }
          return found;
        };
        expect({ own: await letIn(OWN), other: isOfService ? await letIn(OTHER) : other }).toEqual({ own, other });
      },
    );

    it('say what they may do', async () => {
      expect((await as('looker', 'GET /session')).body).toMatchObject({ may: 'look', services: {} });
      const services = { [OWN]: ['look', 'publish'] };
      expect((await as('publisher', 'GET /session')).body).toMatchObject({ may: 'nothing', services });
      expect(await given.client.get('GET /session')).toMatchObject({ may: 'everything' });
    });

    it('see nothing of other web services in lists, searches, statistics and single requests', async () => {
      const lists = [
        'GET /services',
        'GET /operations',
        'GET /search?text=service',
        'GET /search?text=other-request-1',
        'GET /debug-log?limit=200',
        'GET /debug-log/failures',
        'GET /api-keys',
      ];
      for (const line of lists) expect((await as('keeper', line)).text).not.toContain(OTHER);
      const names = (line: string) =>
        as('keeper', line).then(({ body }) => (body.items as Data[]).map(({ name }) => name));
      expect(await names('GET /services')).toEqual([OWN]);
      expect(await names('GET /search?text=own-request-1')).toHaveLength(1);
      expect(await names('GET /search?text=other-request-1')).toEqual([]);
      const requests = (await as('keeper', 'GET /debug-log?limit=200')).body.items as Data[];
      expect(new Set(requests.map(({ service }) => service))).toEqual(new Set([OWN]));
      expect((await as('keeper', 'GET /debug-log/counts')).body.total).toBe(requests.length);
      expect(await codeFor('keeper', 'GET /debug-log/own-request-1')).toBe('200');
      expect(await codeFor('keeper', 'GET /debug-log/other-request-1')).toBe('404 Admin.RequestUnknown');
      expect(await codeFor('keeper', `GET /debug-log?service=${inPath(OTHER)}`)).toBe(NOT_ALLOWED);
      expect(await codeFor('looker', 'GET /debug-log/other-request-1')).toBe('200');
    });

    it('get nothing of another web service by naming it beside their own', async () => {
      const impact = `POST /services/${inPath(OWN)}/impact`;
      expect(await codeFor('keeper', impact, { service: OTHER })).toBe(NOT_ALLOWED);
      expect(await codeFor('keeper', impact, { service: [OTHER] })).toBe(NOT_ALLOWED);
      expect(await codeFor('keeper', impact, {})).toBe('200');
      expect(await codeFor('keeper', 'POST /check', { definition: '', name: OTHER })).toBe(NOT_ALLOWED);
      const sample = `GET /mapping/sample?side=inbound&operation=Echo&service=${inPath(OWN)}&request=other-request-1`;
      expect(await codeFor('keeper', sample)).toBe('404 Admin.RequestUnknown');
      expect(await codeFor('keeper', `GET /services/${inPath(OWN)}?service=${inPath(OTHER)}`)).toBe(NOT_ALLOWED);
      const session = new AdminClient(given.server.url, LOCAL_PROXY);
      await session.logIn('publisher', PASSWORD);
      const { definition } = await session.get(`GET /services/${inPath(OWN)}`);
      const replay = { definition, requests: ['other-request-1'] };
      const { requests } = await session.get(`POST /services/${inPath(OWN)}/replay`, { body: replay });
      expect(requests).toMatchObject([{ operation: null, kind: 'skipped' }]);
    });

    it('are shown secrets by what they may publish alone', async () => {
      for (const role of ['looker', 'watcher'] as const) {
        const shown = await Promise.all(
          [`GET /services/${inPath(OWN)}`, `GET /services/${inPath(OWN)}/export`].map((line) => as(role, line)),
        );
        for (const { status, text } of shown) expect([status, text]).toEqual([200, expect.stringContaining('***')]);
        expect(await codeFor(role, `GET /services/${inPath(OWN)}/export?secrets=true`)).toBe(NOT_ALLOWED);
      }
      expect(await codeFor('publisher', `GET /services/${inPath(OWN)}/export?secrets=true`)).toBe('200');
      given.client.answers.pop();
    });

    it('publish their own web service, which the audit log says of them', async () => {
      const line = `/services/${inPath(OWN)}`;
      const { definition, details } = (await as('publisher', `GET ${line}`)).body as {
        readonly definition: string;
        readonly details: { readonly version: { readonly id: number } };
      };
      const body = { definition: definition.replace('# Sessions.', '# Mine.'), base: details.version.id };
      expect(await codeFor('publisher', `POST ${line}/publish`, body)).toBe('200');
      const { items } = await given.client.get('GET /audit?author=publisher&action=service+published');
      expect(items).toMatchObject([{ subject: OWN, author: 'publisher' }]);
    });

    it('make keys for these web services alone, which act for nobody else', async () => {
      const make = (wanted: object) =>
        codeFor('keeper', 'POST /api-keys', { name: 'of keeper', agent: 'keeper', ...wanted });
      const refused = [
        {},
        { services: [OTHER] },
        { services: [OWN, OTHER] },
        { services: [OWN], agent: 'root@localhost' },
        { services: [OWN], agent: '\u212aeeper' },
        { services: [OWN], scope: 'admin' },
      ];
      for (const wanted of refused) expect([wanted, await make(wanted)]).toEqual([wanted, NOT_ALLOWED]);
      expect(await make({ services: [OWN] })).toBe('200');
      given.client.answers.pop();
      expect(await codeFor('keeper', 'PATCH /api-keys/of%20keeper', { services: null })).toBe(NOT_ALLOWED);
      expect(await codeFor('keeper', 'PATCH /api-keys/of%20keeper', { services: [OWN, OTHER] })).toBe(NOT_ALLOWED);
      expect(await codeFor('keeper', 'PATCH /api-keys/of%20keeper', { addresses: ['127.0.0.1'] })).toBe('204');
      expect(await codeFor('keeper', 'POST /api-keys/keeper/rotate')).toBe('404 Accounts.ApiKeyUnknown');
      expect(await codeFor('looker', 'POST /api-keys/keeper/rotate')).toBe(NOT_ALLOWED);
      expect(await codeFor('publisher', 'POST /api-keys', { name: 'x', agent: 'publisher', services: [OWN] })).toBe(
        NOT_ALLOWED,
      );
      expect((await as('keeper', 'GET /api-keys')).body).toMatchObject({ items: [{ name: 'of keeper' }], total: 1 });
      expect(await codeFor('keeper', 'DELETE /api-keys/of%20keeper')).toBe('204');
    });

    it('have at most ten refusals of a minute in the audit log', async () => {
      const headers = await addAgent('curious', ROLES.watcher);
      for (let count = 0; count < 25; count += 1)
        expect(await given.client.fail('GET /audit', { headers })).toBe(NOT_ALLOWED);
      const { items, total } = await given.client.get('GET /audit?author=curious&limit=1');
      expect(items).toMatchObject([
        { action: 'request refused', subject: 'GET /audit', source: 'administration from 127.0.0.1, API key' },
      ]);
      // A minute may have ended in between.
      expect(Number(total)).toBeLessThanOrEqual(20);
    });

    it('hear of web services as long as they may look at them', async () => {
      const gone = new AbortController();
      const headers = { ...given.client.via, ...keys.publisher };
      const response = await fetch(`${given.client.url}/events`, { headers, signal: gone.signal });
      let heard = '';
      const reading = (async () => {
        for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += part;
      })().catch(() => undefined);
      await untilTrue(async () => {
        await call(OTHER, 'other-request-2');
        await call(OWN, 'own-request-2');
        return heard.includes('own-request-2');
      });
      expect(heard).not.toContain('other-request-2');
      await setPermissions('publisher', { [`admin/${OTHER}`]: ['ro'] });
      await untilTrue(async () => {
        await call(OTHER, 'other-request-3');
        return heard.includes('other-request-3');
      });
      gone.abort();
      await reading;
      expect(await codeFor('publisher', `GET /services/${inPath(OWN)}`)).toBe(NOT_ALLOWED);
    });

    async function setPermissions(login: string, Permissions: object) {
      const { state } = await given.client.get(`GET /catalogue/Agents/${login}`);
      await given.client.get(`PATCH /catalogue/Agents/${login}`, { body: { base: state, members: { Permissions } } });
    }
  });
}
