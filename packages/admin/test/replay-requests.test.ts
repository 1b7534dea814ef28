import { startTestServer, untilTrue, type TestServer } from '../../../test/support/index.js';

import { AdminClient } from '../../../test/admin/admin-client.js';

const SERVICE = `Debugger: { DebugThreshold: debug, TestMode: '0' }
Gateway: { Profile: contract, ErrorStatus: http, Authentication: { Accept: [UserLogin, ApiKey] } }
Provider:
  Operation:
    Create: { Type: 'Ticket::TicketCreate' }
    Get: { Type: 'Ticket::TicketGet' }
    Login: { Type: 'Session::SessionCreate' }
    Queues: { Type: 'Catalogue::QueueList' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000
      RouteOperationMapping:
        Create: { Route: /ticket, RequestMethod: [POST] }
        Get: { Route: '/ticket/:TicketID', RequestMethod: [GET] }
        Login: { Route: /session, RequestMethod: [POST] }
        Queues: { Route: /queues, RequestMethod: [GET] }
`;
const NEW = {
  Ticket: { Title: 'Toner', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
  Article: { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf8' },
};

interface Replayed {
  readonly requests: readonly {
    readonly communicationID: string;
    readonly operation: string | null;
    readonly kind: string;
    readonly findings: readonly string[];
  }[];
  readonly left: readonly string[];
}

describe('recorded requests, before a definition is published', () => {
  let server: TestServer;
  let client: AdminClient;

  const call = async (
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ) => {
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const query =
      body === undefined && headers['X-API-Key'] === undefined ? `?${new URLSearchParams(login).toString()}` : '';
    await fetch(`${server.url}/Webservice/Desk/${path}${query}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify({ ...login, ...body }) }),
    });
  };

  const replay = async (definition: string, more: object = {}) => {
    const answered = await client.get('POST /services/Desk/replay', { body: { definition, ...more } });
    return answered as unknown as Replayed; // the client compares it with the schema
  };

  /** What came of requests, by operation; a slow machine takes several calls. */
  const outcomes = async (definition: string, more: object = {}): Promise<readonly string[]> => {
    const { requests, left } = await replay(definition, more);
    const own = requests.map(({ operation, kind, findings }) => [operation, kind, ...findings].join(' '));
    const others = left.length === 0 ? [] : await outcomes(definition, { ...more, requests: left });
    return [...own, ...others].toSorted();
  };

  const count = async (table: string) => {
    const [row] = await server.database.query<{ n: number }>(`select count(*)::int n from ${table}`);
    return row?.n;
  };

  beforeAll(async () => {
    server = await startTestServer({
      webServices: { Desk: SERVICE },
      configuration: { Settings: { CheckMXRecord: 0 } },
    });
    client = new AdminClient(server.url);
    await client.logIn('root@localhost', server.rootPassword);
    const key = await server.system.accounts.apiKeys.create({ name: 'shop', agentID: 1 });
    await call('ticket', { body: NEW, headers: { 'Idempotency-Key': 'once' } });
    await call('ticket/1');
    await call('session', { body: {} });
    await call('queues', { headers: { 'X-API-Key': key } });
    await call('nowhere');
    await untilTrue(async () => (await count('ticketgate.debug_entry')) === 5);
  });

  afterAll(() => server.stop());

  it('are answered alike where nothing changes for them, and those that write wait until they are wanted', async () => {
    expect(await outcomes(SERVICE.replace('MaxLength: 100000', 'MaxLength: 200000'))).toEqual([
      'Create skipped It writes, and only requests that read were to be sent.',
      'Get same',
      'Login skipped It writes, and only requests that read were to be sent.',
      'Queues same',
    ]);
  });

  it('are played with those that write, too, and leave nothing behind', async () => {
    const before = await Promise.all(['ticket', 'article', 'sessions', 'ticketgate.debug_entry'].map(count));
    expect(await outcomes(SERVICE, { writes: true })).toEqual([
      'Create same',
      'Get same',
      'Login skipped Session::SessionCreate does things that cannot be rolled back, so it is not tried.',
      'Queues same',
    ]);
    expect(await Promise.all(['ticket', 'article', 'sessions', 'ticketgate.debug_entry'].map(count))).toEqual(before);
  });

  it('show which routes, credentials, data and answers are others', async () => {
    const moved = SERVICE.replace('Route: /queues', 'Route: /all-queues').replace('[UserLogin, ApiKey]', '[ApiKey]');
    expect(await outcomes(moved)).toEqual([
      'Create skipped It writes, and only requests that read were to be sent.',
      'Get different the error code: none → TicketGet.AuthFail',
      'Login skipped It writes, and only requests that read were to be sent.',
      'Queues different the error code: none → Gateway.RouteNotFound',
    ]);
    const renamed = SERVICE.replace(
      "Queues: { Type: 'Catalogue::QueueList' }",
      "Queues: { Type: 'Catalogue::QueueList', MappingOutbound: { Type: Simple, Config: { KeyMapDefault: { MapType: Keep, MapTo: '' }, KeyMapExact: { Item: Entry }, ValueMapDefault: { MapType: Keep, MapTo: '' } } } }",
    );
    expect((await outcomes(renamed)).filter((each) => each.startsWith('Queues'))).toEqual([
      'Queues different Item: [{"QueueID":3,"Name":"Junk","GroupID":1,"Comment":""},{"Queu… → nothing Entry: nothing → [{"QueueID":3,"Name":"Junk","GroupID":1,"Comment":""},{"Queu…',
    ]);
  });

  it('count the callers that a change may break', async () => {
    const definition = SERVICE.replace('[UserLogin, ApiKey]', '[UserLogin]').replace(
      'Queues: { Route: /queues',
      'Queues: { Route: /all',
    );
    const { changes } = await client.get('POST /services/Desk/impact', { body: { definition } });
    expect(changes).toMatchObject([
      { words: 'GET /queues is no longer answered.', breaks: true, callers: 1 },
      { words: 'GET /all is answered.', breaks: false },
      { words: 'Clients can no longer authenticate with ApiKey.', breaks: true, callers: 1 },
    ]);
  });

  it('are played a part at a time, and recorded in the audit log', async () => {
    const { requests } = await replay(SERVICE);
    const ids = requests.map(({ communicationID }) => communicationID);
    const part = await replay(SERVICE, { requests: [ids[0], 'gone'] });
    expect(part.requests).toMatchObject([
      { communicationID: ids[0] },
      { kind: 'skipped', findings: ['Its record is gone.'] },
    ]);
    const { items } = await client.get('GET /audit?subject=Desk&limit=1');
    expect(items).toMatchObject([{ action: 'requests replayed', author: 'root@localhost', after: { requests: 2 } }]);
    const key = await server.system.accounts.apiKeys.create({ name: 'program', agentID: 1, scope: 'admin' });
    const sent = { body: { definition: SERVICE }, headers: { 'X-API-Key': key } };
    expect(await client.fail('POST /services/Desk/replay', sent)).toBe('403 Admin.SessionNeeded');
  });
});
