import { startOwnServer, type TestServer, untilTrue } from '../support/index.js';

const PASSWORD_FREE = /test-Passw0rd-1/;

function definition(threshold: string): string {
  return `
Debugger: { DebugThreshold: ${threshold} }
Provider:
  Operation:
    Search: { Type: 'Ticket::TicketSearch' }
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, RouteOperationMapping: { Search: { Route: /search, RequestMethod: [POST] } } }
Gateway: { Profile: contract }
`;
}

describe('debugging', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startOwnServer({
      webServices: { Traced: definition('error'), Failing: definition('error').replace('TicketSearch', 'TicketGet') },
    });
  });

  afterAll(() => server.stop());

  async function search(): Promise<number> {
    const body = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, Title: 'x' });
    const response = await fetch(`${server.url}/Webservice/Traced/search`, { method: 'POST', body });
    await response.text();
    return response.status;
  }

  const entries = () =>
    server.database.query<{ subject: string; content: string }>(
      'select subject, content from gi_debugger_entry_content order by id',
    );

  it.each(['Debug', 'debug', 'DEBUG'])(
    'ER4: DebugThreshold %s writes entries that SQL can see, without secrets; error writes none of a request that worked',
    async (threshold) => {
      await server.system.services.save({
        name: 'Traced',
        config: definition('error'),
        userID: 1,
        time: '2026-01-01 00:00:00',
      });
      await server.database.query('delete from gi_debugger_entry_content');
      await server.system.services.save({
        name: 'Traced',
        config: definition(threshold),
        userID: 1,
        time: '2026-01-02 00:00:00',
      });
      await untilTrue(async () => {
        await search();
        return (await entries()).some(({ subject }) => subject === "Detected operation 'Search'");
      });
      expect(JSON.stringify(await entries())).not.toMatch(PASSWORD_FREE);
    },
  );

  it('names who called in the entry of a request that failed when only errors are wanted', async () => {
    const body = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, TicketID: 99_999 });
    const response = await fetch(`${server.url}/Webservice/Failing/search`, { method: 'POST', body });
    expect(await response.text()).toContain('TicketGet.AccessDenied');
    await untilTrue(async () => (await entries()).some(({ subject }) => subject === 'Request that failed'));
    const found = (await entries()).find(({ subject }) => subject === 'Request that failed');
    expect(JSON.parse(found?.content ?? '')).toMatchObject({ Operation: 'Search', Caller: 'agent root@localhost' });
  });
});
