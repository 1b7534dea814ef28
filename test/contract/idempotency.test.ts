import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '../support/index.js';

const FILE = join(import.meta.dirname, '..', '..', 'config', 'webservices', 'TicketConnector.yml');
const DAY_MILLISECONDS = 86_400_000;

interface Answer {
  readonly status: number;
  readonly isReplay: boolean;
  readonly body: Record<string, unknown>;
}

describe('Idempotency-Key', () => {
  let server: TestServer;
  let now = Date.now();

  beforeAll(async () => {
    server = await startTestServer({
      webServices: { TicketConnector: readFileSync(FILE, 'utf8').replace('OnlyAgents: [api_agent]', '') },
      configuration: { Settings: { CheckMXRecord: 0 }, database: { poolSize: 3 } },
      now: () => new Date(now),
    });
    await server.system.accounts.agents.add({
      login: 'other',
      firstName: 'O',
      lastName: 'Ther',
      email: 'o@customer.org',
      password: 'test-Passw0rd-1',
      groups: ['users'],
    });
  });

  afterAll(async () => {
    await server.stop();
  });

  async function send(path: string, key: string, body: object): Promise<Answer> {
    const response = await fetch(`${server.url}/connector/${path}`, {
      method: path === 'ticket-update' ? 'PUT' : 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, ...body }),
    });
    return {
      status: response.status,
      isReplay: response.headers.get('idempotency-replayed') === 'true',
      body: (await response.json()) as Record<string, unknown>,
    };
  }

  const ticket = (Title: string) => ({
    Ticket: { Title, Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
    Article: { Subject: 'Subject', Body: 'Body', ContentType: 'text/plain' },
  });
  const codeOf = ({ body }: Answer) => (body.Error as { ErrorCode: string }).ErrorCode;

  async function countTickets(title: string): Promise<number> {
    const rows = await server.database.query('select 1 from ticket where title = $1', [title]);
    return rows.length;
  }

  it('I1: answers a repeated request with the stored answer, and does nothing twice', async () => {
    const first = await send('ticket-create', 'once', ticket('Once'));
    const second = await send('ticket-create', 'once', ticket('Once'));
    expect(first).toMatchObject({ status: 200, isReplay: false });
    expect(second).toEqual({ ...first, isReplay: true });
    expect(await countTickets('Once')).toBe(1);
  });

  it('I1: is one key with and without quotes', async () => {
    const first = await send('ticket-create', 'k7', ticket('Quoted'));
    expect(await send('ticket-create', '"k7"', ticket('Quoted'))).toEqual({ ...first, isReplay: true });
    expect(codeOf(await send('ticket-create', '""', ticket('Quoted')))).toBe('Gateway.IdempotencyKeyInvalid');
    expect(await countTickets('Quoted')).toBe(1);
  });

  it('I1: does not care in which order a request names its members', async () => {
    const { Ticket, Article } = ticket('Ordered');
    const first = await send('ticket-create', 'ordered', { Ticket, Article });
    const { Title, ...rest } = Ticket;
    const second = await send('ticket-create', 'ordered', { Article, Ticket: { ...rest, Title } });
    expect(second).toEqual({ ...first, isReplay: true });
    expect(await countTickets('Ordered')).toBe(1);
  });

  it('I1: lets duplicates that come at the same time wait for the first one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('ticket-create', 'crowd', ticket('Crowd'))),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(await countTickets('Crowd')).toBe(1);
  });

  it('I1: carries out many requests with keys of their own on few connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send('ticket-create', `own-${String(index)}`, ticket('Own'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await countTickets('Own')).toBe(20);
  });

  it('I1: refuses another request under a key that was used, and does nothing', async () => {
    await send('ticket-create', 'taken', ticket('Taken'));
    const refused = await send('ticket-create', 'taken', ticket('Not taken'));
    expect([refused.status, codeOf(refused)]).toEqual([409, 'Gateway.IdempotencyKeyReused']);
    expect(await countTickets('Not taken')).toBe(0);
  });

  it('I1: is valid for one caller and one operation', async () => {
    const mine = await send('ticket-create', 'mine', ticket('Mine'));
    const theirs = await send('ticket-create', 'mine', { ...ticket('Mine'), UserLogin: 'other' });
    expect(theirs).toMatchObject({ status: 200, isReplay: false });
    expect(theirs.body.TicketID).not.toBe(mine.body.TicketID);
    const change = { TicketID: mine.body.TicketID, Article: { Subject: 'More', Body: 'More' } };
    const update = await send('ticket-update', 'mine', change);
    expect(update).toMatchObject({ status: 200, isReplay: false });
    expect(await send('ticket-update', 'mine', change)).toEqual({ ...update, isReplay: true });
    const articles = await server.database.query('select 1 from article where ticket_id = $1', [mine.body.TicketID]);
    expect(articles).toHaveLength(2);
  });

  it('I1: reveals nothing about it to strangers', async () => {
    await send('ticket-create', 'secret', ticket('Secret'));
    const answer = await send('ticket-create', 'secret', { ...ticket('Secret'), Password: 'wrong' });
    expect([answer.status, codeOf(answer)]).toEqual([401, 'TicketCreate.AuthFail']);
  });

  it('I1: is not used up by a request that failed', async () => {
    const wrong = { ...ticket('Mended'), Article: { Subject: 'No body' } };
    expect(await send('ticket-create', 'mended', wrong)).toMatchObject({ status: 400 });
    expect(await send('ticket-create', 'mended', ticket('Mended'))).toMatchObject({ status: 200, isReplay: false });
  });

  it('I1: is forgotten after 24 hours', async () => {
    await send('ticket-create', 'old', ticket('Old'));
    now += DAY_MILLISECONDS + 1_000;
    expect(await send('ticket-create', 'old', ticket('Old'))).toMatchObject({ status: 200, isReplay: false });
    expect(await countTickets('Old')).toBe(2);
    const left = await server.database.query('select key from ticketgate.idempotency_key where key = $1', ['old']);
    expect(left).toHaveLength(1);
  });

  it('I1: must be a short word', async () => {
    const refused = await send('ticket-create', 'x'.repeat(256), ticket('Long'));
    expect([refused.status, codeOf(refused)]).toEqual([400, 'Gateway.IdempotencyKeyInvalid']);
  });
});
