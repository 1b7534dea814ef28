import {
  DatabaseRoad,
  makeServerFolder,
  type ServerProcess,
  startServerProcess,
  startTestDatabase,
  type TestDatabase,
  untilTrue,
} from '@ticketgate/test-support';

describe('while the database is away', () => {
  const folder = makeServerFolder();
  let testDatabase: TestDatabase;
  let road: DatabaseRoad;
  let server: ServerProcess;

  beforeAll(async () => {
    testDatabase = await startTestDatabase({ migrations: [] });
    road = new DatabaseRoad(testDatabase.url);
    await road.open();
    server = await startServerProcess(folder.path, { environment: { DATABASE_URL: road.url } });
  });

  afterAll(async () => {
    await server.stop();
    await road.close();
    await testDatabase.stop();
    folder.remove();
  });

  function get(): Promise<Response> {
    const body = JSON.stringify({ UserLogin: 'api_agent', Password: server.rootPassword, TicketID: 1 });
    return fetch(`${server.url}/connector/ticket-get`, { method: 'POST', body });
  }

  it('ER6: requests are answered with 503 and Retry-After, and work again once it is back', async () => {
    expect((await get()).status).toBe(200);
    road.cut();
    const answer = await get();
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await answer.json()).toMatchObject({ Error: { ErrorCode: 'Database.Unavailable' } });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    road.mend();
    await untilTrue(async () => (await get()).status === 200);
  });
});
