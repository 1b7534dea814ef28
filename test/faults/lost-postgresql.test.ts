import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerFolder, startServerProcess, untilTrue, type ServerProcess } from '../support/index.js';

describe('a server whose own PostgreSQL is killed', () => {
  const folder = makeServerFolder();
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServerProcess(folder.path);
  });

  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  async function post(path: string, body: object): Promise<{ status: number; retry: string | null; body: object }> {
    const login = { UserLogin: 'api_agent', Password: server.rootPassword };
    const init = { method: 'POST', body: JSON.stringify({ ...login, ...body }) };
    const response = await fetch(`${server.url}/connector/${path}`, init);
    const answer = (await response.json()) as object;
    return { status: response.status, retry: response.headers.get('retry-after'), body: answer };
  }

  it('answers 503, restarts it, and keeps every acknowledged ticket', async () => {
    const Ticket = { Title: 'Kept', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
    const Article = { Subject: 'Subject', Body: 'Body', ContentType: 'text/plain' };
    const created = await post('ticket-create', { Ticket, Article });
    expect(created).toMatchObject({ status: 200, body: { TicketID: expect.any(Number) as number } });
    const { TicketID } = created.body as { TicketID: number };
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    const seen = new Set<string>();
    await untilTrue(async () => {
      const { status, retry } = await post('ticket-get', { TicketID });
      seen.add(`${status}, Retry-After ${retry ?? 'missing'}`);
      return status === 200 && postmaster() !== killed;
    });
    const known = ['200, Retry-After missing', '503, Retry-After 5'];
    expect([...seen].filter((each) => !known.includes(each))).toEqual([]);
    expect((await post('ticket-get', { TicketID })).body).toMatchObject({ Ticket: [{ Title: 'Kept' }] });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  function postmaster(): number {
    return Number(readFileSync(join(folder.path, 'data', 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
});
