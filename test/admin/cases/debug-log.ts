import type { Data } from '@ticketgate/sdk';
import { untilTrue } from '../../support/index.js';

import { echoService, sessionService } from '../session-service.js';
import type { AdminCase } from './admin-case.js';

const SECRET = 'seeded-Passw0rd-78';

// These tests share one server with others.
export function describeDebugLog(given: AdminCase): void {
  describe('the debug log', () => {
    let id: string;

    /** A request with an API key. */
    async function sendByKey(): Promise<void> {
      const { client, server } = given;
      const key = await server.system.accounts.apiKeys.create({ name: 'shop', agentID: 1 });
      const definition = echoService.replace(
        'Profile: contract',
        'Profile: contract, Authentication: { Accept: [ApiKey] }',
      );
      await client.get('POST /services', { body: { name: 'Keyed', definition } });
      const answered = await fetch(`${server.url}/otobo/nph-genericinterface.pl/Webservice/Keyed/echo`, {
        method: 'POST',
        headers: { 'X-API-Key': key },
        body: '{"Text":"by key"}',
      });
      expect(answered.status).toBe(200);
      await untilTrue(async () => {
        const { items } = await client.get('GET /debug-log?service=Keyed');
        return (items as readonly unknown[]).length > 0;
      });
    }

    beforeAll(async () => {
      const { client, server } = given;
      await client.get('POST /services', { body: { name: 'Logged', definition: echoService } });
      const call = (body: object) =>
        fetch(`${server.url}/otobo/nph-genericinterface.pl/Webservice/Logged/echo`, {
          method: 'POST',
          body: JSON.stringify(body),
        });
      expect((await call({ UserLogin: 'olga', Password: SECRET })).status).toBe(401);
      const body = { UserLogin: 'root@localhost', Password: server.rootPassword, Text: 'halloo' };
      expect((await call(body)).status).toBe(200);
      await untilTrue(async () => {
        const { items } = await client.get('GET /debug-log?service=Logged');
        const found = items as readonly { readonly communicationID: string }[];
        id = found[0]?.communicationID ?? '';
        return found.length >= 2;
      });
      await sendByKey();
    });

    it('has pages of requests, by any filter and by what they hold', async () => {
      const { client } = given;
      const first = await client.get('GET /debug-log?service=Logged&limit=1');
      expect(first).toMatchObject({
        items: [{ service: 'Logged', operation: 'Echo', status: 200, caller: 'root@localhost' }],
        isCutShort: false,
      });
      const { body: misspelt } = await client.send('GET /debug-log?statsu=404');
      expect(misspelt.detail).toBe('There is no parameter "statsu". Did you mean "status"?');
      const { body: incomplete } = await client.send('POST /try', { body: { service: 'Logged', method: 'GET' } });
      expect(incomplete.detail).toBe('path is missing; add it to the body.');
      const { body: wrong } = await client.send('GET /debug-log?limit=many&order=up');
      expect(wrong.mistakes).toMatchObject([
        {
          at: 'query/limit',
          message: 'limit is "many"; send a whole number.',
          id: 'value.send',
          values: { place: 'limit' },
        },
        { at: 'query/order', message: 'order is "up"; send one of "newest", "oldest".' },
      ]);
      const whole = await client.get('GET /debug-log?service=Logged&limit=200');
      const exact = (whole.items as readonly unknown[]).length;
      expect(await client.get(`GET /debug-log?service=Logged&limit=${exact}`)).toMatchObject({ next: null });
      const second = await client.get(`GET /debug-log?service=Logged&limit=1&before=${String(first.next)}`);
      expect(second.items).not.toEqual(first.items);
      const upwards = 'GET /debug-log?service=Logged&order=oldest&limit=1&after=';
      expect(
        (await client.get(`${upwards}${(second.items as readonly { readonly id: number }[])[0]?.id}`)).items,
      ).toEqual(first.items);
      expect(await client.fail('GET /debug-log?order=best')).toBe('400 Admin.InputInvalid');
      const none = ['status=405', 'caller=anna', 'to=2020-01-01T00:00:00Z', 'slowerThan=60000', 'text=nowhere-in-it'];
      for (const filter of none) expect(await client.get(`GET /debug-log?${filter}`)).toMatchObject({ items: [] });
      expect((await client.get('GET /debug-log?text=halloo')).items).not.toEqual([]);
      expect(await client.fail('GET /debug-log?service=Nowhere')).toBe('404 Admin.ServiceUnknown');
      expect(await client.fail('GET /debug-log?from=yesterday')).toBe('400 Admin.InputInvalid');
      expect(await client.fail('GET /debug-log?limit=1000')).toBe('400 Admin.InputInvalid');
    });

    it('shows and finds the method and the path, also of requests that no route has, without secrets', async () => {
      const { client, server } = given;
      const send = (path: string) => fetch(`${server.url}/otobo/nph-genericinterface.pl/Webservice/Logged${path}`);
      expect((await send(`/nowhere/7?Password=${SECRET}`)).status).toBe(404);
      const found = async (filter: string) => (await client.get(`GET /debug-log?service=Logged&${filter}`)).items;
      await untilTrue(async () => ((await found('status=404')) as readonly unknown[]).length === 1);
      const path = '/Webservice/Logged/nowhere/7';
      const [item] = (await found(`method=GET&path=${encodeURIComponent(path)}`)) as readonly unknown[];
      expect(item).toMatchObject({ method: 'GET', path, status: 404 });
      expect(await found('path=/Webservice/Logged/now*')).toEqual([item]);
      expect(await found('path=/Webservice/Logged/echo')).toMatchObject([{ status: 200 }, { status: 401 }]);
      expect(await found('method=DELETE')).toEqual([]);
    });

    it('knows which API key of an agent a request came with', async () => {
      const { client } = given;
      const found = async () =>
        (await client.get('GET /debug-log?service=Keyed&apiKey=shop')).items as readonly unknown[];
      expect(await found()).toMatchObject([{ caller: 'root@localhost', apiKey: 'shop' }]);
    });

    it('finds what failed and counts it by steps of time, without gaps', async () => {
      const { client } = given;
      const statuses = async (filter: string) => {
        const { items } = await client.get(`GET /debug-log?service=Logged&${filter}`);
        return (items as readonly { readonly status: number }[]).map(({ status }) => status);
      };
      expect(await statuses('statusClass=2xx')).toEqual([200]);
      expect(await statuses('failed=false')).toEqual([200]);
      expect(await statuses('failed=true')).toEqual([404, 401]);
      expect(await client.fail('GET /debug-log?statusClass=9xx')).toBe('400 Admin.InputInvalid');
      const counts = await client.get('GET /debug-log/counts?service=Logged&steps=24');
      const items = counts.items as readonly { readonly requests: number; readonly failed: number }[];
      expect(counts).toMatchObject({ seconds: 3600, total: 3, isExact: true, isCutShort: false });
      expect([items.length, items.at(-1)]).toMatchObject([24, { requests: 3, failed: 2 }]);
      const past = 'from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z';
      expect(await client.get(`GET /debug-log/counts?${past}`)).toMatchObject({ total: 0, isExact: true });
      const backwards = 'from=2020-01-02T00:00:00Z&to=2020-01-01T00:00:00Z';
      expect(await client.fail(`GET /debug-log/counts?${backwards}`)).toBe('400 Admin.InputInvalid');
    });

    it('counts failures by kind, each with its reason and the newest', async () => {
      const { client } = given;
      const { items } = await client.get('GET /debug-log/failures?service=Logged');
      const found = items as readonly { readonly newest: number; readonly reason: string }[];
      expect(found).toMatchObject([
        { type: 'Provider', service: 'Logged', status: 404, failures: 1 },
        { type: 'Provider', service: 'Logged', status: 401, failures: 1 },
      ]);
      expect(found.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(/^This service has no route for/),
        'Nobody was authenticated: the password is wrong',
      ]);
      for (const { newest, reason } of found) {
        const { failure } = await client.get(`GET /debug-log/${newest}`);
        expect(failure).toMatchObject({ reason, callers: [{ failures: 1 }] });
      }
      const { failure } = await client.get(`GET /debug-log/${id}`);
      expect(failure).toBeNull();
      expect(await client.get('GET /debug-log/failures?status=418')).toEqual({ items: [], isCutShort: false });
    });

    it('shows a request without its secrets, and the command that sends it again', async () => {
      const { client } = given;
      const { contents, curl, curlNotes } = await client.get(`GET /debug-log/${id}`);
      expect(JSON.stringify(contents)).toContain('Communication sequence started');
      expect(curl).toMatch(/^curl -X POST '.*<SECRET>/s);
      expect(curlNotes).toEqual([expect.stringMatching(/^The address \S+ is the one that the client used\.$/)]);
      expect(`${JSON.stringify(contents)}${String(curl)}`).not.toContain(SECRET);
      const { id: number } = await client.get(`GET /debug-log/${id}`);
      expect(await client.get(`GET /debug-log/${String(number)}`)).toMatchObject({ communicationID: id });
      expect(await client.fail('GET /debug-log/1234')).toBe('404 Admin.RequestUnknown');
    });

    it('sends a request again as the administrator', async () => {
      const { client } = given;
      expect(await client.get(`POST /debug-log/${id}/replay`, { body: {} })).toMatchObject({
        communicationID: id,
        operation: 'Echo',
        kind: 'same',
        findings: [],
      });
      const body = { definition: ': {' };
      expect(await client.get(`POST /debug-log/${id}/replay`, { body })).toMatchObject({ kind: 'refused' });
      expect(await client.fail(`POST /debug-log/${id}/replay`, { body: { ...body, version: 1 } })).toBe(
        '400 Admin.InputInvalid',
      );
    });

    it('sends a request again as whoever sent it, if that is known', async () => {
      const { client, server } = given;
      const replay = `POST /debug-log/${id}/replay`;
      const setCaller = (caller: string | null) =>
        server.database.query(
          `update ticketgate.debug_entry set caller = $2
           where id = (select id from gi_debugger_entry where communication_id = $1)`,
          [id, caller],
        );
      expect(await client.get(replay, { body: { as: 'recorded' } })).toMatchObject({ kind: 'same' });
      expect(await client.get('GET /audit?limit=1')).toMatchObject({
        items: [{ action: 'request replayed as agent', subject: 'root@localhost' }],
      });
      await setCaller(null);
      expect(await client.fail(replay, { body: { as: 'recorded' } })).toBe('400 Admin.CallerUnknown');
      await setCaller('root@localhost');
    });

    const tried = { service: 'Logged', method: 'POST', path: '/echo', body: '{"Text":"tried"}' };

    it('is not touched by requests that are tried, whose answer and way are shown', async () => {
      const { client } = given;
      const headers = { 'Content-Type': 'application/json' };
      const found = await client.get('POST /try', { body: { ...tried, headers } });
      expect(found).toMatchObject({
        refusal: null,
        operation: 'Echo',
        errorCode: null,
        answer: { status: 200, body: '{"Heard":"tried, root@localhost"}' },
        stages: [{ stage: 'route', start: 0 }, { stage: 'read' }, { stage: 'operation' }, { stage: 'answer' }],
      });
      expect(found.curl).toMatch(/^curl -X POST 'http.*\/Webservice\/Logged\/echo'.*--data-raw '{"Text":"tried"}'$/s);
      expect(JSON.stringify(found.trace)).toContain('Outgoing data before mapping');
      expect((await client.get('GET /debug-log?service=Logged&text=tried')).items).toEqual([]);
      const lost = await client.get('POST /try', { body: { ...tried, method: 'GET', path: '/nowhere?a=b' } });
      expect(lost).toMatchObject({ answer: { status: 404 }, operation: null, stages: [{ isFailed: true }] });
      const definition = echoService
        .replace('Test::Echo', 'Test::Sleep')
        .replace('ErrorStatus: http', 'ErrorStatus: http, Transport: { Timeout: 1 }');
      expect(await client.get('POST /try', { body: { ...tried, definition } })).toMatchObject({
        errorCode: 'Gateway.Timeout',
        stages: [{}, {}, { stage: 'operation', isFailed: true }],
      });
      const both = { ...tried, definition, version: 1 };
      expect(await client.fail('POST /try', { body: both })).toBe('400 Admin.InputInvalid');
      const broken = { ...tried, definition: ': {' };
      expect(await client.get('POST /try', { body: broken })).toMatchObject({
        refusal: expect.stringContaining('This version cannot be served.') as string,
        answer: null,
      });
      const lasting = { ...tried, path: '/session', body: '{"SessionID":"1"}', definition: sessionService() };
      expect(await client.get('POST /try', { body: lasting })).toMatchObject({
        refusal: 'Session::SessionGet does things that cannot be rolled back, so it is not tried.',
        errorCode: 'Admin.CannotBeUndone',
        answer: null,
      });
      expect(await client.fail('POST /try', { body: { ...tried, service: 'Nowhere' } })).toBe(
        '404 Admin.ServiceUnknown',
      );
      const smuggled = { ...tried, headers: { 'Transfer-Encoding': 'chunked' } };
      expect(await client.fail('POST /try', { body: smuggled })).toBe('400 Admin.InputInvalid');
    });

    it('has nothing of a request that is tried as somebody else, but the audit log has both', async () => {
      const { client, server } = given;
      const body = { ...tried, as: { type: 'agent', login: 'olga' } };
      expect(await client.get('POST /try', { body })).toMatchObject({ answer: { body: '{"Heard":"tried, olga"}' } });
      const { items } = await client.get('GET /audit?subject=olga&limit=1');
      expect(items).toMatchObject([
        {
          author: 'root@localhost',
          action: 'request tried as agent',
          after: { request: 'POST /Webservice/Logged/echo' },
        },
      ]);
      const key = await server.system.accounts.apiKeys.create({ name: 'trier', agentID: 1, scope: 'admin' });
      const headers = { 'X-API-Key': key };
      expect(await client.fail('POST /try', { body, headers })).toBe('403 Admin.SessionNeeded');
      expect(await client.get('POST /try', { body: tried, headers })).toMatchObject({ answer: { status: 200 } });
      const nobody = { ...tried, as: { type: 'customer', login: 'nobody' } };
      expect(await client.fail('POST /try', { body: nobody })).toBe('404 Accounts.CustomerUnknown');
      const gone = { FirstName: 'G', LastName: 'One', Email: 'gone@example.org', Valid: false };
      await client.get('POST /catalogue/Agents', { body: { name: 'gone', members: gone } });
      await client.get('POST /catalogue/CustomerUsers', {
        body: { name: 'left', members: { ...gone, CustomerID: 'shop' } },
      });
      const failAs = (as: object) => client.fail('POST /try', { body: { ...tried, as } });
      expect(await failAs({ type: 'agent', login: 'gone' })).toBe('409 Accounts.AgentInvalid');
      expect(await failAs({ type: 'customer', login: 'left' })).toBe('409 Accounts.CustomerInvalid');
    });

    it('knows the operations of a web service as clients call them', async () => {
      const { client, server } = given;
      const before = readUsage(await client.get('GET /services/Logged/operations'));
      await server.database.query(
        `insert into ticketgate.request_count (begin, is_hour, type, service_id, operation, method, route, requests, failed, errors,
           durations, milliseconds, bytes_received, bytes_sent)
         select date_trunc('minute', now()), false, 'Provider', id, 'Echo', 'POST', '/echo', 4, 1, '{}', '{}', 1, 1, 1
         from gi_webservice_config where name = 'Logged'`,
      );
      const operations = await client.get('GET /services/Logged/operations');
      expect(operations).toMatchObject({
        items: [
          {
            name: 'Echo',
            type: 'Test::Echo',
            obstacle: null,
            calls: [{ method: 'POST', path: '/echo', pathMembers: [], place: 'body' }],
            inbound: 'none',
            usage: { last: expect.any(String) as string, requests: expect.any(Number) as number },
          },
        ],
      });
      // Those of other tests may have been counted meanwhile.
      expect(readUsage(operations).requests).toBeGreaterThanOrEqual(before.requests + 4);
      expect(readUsage(operations).failed).toBeGreaterThanOrEqual(before.failed + 1);
      expect(await client.fail('GET /services/Logged/operations?draft=true')).toBe('404 Admin.DraftMissing');
    });

    it('says since when the calls of a web service are counted', async () => {
      const { client, server } = given;
      const definition = echoService.replace('Route: /echo', 'Route: /loud');
      const sinceNow = async () => {
        const { items } = await client.get('GET /services/Logged/operations');
        const [{ usage }] = items as readonly [{ readonly usage: { readonly since: string } }];
        const impact = await client.get('POST /services/Logged/impact', { body: { definition } });
        const apart = Date.parse(String(impact.countedSince)) - Date.parse(usage.since);
        expect(apart).toBeLessThan(60_000);
        expect(apart).toBeGreaterThanOrEqual(0);
        return usage.since;
      };
      const set = (text: string, moment: string) => server.database.query(text, [moment]);
      const setMade = (moment: string) =>
        set(`update gi_webservice_config set create_time = $1 where name = 'Logged'`, moment);
      const setBegan = (moment: string) =>
        set(`update ticketgate.migration set applied_at = $1 where name = 'database/007-request-counts'`, moment);
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      await setBegan('2020-01-01T00:00:00Z');
      await setMade(yesterday.slice(0, 19));
      expect(await sinceNow()).toBe(`${yesterday.slice(0, 19)}.000Z`);
      await setMade('2020-01-01T00:00:00');
      expect((Date.now() - Date.parse(await sinceNow())) / 86_400_000).toBeCloseTo(30, 2);
      await setBegan(yesterday);
      expect(await sinceNow()).toBe(yesterday);
    });

    it('is played against a definition', async () => {
      const { client } = given;
      const definition = echoService.replace('Route: /echo', 'Route: /loud');
      const { requests } = await client.get('POST /services/Logged/replay', { body: { definition } });
      expect(requests).toContainEqual(
        expect.objectContaining({ operation: 'Echo', findings: ['the error code: none → Gateway.RouteNotFound'] }),
      );
    });

    it('has a request that was sent again for real', async () => {
      const { client } = given;
      const { items } = await client.get('GET /debug-log?service=Keyed');
      const [{ communicationID: first } = { communicationID: '' }] = items as readonly { communicationID: string }[];
      const sent = await client.get(`POST /debug-log/${first}/send`);
      expect(sent).toMatchObject({ status: 200, errorCode: null });
      expect(await client.get(`GET /debug-log/${String(sent.communicationID)}`)).toMatchObject({
        caller: 'root@localhost',
        path: '/Webservice/Keyed/echo',
      });
    });

    it('is cleaned up', async () => {
      const { client } = given;
      expect(await client.get('DELETE /debug-log?days=1')).toEqual({ requests: 0 });
      expect(await client.fail('DELETE /debug-log?days=1&service=Nowhere')).toBe('404 Admin.ServiceUnknown');
      await client.get('DELETE /debug-log?days=1&service=Alpha');
      const { items } = await client.get('GET /audit?subject=debug%20log');
      expect(items).toMatchObject([
        { action: 'debug log cleaned up', after: { days: 1, service: 'Alpha' } },
        { action: 'debug log cleaned up', after: { days: 1 } },
      ]);
    });
  });

  describe('a mapping', () => {
    it('is looked at with what was recorded last, or an example', async () => {
      const { client } = given;
      const wanted = 'GET /mapping/sample?service=Logged&operation=Echo&side';
      expect(await client.get(`${wanted}=outbound`)).toMatchObject({
        source: 'request',
        data: { Heard: 'halloo, root@localhost' },
      });
      const { data, communicationID } = await client.get(`${wanted}=inbound`);
      expect(data).toEqual({ UserLogin: 'root@localhost', Password: '*******', Text: 'halloo' });
      const same = await client.get(`${wanted}=inbound&request=${String(communicationID)}`);
      expect(same).toMatchObject({ communicationID, data });
      expect(await client.get(`${wanted}=inbound&example=true`)).toMatchObject({ source: 'nothing', data: {} });
      expect(await client.fail(`${wanted}=inbound&request=1234`)).toBe('404 Admin.RequestUnknown');
    });

    it('shows what it makes of data', async () => {
      const { client } = given;
      const mapping = `MappingInbound:
        Type: Simple
        Config:
          Template: '<xsl/>'
          KeyMapDefault: { MapType: Keep }
          KeyMapExact: { Nummer: TicketNumber }
          ValueMapDefault: { MapType: Keep }
`;
      const definition = sessionService().replace(
        '      Type: Session::SessionGet\n',
        `      Type: Session::SessionGet\n      ${mapping}`,
      );
      const body = { definition, operation: 'Get', side: 'inbound', data: { Nummer: 1 } };
      expect(await client.get('POST /mapping/preview', { body })).toEqual({
        result: { TicketNumber: 1 },
        notices: [],
        noticeMessages: [],
        patterns: [],
        error: null,
        members: [
          {
            ...{ from: 'Nummer', to: 'TicketNumber', fate: 'changed' },
            ...{ keyRule: ['KeyMapExact', 'Nummer'], valueRule: ['ValueMapDefault'] },
          },
        ],
      });
      const broken = { ...body, definition: definition.replace('Type: Simple', 'Type: XSLT') };
      expect(await client.get('POST /mapping/preview', { body: broken })).toMatchObject({
        result: null,
        error: expect.any(String) as string,
      });
      for (const pattern of ['(a+)+$', '(a|aa)+b', '(.*a){20}', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:(?:a?){50}){50}b']) {
        const hostile = definition.replace(
          'KeyMapExact: { Nummer: TicketNumber }',
          `KeyMapRegEx: { ${JSON.stringify(pattern)}: Found }`,
        );
        const long = { ...body, definition: hostile, data: { [`${'a'.repeat(500)}!`]: 1 } };
        const isBroken = pattern.includes('{50}');
        expect(await client.get('POST /mapping/preview', { body: long })).toMatchObject({
          result: isBroken ? null : long.data,
          error: isBroken ? 'A regular expression of the mapping cannot be compiled.' : null,
        });
      }
      const missing = { ...body, operation: 'Nothing' };
      expect(await client.fail('POST /mapping/preview', { body: missing })).toBe('400 Admin.InputInvalid');
    });
  });
}

/** The counts of the first operation; 0 where nothing was counted. */
function readUsage({ items }: Data): { readonly requests: number; readonly failed: number } {
  const [operation] = items as readonly { readonly usage: { requests: number; failed: number } | null }[];
  return operation?.usage ?? { requests: 0, failed: 0 };
}
