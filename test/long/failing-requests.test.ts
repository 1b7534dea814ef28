import { setTimeout as wait } from 'node:timers/promises';
import { startTestServer, type TestServer, untilTrue } from '../support/index.js';

const PER_SECOND = 200;
const SECONDS = 60;
const MINUTE = 60_000;
/** Milliseconds within which the server says that it is well. */
const PROMISED = 200;
/** Of a kind, in a minute; and kinds: two routes of an agent, one of nobody. Two minutes may be begun. */
const MOST_ROWS = 2 * 3 * (10 + 1);
/** Characters of a body, of which each point has a part. */
const NOTE = 20_000;
/** Bytes of a request that is recorded whole: four times `maxTextLength`, and what stands beside it. */
const MOST_BYTES = 4 * 8_000 + 20_000;

const SERVICE = `
Debugger: { DebugThreshold: error }
Gateway: { Debugger: { Failures: true } }
Provider:
  Operation:
    Session: { Type: 'Session::SessionCreate' }
    Get: { Type: 'Ticket::TicketGet' }
    Update: { Type: 'Ticket::TicketUpdate' }
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000000, RouteOperationMapping: {
      Session: { Route: /session, RequestMethod: [POST] }, Get: { Route: /get, RequestMethod: [POST] }, Update: { Route: /update, RequestMethod: [POST] } } }
`;

/** A minute. */
describe('requests of which 200 fail each second for a minute', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      webServices: { Failing: SERVICE },
      configuration: { debugLog: { maxTextLength: 8_000 } },
    });
  });

  afterAll(() => server.stop());

  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return response.json() as Promise<Record<string, unknown>>;
  };

  const read = async () => {
    const [found] = await server.database.query<{ rows: number; times: number; largest: number }>(
      `select count(*)::integer as rows, coalesce(sum(times), 0)::integer as times, max(bytes)::integer as largest
       from ticketgate.debug_entry`,
    );
    return found ?? { rows: 0, times: 0, largest: 0 };
  };

  it('leave few rows, each bounded, that count all of them, while the server stays well', async () => {
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const { SessionID } = await post('/Webservice/Failing/session', login);
    const Ticket = { Title: 'x'.repeat(NOTE), State: 'open' };
    const kinds = [
      { path: '/Webservice/Failing/get', body: { SessionID, TicketID: 99_999_999, Note: 'x'.repeat(NOTE) } },
      { path: '/Webservice/Failing/update', body: { SessionID, TicketID: 99_999_999, Ticket } },
      { path: '/Webservice/Failing/get', body: { SessionID: 'f'.repeat(32), TicketID: 1, Note: 'x'.repeat(NOTE) } },
    ] as const;
    let sent = 0;
    let slowest = 0;
    const answers: Promise<unknown>[] = [];
    const end = performance.now() + SECONDS * 1_000;
    for (let due = performance.now(); due < end; due += 1_000 / PER_SECOND) {
      await wait(Math.max(0, due - performance.now()));
      const { path, body } = kinds[sent % kinds.length] ?? kinds[0];
      answers.push(post(path, body));
      sent += 1;
      if (sent % PER_SECOND !== 0) continue;
      const began = performance.now();
      const health = await fetch(`${server.url}/healthz`);
      expect(health.status).toBe(200);
      slowest = Math.max(slowest, performance.now() - began);
    }
    await Promise.all(answers);
    // What was only counted is written when the minute is over.
    await untilTrue(async () => (await read()).times === sent, MINUTE + 10_000);
    const found = await read();
    process.stderr.write(`${JSON.stringify({ sent, ...found, slowest: Math.round(slowest) })}\n`);
    expect(found.rows).toBeLessThanOrEqual(MOST_ROWS);
    expect(found.largest).toBeLessThanOrEqual(MOST_BYTES);
    expect(slowest).toBeLessThan(PROMISED);
  }, 180_000);
});
