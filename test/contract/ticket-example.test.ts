import { ARTICLE, ContractServer, TICKET, type Members, START_TIMEOUT } from './support/contract-server.js';
import { httpOrEveryTransport } from './support/transports.js';

const BASE = '/Webservice/TicketExample';

describe.each(httpOrEveryTransport())('style B, the configured route table, over %s', (transport) => {
  let contract: ContractServer;
  let SessionID: unknown;

  beforeAll(async () => {
    contract = await ContractServer.start(transport);
    SessionID = (await data('POST', '/session', contract.login)).SessionID;
  }, START_TIMEOUT);

  afterAll(() => contract.stop());

  async function data(method: string, path: string, body: object): Promise<Members> {
    const answer = await contract.call(method, BASE + path, { body });
    expect(answer).toMatchObject({ status: 200, body: { Success: 1, ErrorMessage: '' } });
    return answer.body.Data as Members;
  }

  async function allowed(path: string): Promise<string | undefined> {
    const answer = await contract.call('OPTIONS', BASE + path);
    expect(answer.status).toBe(204);
    return answer.headers.allow;
  }

  it('E1: session-create starts a session by PATCH, POST and PUT', async () => {
    for (const method of ['PATCH', 'POST', 'PUT']) {
      const made = await data(method, '/session', contract.login);
      expect(made).toEqual({ SessionID: expect.stringMatching(/^\d{39}$/) as string });
    }
    expect(await allowed('/session')).toBe('HEAD, OPTIONS, PATCH, POST, PUT');
    const before = await contract.server.database.query('select distinct session_id from sessions');
    expect(await contract.call('HEAD', `${BASE}/session`)).toMatchObject({ status: 204 });
    expect(await contract.server.database.query('select distinct session_id from sessions')).toHaveLength(
      before.length,
    );
  });

  it('E2: ticket-create answers the ticket too', async () => {
    const made = await data('POST', '/ticket', { SessionID, Ticket: TICKET, Article: ARTICLE });
    expect(made).toMatchObject({
      TicketID: expect.any(String) as string,
      Ticket: { Title: TICKET.Title, Article: { Subject: 'Help' } },
    });
    expect(await allowed('/ticket')).toBe('HEAD, OPTIONS, PATCH, POST, PUT');
    expect(await contract.call('GET', `${BASE}/ticket`)).toMatchObject({ status: 405 });
  });

  it('E3: ticket-get answers tickets by POST', async () => {
    const { TicketID } = await contract.ticket();
    expect(await data('POST', '/ticket/get', { SessionID, TicketID })).toMatchObject({ Ticket: [{ TicketID }] });
    expect(await allowed('/ticket/get')).toBe('HEAD, OPTIONS, POST');
    expect(await contract.call('GET', `${BASE}/ticket/get`)).toMatchObject({ status: 405 });
  });

  it('E4: ticket-history-get answers histories by POST', async () => {
    const { TicketID } = await contract.ticket();
    expect((await data('POST', '/ticket/history', { SessionID, TicketID })).History).toBeInstanceOf(Array);
    expect(await allowed('/ticket/history')).toBe('HEAD, OPTIONS, POST');
  });

  it('E5: ticket-search finds tickets by POST, by dotted and nested operators', async () => {
    const { TicketID } = await contract.ticket({ Title: 'E5' });
    await data('PATCH', '/ticket', { SessionID, TicketID, DynamicField: { Name: 'Reference', Value: 'E5-1' } });
    for (const criteria of [
      { Title: 'E5' },
      { 'DynamicField_Reference.Equals': 'E5-1' },
      { 'DynamicField_Reference[Like]': 'E5*' },
      { DynamicField_Reference: { Like: 'E5*' } },
    ]) {
      expect((await data('POST', '/ticket/search', { SessionID, ...criteria })).TicketID).toEqual([TicketID]);
    }
    expect(await allowed('/ticket/search')).toBe('HEAD, OPTIONS, POST');
  });

  it('E6: ticket-update changes a ticket by PATCH and PUT, and answers it too', async () => {
    const { TicketID } = await contract.ticket();
    for (const method of ['PATCH', 'PUT']) {
      const changed = await data(method, '/ticket', { SessionID, TicketID, Ticket: { Title: method } });
      expect(changed).toMatchObject({ TicketID, Ticket: { TicketID, Title: method } });
    }
  });

  it('E7: ids are integers in searches and updates, and the others answer no ticket data', async () => {
    const { TicketID } = await contract.ticket();
    const found = await data('POST', '/ticket/search', { SessionID, TicketNumber: 'none' });
    expect(found).toEqual({ TicketID: [] });
    const history = await data('POST', '/ticket/history', { SessionID, TicketID });
    expect(Object.keys(history)).toEqual(['History']);
  });

  it('L1: accepts bodies up to 16000 bytes and refuses longer ones', async () => {
    const body = { SessionID, TicketID: 1, UserLogin: '' };
    const fill = 16_000 - JSON.stringify(body).length;
    expect(
      await contract.call('POST', `${BASE}/ticket/get`, { body: { ...body, UserLogin: 'x'.repeat(fill) } }),
    ).toMatchObject({ status: 200 });
    expect(
      await contract.call('POST', `${BASE}/ticket/get`, { body: { ...body, UserLogin: 'x'.repeat(fill + 1) } }),
    ).toMatchObject({ status: 413, body: { Success: 0, ErrorCode: 'Gateway.PayloadTooLarge' } });
  });

  it('L2: keeps connections alive', async () => {
    const answer = await contract.call('POST', `${BASE}/ticket/get`, { body: { SessionID, TicketID: 1 } });
    expect(answer.headers.connection).toBe('keep-alive');
  });

  it('V1: paths have no version, and the definition names its framework version', async () => {
    const [row] = await contract.server.database.query<{ config: string }>(
      `select config from gi_webservice_config where name = 'TicketExample'`,
    );
    expect(row?.config).toContain('FrameworkVersion: 11.0.5');
  });
});
