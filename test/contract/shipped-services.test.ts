import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnServer, type TestServer } from '../support/index.js';

const FOLDER = join(import.meta.dirname, '..', '..', 'config', 'webservices');
const names = readdirSync(FOLDER).map((file) => file.replace('.yml', ''));
const TICKET = {
  Title: 'Printer on fire',
  Queue: 'Raw',
  State: 'open',
  Priority: '3 normal',
  CustomerUser: 'carla@customer.org',
};
const LOGIN = { UserLogin: 'root@localhost', Password: 'test-Passw0rd-1' };
/** The only agent who may call the connector. */
const API_AGENT = { UserLogin: 'api_agent', Password: 'test-Passw0rd-2' };

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

describe('the shipped web services', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startOwnServer({
      webServices: Object.fromEntries(names.map((name) => [name, readFileSync(join(FOLDER, `${name}.yml`), 'utf8')])),
      configuration: { Settings: { CheckMXRecord: 0, 'AuthModule::DB::bcryptCost': 9 } },
    });
    const agent = { login: API_AGENT.UserLogin, password: API_AGENT.Password, groups: ['users'] };
    const person = { firstName: 'Api', lastName: 'Agent', email: 'api@example.org' };
    await server.system.accounts.agents.add({ ...agent, ...person });
  });

  afterAll(async () => {
    await server.stop();
  });

  async function call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(server.url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    // Every answer of these services is a JSON object.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const dataOf = ({ body }: Answer) => body.Data as Record<string, unknown>;

  it('GenericTicketConnectorREST creates, reads, finds and changes a ticket in a session', async () => {
    const base = '/otobo/nph-genericinterface.pl/Webservice/GenericTicketConnectorREST';
    const { SessionID } = (await call('POST', `${base}/Session`, LOGIN)).body as { SessionID: string };
    const article = { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain; charset=utf8' };
    const created = (await call('POST', `${base}/Ticket`, { SessionID, Ticket: TICKET, Article: article })).body;
    expect(created).toMatchObject({ TicketID: expect.any(String) as string, ArticleID: expect.any(Number) as number });
    const id = String(created.TicketID);
    expect((await call('GET', `${base}/Ticket/${id}?SessionID=${SessionID}&AllArticles=1`)).body).toMatchObject({
      Ticket: [
        {
          TicketID: Number(id),
          Title: 'Printer on fire',
          Queue: 'Raw',
          Article: [{ Body: 'It burns.', SenderType: 'agent' }],
        },
      ],
    });
    expect((await call('GET', `${base}/Ticket?SessionID=${SessionID}&Title=printer*`)).body).toEqual({
      TicketID: [id],
    });
    expect(
      (await call('PATCH', `${base}/Ticket/${id}?SessionID=${SessionID}`, { Ticket: { Title: 'New' } })).body,
    ).toMatchObject({ TicketID: id });
    expect((await call('GET', `${base}/TicketHistory/${id}?SessionID=${SessionID}`)).body).toMatchObject({
      TicketHistory: [
        {
          TicketID: id,
          History: expect.arrayContaining([expect.objectContaining({ HistoryType: 'TitleUpdate' })]) as unknown,
        },
      ],
    });
    expect(await call('GET', `${base}/Ticket/999?SessionID=${SessionID}`)).toEqual({
      status: 200,
      body: {
        Error: {
          ErrorCode: 'TicketGet.AccessDenied',
          ErrorMessage: 'TicketGet: User does not have access to the ticket!',
        },
      },
    });
  });

  it('TicketExample answers in the envelope, ids as the contract says, and includes the ticket', async () => {
    const base = '/Webservice/TicketExample';
    const session = await call('PATCH', `${base}/session`, LOGIN);
    expect(session).toMatchObject({ status: 200, body: { Success: 1, ErrorMessage: '' } });
    const { SessionID } = dataOf(session);
    const article = { Subject: 'Help', Body: '<b>It burns.</b>', MimeType: 'text/html' };
    const created = await call('POST', `${base}/ticket`, { Data: { Ticket: TICKET, Article: article }, SessionID });
    expect(created).toMatchObject({
      status: 200,
      body: { Success: 1, Data: { TicketID: expect.any(String) as string, Ticket: { Title: 'Printer on fire' } } },
    });
    const TicketID = dataOf(created).TicketID;
    expect(await call('POST', `${base}/ticket/get`, { SessionID, TicketID, AllArticles: true })).toMatchObject({
      body: { Success: 1, Data: { Ticket: [{ TicketID: Number(TicketID), Article: [{ Body: 'It burns.' }] }] } },
    });
    expect(
      await call('PUT', `${base}/ticket`, { SessionID, TicketID: Number(TicketID), Ticket: { State: 'closed' } }),
    ).toMatchObject({ body: { Success: 1, Data: { TicketID: Number(TicketID), Ticket: { State: 'closed' } } } });
    expect(await call('POST', `${base}/ticket/search`, { SessionID, StateType: 'Closed' })).toMatchObject({
      body: { Success: 1, Data: { TicketID: [Number(TicketID)] } },
    });
    expect(await call('POST', `${base}/ticket/history`, { SessionID, TicketID })).toMatchObject({
      body: {
        Success: 1,
        Data: { History: expect.arrayContaining([expect.objectContaining({ HistoryType: 'NewTicket' })]) as unknown },
      },
    });
    expect(await call('POST', `${base}/ticket/get`, { SessionID, TicketID, AllArticles: 2 })).toMatchObject({
      status: 400,
      body: { Success: 0 },
    });
  });

  it('TicketExample accepts a body of 16000 bytes, refuses a longer one, and lists its methods', async () => {
    const long = await call('POST', '/Webservice/TicketExample/ticket', { ...LOGIN, Pad: 'x'.repeat(16_000) });
    expect(long).toMatchObject({ status: 413, body: { Success: 0, ErrorCode: 'Gateway.PayloadTooLarge' } });
    const options = await fetch(`${server.url}/Webservice/TicketExample/ticket`, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toBe('HEAD, OPTIONS, PATCH, POST, PUT');
  });

  it('TicketService answers the tickets of a search page by page, by GET and by POST', async () => {
    const path = '/Webservice/TicketService/TicketList';
    const article = { Subject: 'Help', Body: 'It burns.', MimeType: 'text/plain' };
    for (const Title of ['Lamp 1', 'Lamp 2', 'Lamp 3']) {
      const created = await call('POST', '/Webservice/TicketService/TicketCreate', {
        ...LOGIN,
        Ticket: { ...TICKET, Title },
        Article: article,
      });
      expect(created.status).toBe(200);
    }
    const criteria = { Title: 'Lamp%', StateType: 'Open', SortBy: 'Title', OrderBy: 'Up' };
    const words = new URLSearchParams({ ...LOGIN, ...criteria, Limit: '2', Fields: 'Title,Queue', Total: '1' });
    const first = await call('GET', `${path}?${words.toString()}`);
    const ticket = (Title: string) => ({ TicketID: expect.any(Number) as number, Title, Queue: 'Raw' });
    expect(first).toEqual({
      status: 200,
      body: {
        Success: 1,
        ErrorMessage: '',
        Data: { Ticket: [ticket('Lamp 1'), ticket('Lamp 2')], Next: expect.any(String) as string, Total: 3 },
      },
    });
    const second = await call('POST', path, {
      ...LOGIN,
      ...criteria,
      Limit: 2,
      Fields: ['Title'],
      After: dataOf(first).Next,
    });
    expect(dataOf(second)).toEqual({ Ticket: [{ TicketID: expect.any(Number) as number, Title: 'Lamp 3' }] });
    const wrong = await call('POST', path, { ...LOGIN, After: 'page 2' });
    expect(wrong).toMatchObject({ status: 400, body: { Success: 0, ErrorCode: 'TicketList.InvalidParameter' } });
  });

  it('TicketService answers a single article with the members that were chosen', async () => {
    const base = '/Webservice/TicketService';
    const article = { Subject: 'Help', Body: 'It burns.', MimeType: 'text/plain' };
    const created = await call('POST', `${base}/TicketCreate`, { ...LOGIN, Ticket: TICKET, Article: article });
    const words = new URLSearchParams({ ...LOGIN, ArticleID: String(dataOf(created).ArticleID), Fields: 'Subject' });
    const { ArticleID, TicketID } = dataOf(created);
    expect(dataOf(await call('GET', `${base}/ArticleGet?${words.toString()}`))).toEqual({
      Article: [{ ArticleID, TicketID: Number(TicketID), Subject: 'Help' }],
    });
    const nothing = new URLSearchParams(LOGIN);
    expect(await call('GET', `${base}/ArticleGet?${nothing.toString()}`)).toMatchObject({
      status: 400,
      body: { ErrorCode: 'ArticleGet.MissingParameter' },
    });
    words.set('Fields', 'Subjekt');
    expect(await call('GET', `${base}/ArticleGet?${words.toString()}`)).toMatchObject({
      status: 400,
      body: { ErrorCode: 'ArticleGet.InvalidParameter', ErrorMessage: expect.stringContaining('Subject') as string },
    });
  });

  it('TicketService takes query strings, and deletes', async () => {
    const base = '/Webservice/TicketService';
    const login = 'UserLogin=root%40localhost&Password=test-Passw0rd-1';
    const article = { Subject: 'Help', Body: 'It burns.', MimeType: 'text/plain' };
    const created = await call('POST', `${base}/TicketCreate`, {
      ...LOGIN,
      Ticket: { ...TICKET, Title: 'Doomed' },
      Article: article,
    });
    const id = String(dataOf(created).TicketID);
    expect(dataOf(await call('GET', `${base}/TicketSearch?${login}&Title=Doom%25&StateType=Open`))).toEqual({
      TicketID: [Number(id)],
    });
    expect(dataOf(await call('GET', `${base}/TicketGet?${login}&TicketID=${id}&AllArticles=true`))).toMatchObject({
      Ticket: [{ Title: 'Doomed' }],
    });
    expect(await call('DELETE', `${base}/TicketDelete?${login}&TicketID=${id}`)).toEqual({
      status: 200,
      body: { Success: 1, ErrorMessage: '', Data: {} },
    });
    expect(await call('GET', `${base}/TicketGet?${login}&TicketID=${id}`)).toMatchObject({
      status: 403,
      body: { Success: 0, ErrorCode: 'TicketGet.AccessDenied' },
    });
    expect(dataOf(await call('GET', `${base}/TicketSearch?${login}&Title=Doom%25`))).toEqual({ TicketID: [] });
  });

  it.each(['/connector', '/Webservice/TicketConnector'])(
    'TicketConnector answers at %s with integers and true statuses',
    async (base) => {
      const article = { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain' };
      const created = await call('POST', `${base}/ticket-create`, { ...API_AGENT, Ticket: TICKET, Article: article });
      expect(created).toEqual({
        status: 200,
        body: {
          TicketID: expect.any(Number) as number,
          TicketNumber: expect.any(String) as string,
          ArticleID: expect.any(Number) as number,
        },
      });
      const { TicketID } = created.body;
      expect((await call('POST', `${base}/ticket-get`, { ...API_AGENT, TicketID, AllArticles: 1 })).body).toMatchObject(
        { Ticket: [{ TicketID }] },
      );
      expect(
        (await call('POST', `${base}/ticket-search`, { ...API_AGENT, Title: '%fire%', Queues: ['Raw'], Limit: 1 })).body
          .TicketID,
      ).toHaveLength(1);
      expect(
        (await call('PUT', `${base}/ticket-update`, { ...API_AGENT, TicketID, Ticket: { State: 'closed' } })).body,
      ).toMatchObject({ TicketID });
      expect(await call('POST', `${base}/ticket-get`, { ...API_AGENT, Password: 'wrong', TicketID })).toMatchObject({
        status: 401,
        body: { Error: { ErrorCode: 'TicketGet.AuthFail' } },
      });
      expect((await call('POST', `${base}/ticket-get`, { ...API_AGENT, TicketID: 99_999 })).status).toBe(403);
    },
  );
});
