import { startTestServer, type TestServer } from '@ticketgate/test-support';

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
    server = await startTestServer({
      configuration: { database: { searchTimeout: 0.5 } },
      webServices: { Desk: DEFINITION },
    });
  });

  afterAll(() => server.stop());

  it.each([
    ['search', {}],
    ['search', { Title: '*lamp*' }],
    ['search', { MIMEBase_Body: '*lamp*' }],
    ['list', {}],
    ['list', { TicketID: [1] }],
  ])('is ended after searchTimeout: %s %j', async (route, conditions) => {
    const body = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, ...conditions });
    const send = () => fetch(`${server.url}/Webservice/Desk/${route}`, { method: 'POST', body });
    await server.database.withTransaction(async (transaction) => {
      await transaction.query('lock table ticket, article in access exclusive mode');
      const began = performance.now();
      expect(await (await send()).json()).toMatchObject({ Error: { ErrorCode: 'Database.SearchTooSlow' } });
      expect(performance.now() - began).toBeLessThan(3_000);
    });
  });
});
