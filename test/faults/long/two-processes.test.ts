import {
  makeServerFolder,
  runTicketgate,
  type ServerProcess,
  startServerProcess,
  startTestDatabase,
  type TestDatabase,
  untilTrue,
} from '../../support/index.js';

const WITHIN_MILLISECONDS = 2_000;

describe('two processes on one database', () => {
  const folder = makeServerFolder();
  let testDatabase: TestDatabase;
  let servers: readonly ServerProcess[] = [];

  beforeAll(async () => {
    testDatabase = await startTestDatabase({ migrations: [] });
    const environment = { DATABASE_URL: testDatabase.url };
    const first = await startServerProcess(folder.path, { environment });
    servers = [first, await startServerProcess(folder.path, { environment })];
    await manage('agent add anna --first-name A --last-name B --email a@customer.org --group users', 'first-Passw0rd');
  }, 120_000);

  afterAll(async () => {
    for (const server of servers) await server.stop();
    await testDatabase.stop();
    folder.remove();
  });

  /** A third process, as an administrator would run it. */
  async function manage(words: string, input = ''): Promise<string> {
    const environment = { DATABASE_URL: testDatabase.url, TICKETGATE_DATA: folder.path };
    const { code, log, output } = await runTicketgate(words.split(' '), { environment, input });
    expect([code, log]).toEqual([0, expect.any(String)]);
    return output.trim();
  }

  async function ask({ url }: ServerProcess, credentials: { headers?: Record<string, string>; body?: object }) {
    const { headers = {}, body = {} } = credentials;
    const request = { method: 'POST', headers, body: JSON.stringify({ ...body, Title: 'x' }) };
    return (await fetch(`${url}/Webservice/TicketExample/ticket/search`, request)).status;
  }

  async function expectRefusal(credentials: { headers?: Record<string, string>; body?: object }): Promise<void> {
    const changed = Date.now();
    await Promise.all(servers.map((server) => refused(server, { credentials, changed })));
  }

  /** No request is accepted that is sent later; how long an answer takes is not the point. */
  async function refused(
    server: ServerProcess,
    { credentials, changed }: { readonly credentials: Parameters<typeof ask>[1]; readonly changed: number },
  ): Promise<void> {
    let lastAccepted = 0;
    await untilTrue(async () => {
      const sent = Date.now() - changed;
      const isRefused = (await ask(server, credentials)) === 401;
      if (!isRefused) lastAccepted = sent;
      return isRefused;
    });
    expect(lastAccepted).toBeLessThan(WITHIN_MILLISECONDS);
  }

  async function expectAccess(credentials: { headers?: Record<string, string>; body?: object }): Promise<void> {
    for (const server of servers) expect(await ask(server, credentials)).toBe(200);
  }

  it('let one of many updates with the same If-Match succeed, wherever they are sent', async () => {
    const login = { UserLogin: 'anna', Password: 'first-Passw0rd' };
    const service = (index: number) => `${servers[index % servers.length]?.url ?? ''}/Webservice/TicketService`;
    const send = (url: string, body: object, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: url.endsWith('Update') ? 'PUT' : 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ ...login, ...body }),
      });
    const ticket = { Title: 'Lamp', Queue: 'Raw', State: 'open', Priority: '3 normal', CustomerUser: 'c@customer.org' };
    const article = { Subject: 'Dark', Body: 'No light.', MimeType: 'text/plain' };
    const created = await send(`${service(0)}/TicketCreate`, { Ticket: ticket, Article: article });
    const { Data } = (await created.json()) as { Data: { TicketID: string } };
    for (let round = 0; round < 10; round += 1) {
      const words = new URLSearchParams({ ...login, TicketID: Data.TicketID });
      const known = await fetch(`${service(0)}/TicketGet?${words.toString()}`);
      const tag = known.headers.get('ETag') ?? '';
      const update = (index: number) => ({ TicketID: Data.TicketID, Ticket: { Title: `${round}-${index}` } });
      const all = Array.from({ length: 20 }, (_, index) =>
        send(`${service(index)}/TicketUpdate`, update(index), { 'If-Match': tag }),
      );
      const statuses = (await Promise.all(all)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(new Set(statuses)).toEqual(new Set([200, 412]));
    }
  });

  it('both refuse a key within two seconds of its end', async () => {
    const credentials = { headers: { 'X-API-Key': await manage('api-key create shop --agent anna') } };
    await expectAccess(credentials);
    await manage('api-key revoke shop');
    await expectRefusal(credentials);
  });

  it('both refuse an old password, and its sessions, within two seconds of a change', async () => {
    const login = { UserLogin: 'anna', Password: 'first-Passw0rd' };
    await expectAccess({ body: login });
    const url = `${servers[0]?.url ?? ''}/Webservice/TicketExample/session`;
    const made = await fetch(url, { method: 'POST', body: JSON.stringify(login) });
    const { Data } = (await made.json()) as { Data: { SessionID: string } };
    await expectAccess({ body: Data });
    await manage('agent set-password anna', 'second-Passw0rd');
    await expectRefusal({ body: login });
    await expectRefusal({ body: Data });
    await expectAccess({ body: { UserLogin: 'anna', Password: 'second-Passw0rd' } });
  });

  it('both refuse a disabled agent within two seconds, and accept an enabled one again', async () => {
    const login = { UserLogin: 'anna', Password: 'second-Passw0rd' };
    const key = { headers: { 'X-API-Key': await manage('api-key create other --agent anna') } };
    await expectAccess({ body: login });
    await expectAccess(key);
    await manage('catalogue disable Agents anna');
    await expectRefusal({ body: login });
    await expectRefusal(key);
    await manage('catalogue set Agents anna Valid=true');
    for (const server of servers) await untilTrue(async () => (await ask(server, { body: login })) === 200);
  });
});
