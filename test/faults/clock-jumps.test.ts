import { claimChore } from '@ticketgate/database';
import { isOperationError } from '@ticketgate/sdk';
import { startTestServer, type TestServer } from '../support/index.js';

const YEAR = 365 * 86_400_000;
const TICKET = { Title: 'Lamp', Queue: 'Raw', State: 'open', Priority: '3 normal', CustomerUser: 'c@customer.org' };
const ARTICLE = { Subject: 'Dark', Body: 'No light.', ContentType: 'text/plain; charset=utf-8' };
const ORIGIN = { remoteAddress: '192.0.2.1', userAgent: 'none' };

describe('a clock that was ten years ahead and is corrected', () => {
  let server: TestServer;
  let now = Date.now();

  beforeAll(async () => {
    server = await startTestServer({
      configuration: { Settings: { CheckMXRecord: 0 } },
      webServices: { Jumping: DEFINITION },
      now: () => new Date(now),
    });
    const person = { firstName: 'A', lastName: 'B', email: 'anna@example.org', password: 'first-Passw0rd' };
    await server.system.accounts.agents.add({ ...person, login: 'anna', groups: ['users'] });
  });

  afterAll(() => server.stop());

  const create = async (headers: Record<string, string> = {}) => {
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const body = JSON.stringify({ ...login, Ticket: TICKET, Article: ARTICLE });
    const response = await fetch(`${server.url}/Webservice/Jumping/ticket`, { method: 'POST', headers, body });
    return (await response.json()) as { readonly TicketNumber?: string };
  };
  const logIn = (Password: string) =>
    server.system.accounts.authenticate({ UserLogin: 'anna', Password }, ORIGIN).then(
      (caller) => caller?.login ?? 'refused',
      (error: unknown) => (isOperationError(error) ? error.code : String(error)),
    );

  it('gives each ticket a number of its own', async () => {
    const numbers: (string | undefined)[] = [];
    for (const jump of [0, 10 * YEAR, -10 * YEAR, -YEAR, YEAR]) {
      now += jump;
      for (let count = 0; count < 3; count += 1) numbers.push((await create()).TicketNumber);
    }
    expect(new Set(numbers).size).toBe(15);
    expect(numbers).not.toContain(undefined);
  });

  it('answers a request again that came under its key before', async () => {
    const headers = { 'Idempotency-Key': 'jumping' };
    const first = await create(headers);
    now += 3_600_000;
    expect(await create(headers)).toEqual(first);
    now -= 2 * 3_600_000;
    expect(await create(headers)).toEqual(first);
  });

  it('locks nobody out for longer than the time of failures', async () => {
    now += 10 * YEAR;
    for (let failures = 0; failures < 20; failures += 1) await logIn('wrong');
    expect(await logIn('first-Passw0rd')).toBe('Accounts.LoginThrottled');
    now -= 10 * YEAR;
    expect(await logIn('first-Passw0rd')).toBe('anna');
  });

  it('forgets what it remembered for a moment', async () => {
    const directory = () => server.system.accounts.directory();
    expect((await directory()).agentByLogin('anna')?.isValid).toBe(true);
    await server.database.query(`update users set valid_id = 2 where login = 'anna'`);
    now -= YEAR;
    expect((await directory()).agentByLogin('anna')?.isValid).toBe(false);
    await server.database.query(`update users set valid_id = 1 where login = 'anna'`);
    now += YEAR;
  });

  it('does chores again', async () => {
    const claim = (date: number) => claimChore(server.database, { name: 'jump', interval: 60, now: new Date(date) });
    expect(await claim(now + 10 * YEAR)).toBe(true);
    expect(await claim(now)).toBe(true);
    expect(await claim(now)).toBe(false);
    // The clocks of two machines differ by a little.
    expect(await claim(now - 5_000)).toBe(false);
  });
});

const DEFINITION = `Debugger: { DebugThreshold: error }
Gateway: { Profile: contract, ErrorStatus: http }
Provider:
  Operation: { Create: { Type: 'Ticket::TicketCreate' } }
  Transport:
    Type: HTTP::REST
    Config: { RouteOperationMapping: { Create: { Route: /ticket, RequestMethod: [POST] } } }
`;
