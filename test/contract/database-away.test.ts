import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DatabaseRoad,
  makeServerFolder,
  type ServerProcess,
  startServerProcess,
  startTestDatabase,
  type TestDatabase,
  untilTrue,
} from '../support/index.js';

const SERVICES = join(import.meta.dirname, '..', '..', 'config', 'webservices');
/** The family's profile, with tools for AI agents. */
const AGENTS = readFileSync(join(SERVICES, 'GenericTicketConnectorREST.yml'), 'utf8').replace(
  'Gateway:\n',
  'Gateway:\n  Authentication: { Accept: [SessionID, UserLogin, ApiKey] }\n  MCP: { Operations: [TicketCreate, TicketGet] }\n',
);
const TICKET = {
  Ticket: { Title: 'Printer', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'x@customer.org' },
  Article: { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain; charset=utf-8' },
};

describe('while the database is away', () => {
  const folder = makeServerFolder();
  let testDatabase: TestDatabase;
  let road: DatabaseRoad;
  let server: ServerProcess;
  let administrator: Record<string, string>;
  let key = '';

  beforeAll(async () => {
    testDatabase = await startTestDatabase({ migrations: [] });
    road = new DatabaseRoad(testDatabase.url);
    await road.open();
    server = await startServerProcess(folder.path, { environment: { DATABASE_URL: road.url } });
    administrator = await logIn();
    const published = await send('/admin/api/services', { name: 'Agents', definition: AGENTS }, administrator);
    expect(published.status).toBe(200);
    ({ key } = (await (await makeKey('k')).json()) as { key: string });
    await untilTrue(async () => (await ask.anApiKey()).status === 200);
  });

  afterAll(async () => {
    await server.stop();
    await road.close();
    await testDatabase.stop();
    folder.remove();
  });

  function send(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const type = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    return fetch(server.url + path, { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) });
  }

  async function logIn(): Promise<Record<string, string>> {
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const answer = await send('/admin/api/session', login);
    const { csrfToken } = (await answer.json()) as { csrfToken: string };
    const [cookie = ''] = answer.headers.getSetCookie();
    return { Cookie: cookie.split(';')[0] ?? '', 'X-CSRF-Token': csrfToken };
  }

  const agents = (path: string, body: unknown, headers?: Record<string, string>) =>
    send(`/Webservice/Agents${path}`, body, headers);
  const tool = (name: string, input: unknown) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
    return agents('/mcp', message, { 'X-API-Key': key });
  };
  const makeKey = (name: string) => send('/admin/api/api-keys', { name, agent: 'root@localhost' }, administrator);
  const login = () => ({ UserLogin: 'api_agent', Password: server.rootPassword });

  /** One request of each kind that reads, and of each that writes. */
  const ask = {
    theContract: () => send('/connector/ticket-get', { ...login(), TicketID: 1 }),
    anApiKey: () => fetch(`${server.url}/Webservice/Agents/Ticket`, { headers: { 'X-API-Key': key } }),
    aTool: () => tool('TicketGet', { TicketID: 1 }),
    anAdministrator: () => fetch(`${server.url}/admin/api/catalogue/Agents`, { headers: administrator }),
  };
  const write = {
    theContract: () => send('/connector/ticket-create', { ...login(), ...TICKET }),
    theFamily: () => agents('/Ticket', { ...login(), ...TICKET }),
    anApiKey: () => agents('/Ticket', TICKET, { 'X-API-Key': key }),
    aSession: () => agents('/Session', login()),
    aTool: () => tool('TicketCreate', TICKET),
    anAdministrator: () => makeKey('other'),
  };

  async function answersOf(requests: Readonly<Record<string, () => Promise<Response>>>): Promise<object> {
    const answers = await Promise.all(
      Object.entries(requests).map(async ([name, request]) => {
        const answer = await request();
        const hasTime = Number(answer.headers.get('retry-after')) > 0;
        const code = /"(?:ErrorCode|code)":"([\w.]+)"/.exec(await answer.text())?.[1];
        return [name, [answer.status, hasTime, code]] as const;
      }),
    );
    return Object.fromEntries(answers);
  }

  const refused = (requests: object) =>
    Object.fromEntries(Object.keys(requests).map((name) => [name, [503, true, 'Database.Unavailable']]));

  it('ER6: requests are answered with 503 and Retry-After in every profile, and work again once it is back', async () => {
    expect((await ask.theContract()).status).toBe(200);
    road.cut();
    expect(await answersOf(write)).toEqual(refused(write));
    expect(await answersOf(ask)).toEqual(refused(ask));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    road.mend();
    await untilTrue(async () => (await ask.theContract()).status === 200);
  });

  it('ER6: so they are while it takes no writes', async () => {
    const { database, url } = testDatabase;
    const name = new URL(url).pathname.slice(1);
    await database.query(`alter database ${name} set default_transaction_read_only = on`);
    road.cut();
    road.mend();
    expect(await answersOf(write)).toEqual(refused(write));
    await database.query(`alter database ${name} reset default_transaction_read_only`);
    await untilTrue(async () => (await write.theFamily()).status === 200);
  });
});
