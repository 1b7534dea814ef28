import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  ARTICLE,
  ContractServer,
  TICKET,
  type Answer,
  type Members,
  START_TIMEOUT,
} from './support/contract-server.js';
import { everyTransport } from './support/transports.js';

const FOLDER = join(import.meta.dirname, '..', '..', 'config', 'webservices');
const CONNECTOR = readFileSync(join(FOLDER, 'TicketConnector.yml'), 'utf8')
  .replace('BasePath: /connector', '')
  .replace('OnlyAgents: [api_agent]', '');
const LOCKED = CONNECTOR.replace('Accept: [UserLogin, ApiKey]', 'Accept: [UserLogin]\n    OnlyAgents: [api_agent]');
const GENEROUS = CONNECTOR.replace(
  'Accept: [UserLogin, ApiKey]',
  'Accept: [CustomerUserLogin]\n  Customers: { May: [State] }',
);
/** As existing definitions do it: whatever login comes, it becomes that of the one agent. */
const FORCED = CONNECTOR.replace(
  'Type: Ticket::TicketGet',
  `Type: Ticket::TicketGet
      MappingInbound:
        Type: Simple
        Config:
          KeyMapDefault: { MapType: Keep, MapTo: '' }
          ValueMapDefault: { MapType: Keep, MapTo: '' }
          ValueMap: { UserLogin: { ValueMapRegEx: { '.*': api_agent } } }`,
);

describe.each(everyTransport())('authentication over %s', (transport) => {
  let contract: ContractServer;

  beforeAll(async () => {
    contract = await ContractServer.start(transport, { Locked: LOCKED, Forced: FORCED, Generous: GENEROUS });
    const { agents } = contract.server.system.accounts;
    const person = { firstName: 'O', lastName: 'Ther', email: 'o@customer.org', groups: ['users'] };
    await agents.add({ ...person, login: 'other', password: 'test-Passw0rd-1' });
  }, START_TIMEOUT);

  afterAll(() => contract.stop());

  const search = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    contract.call('POST', '/Webservice/TicketExample/ticket/search', { body: { Title: 'x', ...body }, headers });
  const codeOf = ({ body }: Answer) => body.ErrorCode ?? (body.Error as Members | undefined)?.ErrorCode;
  const startSession = async (login: object = contract.login) => {
    const answer = await contract.call('POST', '/Webservice/TicketExample/session', { body: login });
    return (answer.body.Data as Members).SessionID as string;
  };

  it('AU1: a service can be locked to one agent', async () => {
    const get = (UserLogin: string) =>
      contract.call('POST', '/Webservice/Locked/ticket-get', {
        body: { UserLogin, Password: contract.login.Password, TicketID: 1 },
      });
    expect(await get('api_agent')).toMatchObject({ status: 200 });
    const refused = await get('other');
    expect([refused.status, codeOf(refused)]).toEqual([401, 'TicketGet.AuthFail']);
  });

  it('AU1: an inbound mapping can force the login of the one agent', async () => {
    const get = (UserLogin: string, Password: string) =>
      contract.call('POST', '/Webservice/Forced/ticket-get', { body: { UserLogin, Password, TicketID: 1 } });
    await contract.server.system.accounts.agents.setPassword('other', 'quite-an0ther-one');
    expect(await get('other', contract.login.Password)).toMatchObject({ status: 200 });
    expect(await get('other', 'quite-an0ther-one')).toMatchObject({ status: 401 });
    await contract.server.system.accounts.agents.setPassword('other', contract.login.Password);
  });

  // Prism refuses an Authorization header that the document does not name, and reads numbers as JavaScript does.
  const itApartFromPrism = transport === 'prism' ? it.skip : it;

  itApartFromPrism('AU2: an Authorization header is neither needed nor used', async () => {
    const { UserLogin, Password } = contract.login;
    const Authorization = `Basic ${Buffer.from(`${UserLogin}:${Password}`).toString('base64')}`;
    expect(await search({}, { Authorization })).toMatchObject({ status: 401 });
    expect(await search(contract.login, { Authorization: 'Basic bm9ib2R5OndpdGg=' })).toMatchObject({ status: 200 });
  });

  itApartFromPrism('AU3: style B takes a SessionID, as text or as an integer', async () => {
    const SessionID = await startSession();
    expect(await search({ SessionID })).toMatchObject({ status: 200 });
    const text = `{"Title":"x","SessionID":${SessionID}}`;
    expect(await contract.call('POST', '/Webservice/TicketExample/ticket/search', { text })).toMatchObject({
      status: 200,
    });
    expect(await search({ SessionID: '1'.repeat(39) })).toMatchObject({ status: 401 });
  });

  it('AU4: without a SessionID both UserLogin and Password are needed', async () => {
    const create = (login: object) =>
      contract.call('POST', '/Webservice/TicketExample/ticket', {
        body: { ...login, Ticket: TICKET, Article: ARTICLE },
      });
    const { UserLogin, Password } = contract.login;
    expect(await create({ UserLogin, Password })).toMatchObject({ status: 200 });
    expect(await create({ UserLogin })).toMatchObject({
      status: 400,
      body: { ErrorMessage: 'TicketCreate: Password or SessionID is required!' },
    });
    expect(await create({ Password })).toMatchObject({
      status: 400,
      body: { ErrorMessage: 'TicketCreate: UserLogin, CustomerUserLogin or SessionID is required!' },
    });
    for (const wrong of [
      { UserLogin, Password: 'no' },
      { UserLogin: 'nobody', Password },
    ]) {
      expect(codeOf(await create(wrong))).toBe('TicketCreate.AuthFail');
    }
  });

  it('AU5: with query strings the same names are parameters', async () => {
    const query = new URLSearchParams({ ...contract.login, Title: 'x' }).toString();
    expect(await contract.call('GET', `/Webservice/TicketService/TicketSearch?${query}`)).toMatchObject({
      status: 200,
    });
    const SessionID = await startSession();
    const session = `/Webservice/TicketService/TicketSearch?SessionID=${SessionID}&Title=x`;
    expect(await contract.call('GET', session)).toMatchObject({ status: 200 });
  });

  it('AU6: the cookie of a session counts with JSON from our own pages, and from no others', async () => {
    const Cookie = `a=b; OTOBOAgentInterface=${await startSession()}`;
    expect(await search({}, { Cookie })).toMatchObject({ status: 200 });
    expect(await search({}, { Cookie, Origin: 'https://evil.example' })).toMatchObject({ status: 401 });
    expect(await search({}, { Cookie, 'Content-Type': 'text/plain' })).toMatchObject({ status: 401 });
    const body = { TicketID: 1, Title: 'x' };
    expect(await contract.call('POST', '/connector/ticket-get', { body, headers: { Cookie } })).toMatchObject({
      status: 401,
    });
  });

  it('AU7: X-API-Key identifies an agent, within the bounds of the key', async () => {
    const { apiKeys } = contract.server.system.accounts;
    const agentID = 2;
    const open = await apiKeys.create({ name: `open-${transport}`, agentID });
    const bound = await apiKeys.create({
      name: `bound-${transport}`,
      agentID,
      services: ['TicketExample'],
      operations: ['Ticket::TicketSearch'],
      addresses: ['127.0.0.0/8'],
    });
    const history = (key: string) =>
      contract.call('POST', '/Webservice/TicketExample/ticket/history', {
        body: { TicketID: 1 },
        headers: { 'X-API-Key': key },
      });
    expect(await search({}, { 'X-API-Key': open })).toMatchObject({ status: 200 });
    const local = transport === 'nginx' ? {} : { 'X-Forwarded-For': '127.0.0.1' };
    expect(await search({}, { ...local, 'X-API-Key': bound })).toMatchObject({ status: 200 });
    // A proxy that does not say for whom it asks is in no network.
    expect((await search({}, { 'X-API-Key': bound })).status).toBe(transport === 'nginx' ? 200 : 401);
    expect(await history(open)).toMatchObject({ status: 200 });
    expect(await history(bound)).toMatchObject({ status: 401 });
    const body = { TicketID: 1 };
    expect(
      await contract.call('POST', '/connector/ticket-get', { body, headers: { 'X-API-Key': open } }),
    ).toMatchObject({ status: 200 });
    const away = await apiKeys.create({ name: `away-${transport}`, agentID, addresses: ['203.0.113.0/24'] });
    expect(await search({}, { 'X-API-Key': away })).toMatchObject({ status: 401 });
  });

  itApartFromPrism('AU7: Authorization: Bearer holds a key as X-API-Key does', async () => {
    const { apiKeys } = contract.server.system.accounts;
    const key = await apiKeys.create({ name: `bearer-${transport}`, agentID: 2 });
    expect(await search({}, { Authorization: `Bearer ${key}` })).toMatchObject({ status: 200 });
    expect(await search({}, { Authorization: `bearer ${key}x` })).toMatchObject({ status: 401 });
    expect(await search({}, { Authorization: 'Bearer of-somebody-else' })).toMatchObject({ status: 401 });
    expect(await search(contract.login, { Authorization: `Bearer ${key}x` })).toMatchObject({ status: 401 });
    const ofProxy = { Authorization: 'Bearer of-a-proxy' };
    expect(await search(contract.login, ofProxy)).toMatchObject({ status: 200 });
    expect(await search({}, { ...ofProxy, 'X-API-Key': key })).toMatchObject({ status: 200 });
  });

  it('AU7: a wrong, revoked or expired key is refused, whatever else was sent', async () => {
    const { apiKeys } = contract.server.system.accounts;
    const key = await apiKeys.create({ name: `short-${transport}`, agentID: 2 });
    expect(await search(contract.login, { 'X-API-Key': `${key}x` })).toMatchObject({ status: 401 });
    await apiKeys.revoke(`short-${transport}`);
    expect(await search(contract.login, { 'X-API-Key': key })).toMatchObject({ status: 401 });
    const old = await apiKeys.create({ name: `old-${transport}`, agentID: 2, expiresAt: new Date(1) });
    expect(await search(contract.login, { 'X-API-Key': old })).toMatchObject({ status: 401 });
  });

  it('AU9: credentials may come in the headers that Znuny has for them', async () => {
    const { UserLogin, Password } = contract.login;
    const headers = { 'X-OTRS-Header-UserLogin': UserLogin, 'X-OTRS-Header-Password': Password };
    expect(await search({}, headers)).toMatchObject({ status: 200 });
    expect(await search({}, { 'X-OTRS-Header-SessionID': await startSession() })).toMatchObject({ status: 200 });
    const body = { TicketID: 1 };
    expect(await contract.call('POST', '/connector/ticket-get', { body, headers })).toMatchObject({ status: 401 });
  });

  it('AU10: customers log in by CustomerUserLogin, and see their own tickets only', async () => {
    const { TicketID } = await contract.ticket();
    const { TicketID: foreign } = await contract.ticket({ CustomerUser: 'someone@customer.org' });
    const login = { CustomerUserLogin: 'carla', Password: contract.login.Password };
    const get = (id: number) =>
      contract.call('POST', '/Webservice/TicketExample/ticket/get', { body: { ...login, TicketID: id } });
    expect(await get(TicketID)).toMatchObject({ status: 200 });
    expect(await get(foreign)).toMatchObject({ status: 403 });
  });

  it('AU10: customers add articles, and set only what the definition of the service names', async () => {
    const { TicketID } = await contract.ticket();
    const login = { CustomerUserLogin: 'carla', Password: contract.login.Password };
    const Article = { Subject: 'Still', Body: 'It burns.' };
    const update = (path: string, Ticket: object) =>
      contract.call('PUT', path, { body: { ...login, TicketID, Article, ...Ticket } });
    expect(await update('/Webservice/TicketExample/ticket', {})).toMatchObject({ status: 200 });
    const refused = await update('/Webservice/TicketExample/ticket', { Ticket: { State: 'open' } });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'TicketUpdate.AccessDenied']);
    expect(await update('/Webservice/Generous/ticket-update', { Ticket: { State: 'open' } })).toMatchObject({
      status: 200,
    });
    expect(await update('/Webservice/Generous/ticket-update', { Ticket: { Priority: '1 very low' } })).toMatchObject({
      status: 403,
    });
  });
});

describe('AU8: HTTPS', () => {
  it('AU8: browsers that use HTTPS are told to keep using it', async () => {
    const contract = await ContractServer.start('https');
    const answer = await contract.call('POST', '/connector/queue-list', { body: contract.login });
    await contract.stop();
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  });
});
