import { startTestServer, untilTrue, type TestServer } from '../support/index.js';

const SERVICE = `Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { RouteOperationMapping: { go: { Route: /go, RequestMethod: [POST] } } }
  Operation: { go: { Type: 'Session::SessionGet' } }
`;
const POOL = 2;
const PLACES = 5;

describe('a server whose connections to the database are all in use', () => {
  let server: TestServer;
  let letGo: () => void;
  let held: readonly Promise<void>[];

  beforeAll(async () => {
    server = await startTestServer({
      webServices: { Session: SERVICE },
      configuration: { database: { poolSize: POOL }, limits: { waitingRequests: PLACES } },
    });
  });

  afterAll(async () => {
    await server.stop();
  });

  beforeEach(async () => {
    const released = new Promise<void>((resolve) => (letGo = resolve));
    let count = 0;
    held = Array.from({ length: POOL }, () =>
      server.system.database.withConnection(() => {
        count += 1;
        return released;
      }),
    );
    await untilTrue(() => Promise.resolve(count === POOL));
  });

  afterEach(async () => {
    letGo();
    await Promise.all(held);
  });

  /** Asks the database for a session, and answers that there is none. */
  function ask(): Promise<Response> {
    const body = JSON.stringify({ SessionID: 'none' });
    return fetch(`${server.url}/Webservice/Session/go`, { method: 'POST', body });
  }

  it('still reports its health', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  it('refuses requests beyond the limit at once, and answers the others', async () => {
    const early: Response[] = [];
    const requests = Array.from({ length: 4 * PLACES }, async () => {
      const answer = await ask();
      early.push(answer);
      return answer;
    });
    await untilTrue(() => Promise.resolve(early.length >= 3 * PLACES));
    expect(new Set(early.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`))).toEqual(
      new Set(['503 1']),
    );
    letGo();
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(PLACES);
    expect((await ask()).status).toBe(200);
  });
});
