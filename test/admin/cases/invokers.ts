import { untilTrue } from '../../support/index.js';

import type { AdminCase } from './admin-case.js';

const SECRET = 'seeded-Passw0rd-79';

function definitionFor(host: string): string {
  return `Debugger: { DebugThreshold: debug }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${host}
      DefaultCommand: POST
      Timeout: '5'
      Authentication: { AuthType: BasicAuth, BasicAuthUser: gate, BasicAuthPassword: ${SECRET} }
      InvokerControllerMapping: { Post: { Controller: '/tickets/:TicketID?by=:Who' } }
  Invoker:
    Post: { Type: 'Generic::PassThrough' }
`;
}

const DATA = { TicketID: 7, Who: 'anna', Text: 'halloo', Password: SECRET };

// These tests share one server with others.
export function describeInvokers(given: AdminCase): void {
  describe('invokers by hand', () => {
    beforeAll(async () => {
      const { client, remote } = given;
      await client.get('POST /services', { body: { name: 'Caller', definition: definitionFor(remote.url) } });
      await client.get('POST /services', { body: { name: 'Astray', definition: definitionFor('http://127.0.0.1:9') } });
    });

    const invoke = (body: object, service = 'Caller') =>
      given.client.get(`POST /services/${service}/invoke`, { body: { invoker: 'Post', data: DATA, ...body } });

    it('are listed with what calls them, where their requests go, and examples', async () => {
      const definition = `Debugger: { DebugThreshold: debug }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      DefaultCommand: put
      InvokerControllerMapping: { Tell: { Controller: '/tickets/:TicketID?by=:Who' } }
  Invoker:
    Tell:
      Type: Ticket::TicketUpdate
      Description: Tells the shop.
      Events:
        - { Event: TicketCreate, Asynchronous: '1' }
        - { Event: TicketQueueUpdate, Condition: { Condition: { 1: { Fields: { Queue: Raw } } } } }
      MappingOutbound: { Type: Test, Config: { TestOption: ToUpper } }
    Lost: { Type: 'Generic::PassThrough' }
`;
      await given.client.get('POST /services', { body: { name: 'Listed', definition } });
      const { items } = await given.client.get('GET /services/Listed/invokers');
      expect(items).toMatchObject([
        {
          ...{ name: 'Tell', type: 'Ticket::TicketUpdate', description: 'Tells the shop.' },
          ...{ method: 'PUT', path: '/tickets/:TicketID', outbound: 'Test', inbound: 'none' },
          events: [
            { event: 'TicketCreate', isAsynchronous: true, hasCondition: false },
            { event: 'TicketQueueUpdate', isAsynchronous: false, hasCondition: true },
          ],
        },
        { name: 'Lost', method: null, path: null, events: [], outbound: 'none' },
      ]);
      const previewed = { definition, invoker: 'Tell', side: 'outbound', data: { Title: 'toner' } };
      expect(await given.client.get('POST /mapping/preview', { body: previewed })).toMatchObject({
        result: { Title: 'TONER' },
      });
      expect(await given.client.get('GET /mapping/sample?service=Listed&invoker=Tell&side=outbound')).toMatchObject({
        source: 'nothing',
      });
      const both = { body: { ...previewed, operation: 'Tell' } };
      expect(await given.client.fail('POST /mapping/preview', both)).toBe('400 Admin.InputInvalid');
    });

    it('show what they would send, without sending it and without its secrets', async () => {
      const { remote } = given;
      remote.script([{ status: 200, body: '{}' }]);
      const shown = await invoke({ dryRun: true, event: 'TicketCreate' });
      expect(shown).toEqual({
        Success: 1,
        ErrorMessage: '',
        Data: null,
        requests: [
          {
            method: 'POST',
            url: `${remote.url}/tickets/7?by=anna`,
            headers: {
              Authorization: '*******',
              'Content-Type': 'application/json',
              'User-Agent': expect.stringMatching(/^Ticketgate\/\d/) as string,
            },
            body: '{"Text":"halloo","Password":"*******","Event":"TicketCreate"}',
          },
        ],
      });
      expect(remote.arrived).toEqual([]);
    });

    describe('rehearsed', () => {
      const retries = `  ErrorHandlingPriority: [Again]
  ErrorHandling:
    Again: { Type: RequestRetry, ScheduleRetry: '1', RetryIntervalStart: '60', RetryIntervalFactor: '2', RetryCountMax: '3' }
`;
      const definition = (host: string, priority = '5 very high') => `Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${host}
      DefaultCommand: POST
      InvokerControllerMapping: { Post: { Controller: '/tickets/:TicketID' } }
  Invoker:
    Post:
      Type: Generic::PassThrough
      Events:
        - Event: TicketPriorityUpdate
          Condition: { Condition: { 1: { Fields: { Priority: '${priority}', Queue: { Type: Regexp, Match: ^R } } } } }
        - { Event: TicketStateUpdate }
        - { Event: room.booked }
${retries}`;
      const rehearse = (body: object, service = 'Caller') =>
        given.client.get(`POST /services/${service}/rehearse`, { body: { invoker: 'Post', ...body } });

      it('with the newest ticket, say which condition is not met, what would be sent, and when it is tried again', async () => {
        const { remote, server } = given;
        const found = await rehearse({ definition: definition(remote.url) });
        const [ticket] = await server.database.query<{
          readonly id: string;
          readonly tn: string;
          readonly title: string;
        }>('select id, tn, title from ticket order by id desc limit 1');
        expect(found).toMatchObject({
          ticket: { number: ticket?.tn, title: ticket?.title, members: { Priority: '3 normal' } },
          events: [
            {
              event: 'TicketPriorityUpdate',
              isMet: false,
              fields: [
                { name: 'Priority', values: ['3 normal'], isMet: false },
                { name: 'Queue', values: [expect.stringMatching(/^R/)], isMet: true },
              ],
            },
            {
              event: 'TicketStateUpdate',
              isMet: true,
              data: { OldTicketData: { State: expect.any(String) as string } },
            },
            { event: 'room.booked', isMet: true, data: null },
          ],
          data: { TicketID: String(ticket?.id), Event: 'TicketPriorityUpdate' },
          result: {
            Success: 1,
            requests: [{ url: `${remote.url}/tickets/${ticket?.id}`, body: '{"Event":"TicketPriorityUpdate"}' }],
          },
          retries: [60, 180, 420],
        });
        expect(found.refused).toBeUndefined();
        expect(remote.arrived).toEqual([]);
      });

      it('with a ticket by its number, and with other data', async () => {
        const { remote } = given;
        const { ticket } = await rehearse({ definition: definition(remote.url) });
        const { number } = ticket as { readonly number: string };
        const met = await rehearse({ definition: definition(remote.url, '3 normal'), ticket: number });
        expect(met).toMatchObject({ ticket: { number }, events: [{ isMet: true }, {}, {}] });
        const state = await rehearse({
          definition: definition(remote.url),
          ticket: number,
          event: 'TicketStateUpdate',
        });
        expect(state.data).toMatchObject({ Event: 'TicketStateUpdate', OldTicketData: { TicketNumber: number } });
        const own = await rehearse({ definition: definition(remote.url), data: { TicketID: 7, Room: 'A' } });
        expect(own.result).toMatchObject({ requests: [{ body: '{"Room":"A"}' }] });
        const lost = await rehearse({ definition: definition(remote.url), ticket: 'none' });
        expect([lost.ticket, lost.events]).toEqual([undefined, []]);
        const unknown = { body: { invoker: 'Post', definition: definition(remote.url), event: 'TicketCreated' } };
        expect(await given.client.fail('POST /services/Caller/rehearse', unknown)).toBe('400 Admin.InputInvalid');
      });

      it('write down the line that allows their host, and refuse an invoker that is not there', async () => {
        const { client, remote } = given;
        const astray = await rehearse({ definition: definition('http://chat.example.org') });
        expect(astray.refused).toEqual({
          reason: expect.stringContaining('chat.example.org is not in requester.allowedHosts') as string,
          reasonMessage: expect.objectContaining({ id: 'destination.not-listed' }) as object,
          lines: `requester:\n  allowedHosts: ['${remote.address}', 'chat.example.org']`,
        });
        expect((await rehearse({ definition: definition('http://169.254.169.254') })).refused).toMatchObject({
          lines: null,
        });
        const unknown = { body: { invoker: 'Pots' } };
        expect(await client.fail('POST /services/Caller/rehearse', unknown)).toBe('400 Admin.InputInvalid');
        expect(await client.fail('POST /services/Nowhere/rehearse', unknown)).toBe('404 Admin.ServiceUnknown');
      });

      it('are told which types and events there are', async () => {
        const { types, events } = await given.client.get('GET /invoker-types');
        expect(types).toContainEqual({
          name: 'Generic::PassThrough',
          summary: 'Sends the data of the event as it is.',
        });
        expect(events).toEqual(
          expect.arrayContaining([
            { name: 'TicketPriorityUpdate', summary: 'Priority changed' },
            { name: 'QueueCreate', summary: 'Queue added' },
          ]),
        );
      });
    });

    it('send it, and answer what came back', async () => {
      const { client, remote } = given;
      remote.script([{ status: 200, body: `{"Heard":"halloo","Password":"${SECRET}"}` }]);
      const result = await invoke({});
      expect(remote.arrived).toMatchObject([{ method: 'POST', path: '/tickets/7?by=anna' }]);
      const authorization = `Basic ${Buffer.from(`gate:${SECRET}`).toString('base64')}`;
      expect(new Headers(remote.arrived[0]?.headers.map(([name, value]) => [name, value])).get('authorization')).toBe(
        authorization,
      );
      expect(JSON.parse(remote.arrived[0]?.body ?? '')).toEqual({ Text: 'halloo', Password: SECRET });
      expect(result).toMatchObject({
        Success: 1,
        Data: { Heard: 'halloo', Password: '*******' },
        requests: [
          { status: 200, answer: '{"Heard":"halloo","Password":"*******"}', duration: expect.any(Number) as number },
        ],
      });
      expect(JSON.stringify(result)).not.toContain(SECRET);
      const { items } = await client.get('GET /audit?limit=1');
      expect(items).toMatchObject([{ action: 'invoker called', subject: 'Caller / Post', author: 'root@localhost' }]);
    });

    it('are in the debug log, with all that happened to the data', async () => {
      const { client, remote } = given;
      remote.script([{ status: 200, body: `{"Password":"${SECRET}"}` }]);
      await invoke({});
      let id = '';
      await untilTrue(async () => {
        const { items } = await client.get('GET /debug-log?service=Caller&type=Requester');
        const [found] = items as readonly { readonly communicationID: string; readonly path: string }[];
        id = found?.communicationID ?? '';
        return found?.path === '/tickets/7';
      });
      expect((await client.get('GET /debug-log?service=Caller&type=Provider')).items).toEqual([]);
      const request = await client.get(`GET /debug-log/${id}`);
      expect(request).toMatchObject({ type: 'Requester', operation: 'Post', method: 'POST', status: 200 });
      const subjects = (request.contents as readonly { readonly subject: string }[]).map(({ subject }) => subject);
      expect(subjects).toEqual([
        'Communication sequence started',
        "Using invoker 'Post'",
        'Outgoing data before mapping',
        'URI after interpolating URI params from outgoing data',
        'URI after interpolating Query params from outgoing data',
        'Remaining outgoing data to be sent',
        'JSON data received from remote system',
        'Incoming data before mapping',
      ]);
      expect(JSON.stringify(request)).not.toContain(SECRET);
    });

    it('hide secrets of the environment wherever the other system repeats them', async () => {
      const { client, remote } = given;
      process.env.TICKETGATE_SECRET_GATE = 'seeded-Passw0rd-80';
      const definition = definitionFor(remote.url).replace(SECRET, 'TICKETGATE_SECRET_GATE');
      await client.get('POST /services', { body: { name: 'Hidden', definition } });
      remote.script([{ status: 200, body: '{"Echo":"you said seeded-Passw0rd-80"}' }]);
      const result = await invoke({}, 'Hidden');
      expect(result).toMatchObject({ Success: 1, Data: { Echo: 'you said *******' } });
      expect(JSON.stringify(result)).not.toContain('seeded-Passw0rd-80');
      delete process.env.TICKETGATE_SECRET_GATE;
    });

    it('hide all secrets that they send, in each form in which they send them', async () => {
      const { client, remote } = given;
      const secrets = ['bearer-Secret/79', 'key-Secret 79', 'cookie-Secret-79', 'query-Secret-79!', 'login-Secret-79'];
      const login = Buffer.from(`gate:${secrets[4] ?? ''}`).toString('base64');
      const headers = `{ X-API-Key: '${secrets[1]}', Cookie: 'id=${secrets[2]}; x=1', Authorization: 'Bearer ${secrets[0]}' }`;
      const definition = definitionFor(remote.url)
        .replace(SECRET, secrets[4] ?? '')
        .replace('/tickets/:TicketID?by=:Who', `/tickets/:TicketID?by=:Who&access_token=${secrets[3]}`)
        .replace("Timeout: '5'", `Timeout: '5'\n      OutboundHeaders: { Common: ${headers} }`);
      const { version: base } = await client.get('POST /services', { body: { name: 'Echoing', definition } });
      const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), secret.replaceAll('/', '\\/')]);
      const echo = [...forms, login, 'key-Secret+79', 'key-Secret%2079', 'bearer-secret'].join(' | ');
      remote.script([{ status: 500, body: `You sent ${echo}` }]);
      const results = [await invoke({}, 'Echoing')];
      remote.script([{ status: 200, body: JSON.stringify({ Echo: echo }) }]);
      results.push(await invoke({}, 'Echoing'));
      let recorded: unknown;
      await untilTrue(async () => {
        const { items } = await client.get('GET /debug-log?service=Echoing&type=Requester');
        const ids = (items as readonly { readonly communicationID: string }[]).map((each) => each.communicationID);
        recorded = await Promise.all(ids.map((id) => client.get(`GET /debug-log/${id}`)));
        return ids.length === 2;
      });
      const changed = definition.replace('DefaultCommand: POST', 'DefaultCommand: PUT').replace('x=1', 'x=2');
      await client.get('POST /services/Echoing/publish', { body: { definition: changed, base } });
      const audit = await client.get('GET /audit?limit=10');
      const shown = await client.get('GET /services/Echoing');
      const { text: exported } = await client.send('GET /services/Echoing/export');
      const all = JSON.stringify([results, recorded, audit, shown, exported]);
      for (const secret of [...forms, login, 'key-Secret+79', 'key-Secret%2079']) expect(all).not.toContain(secret);
      expect(all).toContain('bearer-secret');
      expect(exported).toContain('/tickets/:TicketID?by=:Who&access_token=*******');
    });

    it('say why nothing was sent, or what the other system answered instead of success', async () => {
      const { client, remote } = given;
      remote.script([{ status: 503, body: 'busy' }]);
      expect(await invoke({})).toMatchObject({
        Success: 0,
        ErrorMessage: expect.stringMatching(/Response code '503'\.$/) as string,
        requests: [{ status: 503, answer: 'busy' }],
      });
      const failed = 'GET /debug-log?service=Caller&errorCode=Requester.Failed';
      await untilTrue(async () => ((await client.get(failed)).items as readonly unknown[]).length === 1);
      const astray = await invoke({}, 'Astray');
      const reason =
        '127.0.0.1:9 is not in requester.allowedHosts of the configuration. List the host there to allow it.';
      expect(astray).toMatchObject({ Success: 0, ErrorMessage: `The request was not sent: ${reason}` });
      expect((await invoke({ dryRun: true }, 'Astray')).requests).toMatchObject([{ refused: reason }]);
      expect((await client.get('GET /services/Astray/invokers')).refused).toBe(reason);
      expect((await client.get('GET /services/Caller/invokers')).refused).toBeUndefined();
      const definition = definitionFor('http://127.0.0.1:9');
      const { diagnostics } = await client.get('POST /check', { body: { definition } });
      const message = `No request can be sent: ${reason}`;
      expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'invoker-destination', message }));
      const unknown = { body: { invoker: 'Pots', data: {} } };
      const { body } = await client.send('POST /services/Caller/invoke', unknown);
      expect(body.detail).toBe('The web service "Caller" has no invoker "Pots". Did you mean "Post"?');
    });
  });
}
