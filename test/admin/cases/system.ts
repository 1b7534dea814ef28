import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@ticketgate/admin';
import { Validator } from '@seriousme/openapi-schema-validator';
import { RequestCounts } from '@ticketgate/database';
import { untilTrue } from '../../support/index.js';

import { examineDatabase } from '../../../packages/admin/src/doctor/examine-database.js';
import { ROOT } from '../../support/root.js';
import { sessionService } from '../session-service.js';
import type { AdminCase } from './admin-case.js';

const PARTS = `Debugger: { DebugThreshold: error }
Provider:
  Operation: { Read: { Type: Session::SessionGet } }
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, RouteOperationMapping: { Read: { Route: ROUTE, RequestMethod: [PUT] } } }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: https://shop.test/api
      DefaultCommand: POST
      Authentication: { AuthType: BasicAuth, BasicAuthUser: the-shopper, BasicAuthPassword: never-shown }
      InvokerControllerMapping: { Announce: { Controller: '/orders/:TicketID?full=1' } }
  Invoker: { Announce: { Type: Generic::PassThrough } }
`;

// These tests share one server with others.
export function describeSystem(given: AdminCase): void {
  describe('the system', () => {
    it('has the schemas of what administrators write, with the operation types and debug levels', async () => {
      const { client, server } = given;
      expect((await fetch(`${server.url}/docs/schemas/definition.json`)).status).toBe(404);
      const { properties } = await client.get('GET /schemas/definition.json');
      expect(properties).toMatchObject({
        Debugger: { properties: { DebugThreshold: { enum: ['debug', 'info', 'notice', 'error'] } } },
        Provider: { properties: { Operation: { additionalProperties: { properties: { Type: {} } } } } },
      });
      expect(JSON.stringify(properties)).toMatch(/"enum":\[[^\]]*"Ticket::TicketGet"/);
      expect(await client.get('GET /schemas/catalogue.json')).toMatchObject({ properties: { Queues: {} } });
      const { body } = await client.send('GET /schemas/definitions.json');
      expect(body).toMatchObject({
        status: 404,
        code: 'Admin.SchemaUnknown',
        detail: expect.stringContaining('Did you mean "definition.json"?') as string,
      });
    });

    it('says what needs somebody, and finds what it has by a part of its name', async () => {
      const { client } = given;
      await client.get('POST /services', { body: { name: 'Searched', definition: sessionService() } });
      expect(await client.get('GET /indexes')).toMatchObject({
        items: expect.arrayContaining([expect.objectContaining({ state: 'present' })]) as unknown,
        script: '-- No index is missing.',
      });
      const { findings, time, severity } = await client.get('GET /health');
      expect(findings).toContainEqual(expect.objectContaining({ subject: 'replicas', severity: 'fine' }));
      // What the console says them by in German.
      const { titles } = JSON.parse(
        readFileSync(join(ROOT, 'packages/console/src/locales/de-server.json'), 'utf8'),
      ) as { readonly titles: object };
      const found = findings as readonly Finding[];
      expect(found.filter(({ id, remedy, remedyID }) => id === undefined || (remedy !== null && !remedyID))).toEqual(
        [],
      );
      expect(Object.keys(titles)).toEqual(expect.arrayContaining(['Backup', 'Clock', 'Events']));
      expect([Math.abs(Date.parse(String(time)) - Date.now()) < 60_000, severity]).toEqual([true, 'warning']);
      const searched = await client.get('GET /search?text=searche');
      const service = { kind: 'service', name: 'Searched', service: 'Searched' };
      expect(searched).toEqual({ items: [service], services: [{ name: 'Searched', fits: 'Searched' }] });
      expect(await client.get('GET /search?text=http.port')).toEqual({
        items: [{ kind: 'setting', name: 'http.port' }],
        services: [],
      });
    });

    it('finds what failed, was given up, is old or not used, each with its place and remedy', async () => {
      const { client, server } = given;
      await client.get('POST /services', { body: { name: 'Failing', definition: sessionService() } });
      const { system, database } = server;
      const serviceID = (await system.services.find('Failing'))?.id ?? 0;
      await new RequestCounts(database).add([
        {
          ...{ serviceID, operation: 'Get', method: 'POST', route: '/session', minute: new Date(Date.now() - 60_000) },
          ...{
            requests: 40,
            errors: { A: 3 },
            durations: { 5000: 40 },
            milliseconds: 1,
            bytesReceived: 1,
            bytesSent: 1,
          },
        },
      ]);
      await client.get('POST /api-keys', { body: { name: 'unused', agent: 'root@localhost' } });
      await database.query(
        `update ticketgate.api_key set created_at = now() - interval '91 days' where name = 'unused'`,
      );
      await database.query(
        `insert into ticketgate.event (plugin, consumer, name, key, data, at, due_at, attempts, dead_since, error)
         values ('late', 'late', 'x', 'x', '{}', now(), now() - interval '2 minutes', 0, null, null),
           ('late', 'late', 'x', 'y', '{}', now(), now(), 1, now(), 'gone')`,
      );
      try {
        const { findings } = await client.get('GET /health');
        const places = (findings as readonly Finding[]).map(({ subject, severity, service, name }) => {
          return [subject, severity, service, name].filter((part) => part !== undefined).join(' ');
        });
        expect(places).toEqual(
          expect.arrayContaining([
            ...['requests warning Failing', 'operations warning Failing Get', 'API keys warning unused'],
            ...['events error', 'events warning', 'calls of invokers fine', 'debug log fine'],
          ]),
        );
        const inAWeek = () => new Date(Date.now() + 8 * 86_400_000);
        const embedded = { ...system.configuration, database: { ...system.configuration.database, url: null } };
        const later = await examineDatabase({ ...system, configuration: embedded, now: inAWeek });
        expect(later).toContainEqual(expect.objectContaining({ subject: 'backup', severity: 'warning' }));
      } finally {
        await database.query(`delete from ticketgate.event where consumer = 'late'`);
        await client.get('DELETE /api-keys/unused');
      }
    });

    it('finds routes, operations, invokers, credentials and tickets by what they are called with', async () => {
      const { client, server } = given;
      const definition = PARTS.replace('ROUTE', '/Parts/:SessionID');
      await client.get('POST /services', { body: { name: 'Parts', definition } });
      const find = async (text: string) =>
        (await client.get(`GET /search?text=${encodeURIComponent(text)}`)).items as readonly object[];
      const route = { kind: 'route', name: 'PUT /Parts/:SessionID', service: 'Parts', part: 'Read' };
      for (const each of [
        'parts/:s',
        'PUT /Parts/17',
        'https://gate.test/x.pl/Webservice/Parts/Parts/17?a=b',
        'PUT /Webservice/Parts/Parts/17',
      ])
        expect(await find(each)).toContainEqual(route);
      expect(await find('https://gate.test/x.pl/Webservice/Parts/Other/17')).toEqual([]);
      const invoker = {
        ...{ kind: 'invoker', service: 'Parts', part: 'Announce' },
        name: 'Announce (Generic::PassThrough) POST https://shop.test/api/orders/:TicketID?full=1',
      };
      for (const each of ['SHOP.test', 'https://shop.test/api/orders/17', 'POST /api/orders/17'])
        expect(await find(each)).toEqual([invoker]);
      expect(await find('the-shopper')).toEqual([{ kind: 'credentials', name: 'the-shopper', service: 'Parts' }]);
      expect(await find('never-shown')).toEqual([]);
      expect(await find('SessionGet')).toContainEqual({
        ...{ kind: 'operation', name: 'Read (Session::SessionGet)', service: 'Parts', part: 'Read' },
      });
      expect(await client.get('GET /search?text=orders')).toMatchObject({
        services: [{ name: 'Parts', fits: invoker.name }],
      });
      const [ticket] = await server.database.query<{ tn: string; title: string }>(
        'select tn, title from ticket limit 1',
      );
      expect(await find(String(ticket?.tn))).toEqual([{ kind: 'ticket', name: ticket?.tn, title: ticket?.title }]);
    });

    it('finds a request by the start of its id, in capitals too', async () => {
      const { client, server } = given;
      await fetch(`${server.url}/otobo/nph-genericinterface.pl/Webservice/Alpha/begun`, {
        headers: { 'X-Request-ID': 'found-by-its-start' },
      });
      const find = async (text: string) => (await client.get(`GET /search?text=${text}`)).items as readonly object[];
      await untilTrue(async () => (await find('found-by-its-start')).length === 1);
      const [request] = (await find('found-by-its-start')) as readonly [{ readonly name: string }];
      expect(await find(request.name.slice(0, 10))).toEqual([request]);
      expect(await find(request.name.slice(0, 12).toUpperCase())).toEqual([request]);
      expect(await find(`${request.name.slice(0, 12)}g`)).toEqual([]);
    });

    it('finds one of 300 web services by its route', async () => {
      const { client, server } = given;
      await server.database.query(
        `insert into gi_webservice_config (name, config, valid_id, create_time, create_by, change_time, change_by)
         select 'Many' || number, replace($1, 'ROUTE', '/many/' || number || '/:SessionID'), 2, now(), 1, now(), 1
         from generate_series(1, 300) as number`,
        [PARTS],
      );
      try {
        expect(await client.get('GET /search?text=/many/299/x')).toMatchObject({ items: [{ service: 'Many299' }] });
      } finally {
        await server.database.query(`delete from gi_webservice_config where name like 'Many%'`);
      }
    });

    it('shows the traffic of web services beside them, with a step for each time', async () => {
      const { client, server } = given;
      await client.get('POST /services', { body: { name: 'Counted', definition: sessionService() } });
      const serviceID = (await server.system.services.find('Counted'))?.id ?? 0;
      const route = { serviceID, operation: 'Get', method: 'POST', route: '/session' };
      const sums = {
        requests: 2,
        errors: { A: 1 },
        durations: { 5: 2 },
        milliseconds: 4,
        bytesReceived: 1,
        bytesSent: 2,
      };
      const now = Date.now();
      const minutes = [new Date(now - 60_000), new Date(now - 120_000)];
      await new RequestCounts(server.database).add(minutes.map((minute) => ({ ...route, ...sums, minute })));
      const { items } = await client.get('GET /services?search=COUNT');
      const [counted] = items as readonly { readonly traffic: { readonly spark: readonly { requests: number }[] } }[];
      expect(items).toMatchObject([
        { name: 'Counted', hasDraft: false, traffic: { requests: 4, failed: 2, p50: 2.5, p95: 4.75 } },
      ]);
      const spark = counted?.traffic.spark ?? [];
      expect([48, 49]).toContain(spark.length);
      expect(spark.reduce((sum, { requests }) => sum + requests, 0)).toBe(4);
    });

    it('has settings with their source, without secrets', async () => {
      const { client, server } = given;
      const { settings, options } = await client.get('GET /settings');
      expect(settings).toContainEqual(
        expect.objectContaining({
          name: 'AuthTwoFactorModule',
          value: 'Kernel::System::Auth::TwoFactor::GoogleAuthenticator',
          source: 'file',
          from: 'test.yml',
        }),
      );
      expect(settings).toContainEqual(expect.objectContaining({ name: 'SystemID', source: 'default', from: null }));
      expect(options).toContainEqual(
        expect.objectContaining({
          name: 'http.trustedProxies',
          value: ['127.0.0.1'],
          default: [],
          source: 'file',
          from: 'test.yml',
        }),
      );
      expect(options).toContainEqual(expect.objectContaining({ name: 'metrics.token', value: '*******' }));
      const [database] = (options as readonly { readonly name: string; readonly value: string }[]).filter(
        ({ name }) => name === 'database.url',
      );
      const { password } = new URL(server.system.location.url);
      expect(password === '' ? 'none' : database?.value).not.toContain(`:${password}@`);
    });

    it('says what waits in the process and how large the database is', async () => {
      const load = await given.client.get('GET /system/load');
      expect(load).toMatchObject({ pid: process.pid, queues: { droppedRequests: 0 } });
      expect(load.pools).toContainEqual(expect.objectContaining({ waiting: 0 }));
      const tables = load.tables as readonly { readonly name: string; readonly bytes: number }[];
      expect(tables.every(({ name, bytes }) => /^(?:public|ticketgate)\./.test(name) && bytes > 0)).toBe(true);
    });

    it('says what runs, with which plugins and where', async () => {
      const { client, server } = given;
      expect(await client.get('GET /system')).toMatchObject({
        isAttached: false,
        mayPublish: true,
        node: process.version,
      });
      const { items, problems } = await client.get('GET /plugins');
      expect(items).toContainEqual({
        name: expect.stringContaining('session') as string,
        version: expect.stringMatching(/^\d+\.\d+\.\d+(?:-rc\.\d+)?$/) as string,
        operations: expect.arrayContaining(['Session::SessionCreate']) as string[],
      });
      expect(problems).toEqual([]);
      const { body: paged } = await client.send('GET /plugins?limit=1');
      expect(paged.detail).toMatch(/^This list has no pages; it is answered as a whole. Leave out limit\.$/);
      const { paths } = await client.get('GET /openapi.json');
      expect(paths).toMatchObject({
        '/plugins': { get: { description: expect.stringContaining('no pages') as string } },
      });
      expect(await client.get('GET /replicas')).toMatchObject({ items: [{ address: server.url }] });
    });

    it('says who changed what, by page', async () => {
      const { client } = given;
      const first = await client.get('GET /audit?limit=1&author=root@localhost');
      expect(first).toMatchObject({ items: [{ author: 'root@localhost' }] });
      const second = await client.get(`GET /audit?limit=1&before=${String(first.next)}`);
      expect(second.items).not.toEqual(first.items);
      const services = await client.get('GET /audit?subject=Counted');
      expect(services).toMatchObject({
        items: [{ action: 'service added', source: 'administration from 127.0.0.1, session' }],
        next: null,
      });
    });

    it('finds changes by the beginning of the action, by text and by time', async () => {
      const { client } = given;
      const added = { items: [{ action: 'service added', subject: 'Counted' }] };
      expect(await client.get('GET /audit?action=service&text=COUNTED&limit=1')).toMatchObject(added);
      expect((await client.get('GET /audit?action=added&text=counted')).items).toEqual([]);
      expect((await client.get('GET /audit?subject=Counted&until=2020-01-01T00:00:00Z')).items).toEqual([]);
      expect(await client.get('GET /audit?subject=Counted&until=2999-01-01T00:00:00Z')).toMatchObject(added);
    });

    it('describes its routes in a document', async () => {
      const document = await given.client.get('GET /openapi.json');
      expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true });
      expect(document.paths).toMatchObject({
        '/services/{name}/publish': { post: { requestBody: { required: true } } },
        '/openapi.json': { get: {} },
      });
    });

    it('declares every status that a route answers', async () => {
      const { paths } = await given.client.get('GET /openapi.json');
      const { responses } = (
        paths as Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>
      )['/services/{name}/publish']?.post ?? { responses: {} };
      expect(Object.keys(responses)).toEqual([
        '200',
        '400',
        '401',
        '403',
        '404',
        '409',
        '413',
        '415',
        '421',
        '500',
        '503',
        'default',
      ]);
      expect(responses).toMatchObject({ 409: { description: 'Admin.DraftChanged, Database.ServiceChanged.' } });
    });
  });
}
