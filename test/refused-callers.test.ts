import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectingLogger, startTestServer, untilTrue, type TestServer } from './support/index.js';

const FOLDER = join(import.meta.dirname, '..', 'config', 'webservices');
const shipped = (name: string) => readFileSync(join(FOLDER, `${name}.yml`), 'utf8');
const CONNECTOR = shipped('TicketConnector').replace('OnlyAgents: [api_agent]', '');
const LOCKED = CONNECTOR.replace('BasePath: /connector', '').replace(
  'Accept: [UserLogin, ApiKey]',
  'Accept: [UserLogin]\n    OnlyAgents: [root@localhost]',
);
/** Something that no log and no debug entry may have. */
const WRONG = 'gu3ss-th1s-0ne';

type Fields = Readonly<Record<string, unknown>>;

describe('a caller who is refused', () => {
  const logger = collectingLogger();
  let server: TestServer;
  let keys: Readonly<Record<'expired' | 'bound' | 'away', string>>;
  let session: string;
  let login: Fields;

  beforeAll(async () => {
    server = await startTestServer({
      webServices: {
        TicketConnector: CONNECTOR,
        Locked: LOCKED,
        TicketExample: shipped('TicketExample'),
        GenericTicketConnectorREST: shipped('GenericTicketConnectorREST'),
      },
      configuration: { login: { maxFailures: 3 } },
      logger,
    });
    const { agents, apiKeys, sessions } = server.system.accounts;
    login = { UserLogin: 'vera', Password: server.rootPassword };
    const person = { firstName: 'Vera', lastName: 'Agent', password: server.rootPassword, groups: ['users'] };
    await agents.add({ ...person, login: 'vera', email: 'vera@example.org' });
    await agents.add({ ...person, login: 'gone', email: 'gone@example.org' });
    await server.database.query("update users set valid_id = 2 where login = 'gone'");
    await server.system.snapshots.dropAll();
    const key = (name: string, bounds: object) => apiKeys.create({ name, agentID: 2, ...bounds });
    keys = {
      expired: await key('expired', { expiresAt: new Date(0) }),
      bound: await key('bound', { services: ['Other'] }),
      away: await key('away', { addresses: ['203.0.113.0/24'] }),
    };
    const elsewhere = { remoteAddress: '203.0.113.9', userAgent: 'test' };
    session = await sessions.create({ type: 'User', userID: 2, login: 'vera' }, elsewhere);
  });

  beforeEach(async () => {
    logger.lines.length = 0;
    await server.database.query('truncate ticketgate.login_failure');
  });

  afterAll(() => server.stop());

  async function post(path: string, body: Fields, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body), headers });
    return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
  }

  const connector = (body: Fields, headers = {}) => post('/connector/ticket-get', { TicketID: 1, ...body }, headers);
  const example = (body: Fields, headers = {}) =>
    post('/Webservice/TicketExample/ticket/search', { Title: 'x', ...body }, headers);
  const locked = (body: Fields) => post('/Webservice/Locked/ticket-get', { TicketID: 1, ...body });

  it.each<[string, () => Promise<{ status: number; text: string }>]>([
    ['the login is unknown', () => connector({ UserLogin: 'nobody', Password: WRONG })],
    ['the password is wrong', () => connector({ ...login, Password: WRONG })],
    ['the account is not valid', () => connector({ ...login, UserLogin: 'gone' })],
    ['the request has a login but no password', () => connector({ UserLogin: 'vera' })],
    ['the request has no credentials that the web service accepts', () => connector({})],
    ['the login or the password is too long, or not a text', () => connector({ ...login, UserLogin: 'b'.repeat(201) })],
    ['is locked to the agents root@localhost (OnlyAgents)', () => locked(login)],
    ['the session is unknown or has ended', () => example({ SessionID: '1'.repeat(39) })],
    ['the session of vera began at another address', () => example({ SessionID: session })],
    ['the API key is unknown or revoked', () => example({}, { 'X-API-Key': WRONG })],
    ['the API key \\"expired\\" has expired', () => example({}, { 'X-API-Key': keys.expired })],
    ['the API key \\"bound\\" is not for this web service', () => example({}, { 'X-API-Key': keys.bound })],
    ['the API key \\"away\\" is not for this address', () => example({}, { 'X-API-Key': keys.away })],
  ])('is told AuthFail alone, the log that %s', async (reason, call) => {
    const { status, text } = await call();
    expect({ status, text }).toEqual({ status: 401, text: expect.stringContaining('AuthFail') as unknown });
    expect(text).not.toContain(reason);
    const lines = logger.lines.filter((line) => line.includes('was not authenticated'));
    expect(lines).toEqual([expect.stringContaining(reason)]);
    expect(lines[0]).toContain('"remoteAddress":"127.0.0.1"');
    for (const secret of [WRONG, server.rootPassword, session, keys.away]) expect(lines[0]).not.toContain(secret);
  });

  it.each<[string, Fields]>([
    ['is none', { UserLogin: WRONG, Password: 'x' }],
    ['is the password, too', { UserLogin: 'vera', Password: 'vera' }],
    ['comes without a password', { UserLogin: WRONG }],
  ])('has a login in no log where it %s', async (_which, body) => {
    await server.database.query('truncate gi_debugger_entry cascade');
    await connector(body);
    const text = logger.lines.join('\n');
    expect(text).toContain('"login":"*******"');
    expect(text).not.toContain(String(body.UserLogin));
    const read = () =>
      server.database.query<{ content: string }>(
        `select string_agg(content, ' ') as content from gi_debugger_entry_content
          having bool_or(subject = 'Nobody was authenticated')`,
      );
    let rows = await read();
    while (rows.length === 0) rows = await read();
    expect(rows[0]?.content).not.toContain(WRONG);
  });

  it('is named in the log where the login is one', async () => {
    await connector({ ...login, Password: WRONG });
    expect(logger.lines.join('\n')).toContain('"login":"vera"');
  });

  it('finds in the log which credentials the web service does not accept', async () => {
    await connector({ SessionID: session });
    expect(logger.lines.join('\n')).toContain('"ignored":"SessionID: not in Gateway.Authentication.Accept"');
  });

  it('leaves the reason in the debug log', async () => {
    await server.database.query('truncate gi_debugger_entry cascade');
    await connector({ ...login, Password: WRONG });
    const read = () =>
      server.database.query<{ content: string }>(
        `select content from gi_debugger_entry_content where subject = 'Nobody was authenticated'`,
      );
    await untilTrue(async () => (await read()).some(({ content }) => content === 'the password is wrong'));
  });

  it('learns when to try again after too many failures, in the form of each web service', async () => {
    for (const attempt of [1, 2, 3]) await connector({ ...login, Password: `${WRONG} ${attempt}` });
    const guess = { ...login, Password: WRONG };
    const flat = await connector(guess);
    expect(flat).toMatchObject({ status: 429 });
    expect(flat.text).toContain('"ErrorCode":"Accounts.LoginThrottled"');
    expect(Number(flat.retryAfter)).toBeGreaterThan(290);
    const envelope = JSON.parse((await example(guess)).text) as Fields;
    expect(envelope).toMatchObject({ Success: 0, ErrorCode: 'Accounts.LoginThrottled' });
    const compatible = await post('/Webservice/GenericTicketConnectorREST/Session', guess);
    expect(compatible.status).toBe(200);
    expect(compatible.text).toMatch(/^\{"Error":\{"ErrorCode":"Accounts\.LoginThrottled"/);
    expect(logger.lines.join('\n')).toContain('Too many logins failed');
  });
});
