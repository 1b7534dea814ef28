import { Validator } from '@seriousme/openapi-schema-validator';
import { RequestCounts } from '@ticketgate/database';

import { sessionService } from '../session-service.js';
import type { AdminCase } from './admin-case.js';

// These tests share one server with others.
// eslint-disable-next-line jest/no-export
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

    it('says what was requested, by a step that suits the time', async () => {
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
      const byMinute = await client.get('GET /statistics?service=Counted&hours=1');
      expect(byMinute).toMatchObject({ step: 'minute', items: [{ requests: 2 }, { requests: 2, errors: { A: 1 } }] });
      const newest = await client.get('GET /statistics?service=Counted&hours=1&limit=1');
      const [, last] = byMinute.items as readonly unknown[];
      expect(newest).toEqual({ step: 'minute', items: [last], isCutShort: true });
      const byDay = await client.get('GET /statistics?service=Counted&hours=720');
      const items = byDay.items as readonly { readonly requests: number }[];
      expect([byDay.step, items.reduce((sum, { requests }) => sum + requests, 0)]).toEqual(['day', 4]);
      expect(await client.fail('GET /statistics?service=Counted&hours=721')).toBe('400 Admin.InputInvalid');
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

    it('says what runs, with which plugins and where', async () => {
      const { client, server } = given;
      expect(await client.get('GET /system')).toMatchObject({
        isAttached: false,
        mayPublish: true,
        node: process.version,
      });
      const { items, problems } = await client.get('GET /plugins');
      expect(JSON.stringify(items)).toContain('Session::SessionCreate');
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
