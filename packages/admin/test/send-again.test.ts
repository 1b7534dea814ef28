import { startTestServer, untilTrue, type TestServer } from '../../../test/support/index.js';

import { AdminClient } from '../../../test/admin/admin-client.js';

const SERVICE = `Debugger: { DebugThreshold: debug, TestMode: '0' }
Gateway: { Profile: contract, ErrorStatus: http }
Provider:
  Operation:
    Create: { Type: 'Ticket::TicketCreate' }
    Find: { Type: 'Ticket::TicketSearch' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000
      RouteOperationMapping:
        Create: { Route: /ticket, RequestMethod: [POST] }
        Find: { Route: /find, RequestMethod: [POST] }
`;
const TICKET = { Title: 'Toner', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
const ARTICLE = { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf8' };
const ANNA = {
  login: 'anna',
  password: 'seeded-Passw0rd-79',
  firstName: 'Anna',
  lastName: 'A',
  email: 'anna@example.org',
};

describe('a recorded request', () => {
  let server: TestServer;
  const client = () => new AdminClient(server.url);
  let root: AdminClient;

  const call = async (path: string, data: object, headers: Record<string, string> = {}): Promise<string> => {
    const before = await entries();
    await fetch(`${server.url}/Webservice/Desk/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ UserLogin: 'anna', Password: ANNA.password, ...data }),
    });
    await untilTrue(async () => (await entries()) > before);
    const { items } = await root.get('GET /debug-log?limit=1');
    return (items as readonly { readonly communicationID: string }[])[0]?.communicationID ?? '';
  };
  const count = async (sql: string) => (await server.database.query(sql)).length;
  const entries = () => count('select 1 from ticketgate.debug_entry');
  const toners = () => count("select 1 from ticket where title = 'Toner'");

  beforeAll(async () => {
    server = await startTestServer({
      webServices: { Desk: SERVICE },
      configuration: { Settings: { CheckMXRecord: 0 }, admin: { sendAgain: ['root@localhost'] } },
    });
    await server.system.accounts.agents.add({ ...ANNA, groups: ['users', 'admin'] });
    root = client();
    await root.logIn('root@localhost', server.rootPassword);
  });

  afterAll(() => server.stop());

  it('is sent again for real as whoever sent it, which the audit log and the debug log have', async () => {
    const id = await call('ticket', { Ticket: TICKET, Article: ARTICLE }, { 'Idempotency-Key': 'once' });
    expect(await toners()).toBe(1);
    const { communicationID, ...sent } = await root.get(`POST /debug-log/${id}/send`);
    expect(sent).toEqual({ status: 200, errorCode: null });
    expect(await toners()).toBe(2);
    const found = await root.get(`GET /debug-log/${String(communicationID)}`);
    expect(found).toMatchObject({ operation: 'Create', caller: 'anna', path: '/Webservice/Desk/ticket', status: 200 });
    const { items } = await root.get('GET /audit?subject=anna&limit=1');
    expect(items).toMatchObject([
      {
        author: 'root@localhost',
        action: 'request sent again as agent',
        after: { request: 'POST /Webservice/Desk/ticket' },
      },
    ]);
  });

  it('is not sent again by others, by keys, with a masked secret, or to a service that is disabled', async () => {
    const id = await call('find', { Title: 'Toner' });
    const send = `POST /debug-log/${id}/send`;
    const anna = client();
    await anna.logIn('anna', ANNA.password);
    const refused = await anna.send(send);
    expect(refused.body).toMatchObject({ status: 403, code: 'Admin.SendingNotAllowed' });
    expect(refused.body.detail).toContain('admin.sendAgain: [anna] in gateway.yml');
    const key = await server.system.accounts.apiKeys.create({ name: 'program', agentID: 1, scope: 'admin' });
    expect(await root.fail(send, { headers: { 'X-API-Key': key } })).toBe('403 Admin.SessionNeeded');
    const secret = await call('find', { Title: 'Toner', Filter: { Password: 'hidden-Passw0rd' } });
    expect(await root.fail(`POST /debug-log/${secret}/send`)).toBe('409 Admin.NotSendable');
    await server.database.query("update gi_webservice_config set valid_id = 2 where name = 'Desk'");
    expect(await root.fail(send)).toBe('409 Admin.NotSendable');
    expect(await toners()).toBe(2);
  });
});
