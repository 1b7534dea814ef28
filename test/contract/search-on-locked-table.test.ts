import { startOwnServer, untilTrue, type TestServer } from '../support/index.js';

const DEFINITION = `Debugger: { DebugThreshold: error }
Gateway: { Profile: contract, ErrorStatus: http }
Provider:
  Operation:
    Search: { Type: 'Ticket::TicketSearch' }
    List: { Type: 'Ticket::TicketList' }
  Transport:
    Type: HTTP::REST
    Config:
      RouteOperationMapping:
        Search: { Route: /search, RequestMethod: [POST] }
        List: { Route: /list, RequestMethod: [POST] }
`;

describe('a search on a table that somebody has locked', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startOwnServer({
      configuration: { database: { searchTimeout: 0.5 } },
      webServices: { Desk: DEFINITION },
    });
    // On a busy machine, a first connection may take longer than searches of this test wait for one.
    await untilTrue(async () => (await send('list', {})).status === 200);
  });

  afterAll(() => server.stop());

  function send(route: string, conditions: object): Promise<Response> {
    const body = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, ...conditions });
    return fetch(`${server.url}/Webservice/Desk/${route}`, { method: 'POST', body });
  }

  it.each([
    ['search', {}],
    ['search', { Title: '*lamp*' }],
    ['search', { MIMEBase_Body: '*lamp*' }],
    ['list', {}],
    ['list', { TicketID: [1] }],
  ])('is ended after searchTimeout: %s %j', async (route, conditions) => {
    await server.database.withTransaction(async (transaction) => {
      await transaction.query('lock table ticket, article in access exclusive mode');
      const began = performance.now();
      expect(await (await send(route, conditions)).json()).toMatchObject({
        Error: { ErrorCode: 'Database.SearchTooSlow' },
      });
      // Other statements have thirty seconds.
      expect(performance.now() - began).toBeLessThan(10_000);
    });
  });
});
