import { ARTICLE, ContractServer, sorted, TICKET, type Members } from './support/contract-server.js';
import { availableTransports } from './support/transports.js';

describe.each(availableTransports())('style A, the connector, over %s', (transport) => {
  let contract: ContractServer;

  beforeAll(async () => {
    contract = await ContractServer.start(transport);
    const faq = `insert into faq_item (f_number, f_subject, f_name, f_language_id, state_id, category_id, created, created_by, changed, changed_by)
      values ('10001', 'Printers', 'Printers', 1, 3, 1, now(), 1, now(), 1)`;
    await contract.server.database.query(faq);
  });

  afterAll(() => contract.stop());

  const call = (path: string, body: object = {}, base = '/connector') =>
    contract.call(path === 'ticket-update' ? 'PUT' : 'POST', `${base}/${path}`, {
      body: { ...contract.login, ...body },
    });
  const items = async (path: string, body: object = {}) => {
    const answer = await call(path, body);
    expect(answer.status).toBe(200);
    return answer.body.Item as readonly Members[];
  };
  const RESULT = {
    TicketID: expect.any(Number) as number,
    TicketNumber: expect.stringMatching(/^\d+$/) as string,
    ArticleID: expect.any(Number) as number,
  };

  it('A1: ticket-create makes a ticket with its first article and answers its ids as integers', async () => {
    const answer = await call('ticket-create', { Ticket: TICKET, Article: ARTICLE });
    expect([answer.status, answer.body]).toEqual([200, RESULT]);
    expect(await contract.read(answer.body.TicketID, { AllArticles: 1 })).toMatchObject({
      Title: TICKET.Title,
      Queue: TICKET.Queue,
      State: TICKET.State,
      Priority: TICKET.Priority,
      CustomerUserID: 'carla',
      Article: [{ Subject: 'Help', Body: 'It burns.' }],
    });
  });

  it.each(['Title', 'Queue', 'State', 'Priority', 'CustomerUser'])('A1: Ticket.%s is required', async (name) => {
    const answer = await call('ticket-create', { Ticket: { ...TICKET, [name]: undefined }, Article: ARTICLE });
    expect(answer).toMatchObject({ status: 400, body: { Error: { ErrorCode: 'TicketCreate.MissingParameter' } } });
  });

  it.each(['Subject', 'Body', 'ContentType'])('A1: Article.%s is required', async (name) => {
    const answer = await call('ticket-create', { Ticket: TICKET, Article: { ...ARTICLE, [name]: undefined } });
    expect(answer).toMatchObject({ status: 400, body: { Error: { ErrorCode: 'TicketCreate.MissingParameter' } } });
  });

  it('A2: ticket-get answers an array of one ticket, its articles only with AllArticles 1', async () => {
    const { TicketID, ArticleID, TicketNumber } = await contract.ticket();
    const plain = await call('ticket-get', { TicketID });
    expect(plain).toMatchObject({ status: 200, body: { Ticket: [{ TicketID, TicketNumber, Title: TICKET.Title }] } });
    expect(await contract.read(TicketID, { AllArticles: 0 })).not.toHaveProperty('Article');
    expect(await contract.read(TicketID, { AllArticles: 1 })).toMatchObject({ Article: [{ ArticleID }] });
  });

  it('A2: ticket-get takes 0 and 1 for AllArticles, and nothing else', async () => {
    const { TicketID } = await contract.ticket();
    const answer = await call('ticket-get', { TicketID, AllArticles: 2 });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        Error: {
          ErrorCode: 'TicketGet.InvalidParameter',
          ErrorMessage: 'TicketGet: AllArticles is 2; use 0, 1, true or false.',
        },
      },
    ]);
    expect(await call('ticket-get')).toMatchObject({ status: 400 });
  });

  it('A3: ticket-search finds by Title with % and by Queues, at most Limit, and answers integers', async () => {
    const first = await contract.ticket({ Title: 'Search me one' });
    const second = await contract.ticket({ Title: 'Search me two', Queue: 'Support' });
    const find = async (body: object) => sorted((await call('ticket-search', body)).body.TicketID);
    expect(await find({ Title: '%arch me%' })).toEqual([first.TicketID, second.TicketID]);
    expect(await find({ Title: '%arch me%', Queues: ['Support'] })).toEqual([second.TicketID]);
    expect(await find({ Title: '%arch me%', Limit: 1 })).toHaveLength(1);
    expect(await find({ Title: 'no such title' })).toEqual([]);
    expect(await find({})).toEqual(expect.arrayContaining([first.TicketID]));
  });

  it('A4: ticket-update changes state and priority, adds an article, and answers like ticket-create', async () => {
    const { TicketID, TicketNumber } = await contract.ticket();
    const changed = await call('ticket-update', {
      TicketID,
      Ticket: { State: 'closed', Priority: '5 very high' },
      Article: { Subject: 'Done', Body: 'Put out.', ContentType: 'text/plain' },
    });
    expect([changed.status, changed.body]).toEqual([200, { ...RESULT, TicketID, TicketNumber }]);
    expect(await contract.read(TicketID, { AllArticles: 1 })).toMatchObject({
      State: 'closed',
      Priority: '5 very high',
      Article: [{}, { Subject: 'Done', Body: 'Put out.' }],
    });
    const stateOnly = await call('ticket-update', { TicketID, Ticket: { State: 'open' } });
    expect(stateOnly).toMatchObject({ status: 200, body: { TicketID, TicketNumber } });
    expect(await call('ticket-update', { Ticket: { State: 'open' } })).toMatchObject({ status: 400 });
  });

  it('A5: queue-list has the queues that the agent may read', async () => {
    const queues = await items('queue-list');
    expect(queues.map(({ Name }) => Name)).toEqual(['Junk', 'Misc', 'Postmaster', 'Raw', 'Support']);
    expect(queues[0]).toEqual({
      QueueID: expect.any(Number) as number,
      Name: 'Junk',
      GroupID: 1,
      Comment: expect.any(String) as string,
    });
  });

  it('A6: state-list has the states with their types', async () => {
    const states = await items('state-list');
    for (const Name of ['new', 'open', 'closed', 'pending reminder']) {
      expect(states).toContainEqual(expect.objectContaining({ Name, StateID: expect.any(Number) as number }));
    }
    expect(states).toContainEqual(expect.objectContaining({ Name: 'closed', TypeName: 'closed' }));
  });

  it('A7: priority-list has the priorities', async () => {
    expect(await items('priority-list')).toContainEqual({ PriorityID: 3, Name: '3 normal' });
  });

  it('A8: service-list has the services', async () => {
    const services = await items('service-list');
    expect(services).toMatchObject([
      { Name: 'IT', NameShort: 'IT', ParentID: null },
      { Name: 'IT::Printing', NameShort: 'Printing', ParentID: services[0]?.ServiceID },
    ]);
  });

  it('A9: type-list has the types', async () => {
    expect((await items('type-list')).map(({ Name }) => Name)).toEqual(['Unclassified', 'Incident']);
  });

  it('A10: dynamic-field-list has the dynamic fields', async () => {
    const fields = await items('dynamic-field-list');
    expect(fields.find(({ Name }) => Name === 'Impact')).toMatchObject({ FieldType: 'Dropdown', ObjectType: 'Ticket' });
  });

  it('A11: dynamic-field-values has keys and values of the field that Name names', async () => {
    expect(await items('dynamic-field-values', { Name: 'Impact' })).toEqual([
      { Key: 'high', Value: 'High' },
      { Key: 'low', Value: 'Low' },
    ]);
    expect(await call('dynamic-field-values')).toMatchObject({ status: 400 });
    expect(await call('dynamic-field-values', { Name: 'Nothing' })).toMatchObject({
      status: 400,
      body: { Error: { ErrorCode: 'DynamicFieldValues.InvalidParameter' } },
    });
  });

  it('A12: faq-search finds entries by What, or by the name Query', async () => {
    for (const name of ['What', 'Query']) {
      expect(await items('faq-search', { [name]: 'printers' })).toMatchObject([{ Number: '10001', Title: 'Printers' }]);
    }
    expect(await call('faq-search')).toMatchObject({ status: 400 });
  });

  it('A13: the connector is served at its base path and under its name alike', async () => {
    const { TicketID } = await contract.ticket();
    for (const base of ['/connector', '/Webservice/TicketConnector']) {
      expect(await call('ticket-get', { TicketID }, base)).toMatchObject({
        status: 200,
        body: { Ticket: [{ TicketID }] },
      });
      expect(await call('queue-list', {}, base)).toMatchObject({ status: 200 });
    }
  });

  it('A14: every route needs UserLogin and Password in the body', async () => {
    const routes = [
      ...['ticket-create', 'ticket-get', 'ticket-search', 'ticket-update', 'queue-list', 'state-list', 'priority-list'],
      ...['service-list', 'type-list', 'dynamic-field-list', 'dynamic-field-values', 'faq-search'],
    ];
    const { UserLogin, Password } = contract.login;
    const basic = { Authorization: `Basic ${Buffer.from(`${UserLogin}:${Password}`).toString('base64')}` };
    for (const route of routes) {
      const method = route === 'ticket-update' ? 'PUT' : 'POST';
      const request = { TicketID: 1, Ticket: TICKET, Article: ARTICLE, Name: 'Impact', What: 'a' };
      for (const credentials of [{}, { UserLogin }, { Password }, { UserLogin, Password: 'wrong' }]) {
        const body = { ...request, ...credentials };
        const answer = await contract.call(method, `/connector/${route}`, { body, headers: basic });
        expect([route, [400, 401].includes(answer.status)]).toEqual([route, true]);
      }
    }
  });

  it('A15: Item is an array, or one object where the service collapses a single one', async () => {
    expect(await items('dynamic-field-list', { ObjectType: 'Article' })).toEqual([]);
    expect(await items('type-list')).toBeInstanceOf(Array);
  });
});
