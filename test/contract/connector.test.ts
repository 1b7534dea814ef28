import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ARTICLE, ContractServer, sorted, TICKET, type Members, START_TIMEOUT } from './support/contract-server.js';
import { httpOrEveryTransport } from './support/transports.js';

/** All routes; `request`: what they need beside the credentials and the id of a ticket. */
const ROUTES: readonly { readonly route: string; readonly operation: string; readonly request: Members }[] = [
  { route: 'ticket-create', operation: 'TicketCreate', request: { Ticket: TICKET, Article: ARTICLE } },
  { route: 'ticket-get', operation: 'TicketGet', request: {} },
  { route: 'ticket-search', operation: 'TicketSearch', request: { Title: '%' } },
  { route: 'ticket-update', operation: 'TicketUpdate', request: { Ticket: { State: 'open' } } },
  { route: 'queue-list', operation: 'QueueList', request: {} },
  { route: 'state-list', operation: 'StateList', request: {} },
  { route: 'priority-list', operation: 'PriorityList', request: {} },
  { route: 'service-list', operation: 'ServiceList', request: {} },
  { route: 'type-list', operation: 'TypeList', request: {} },
  { route: 'dynamic-field-list', operation: 'DynamicFieldList', request: {} },
  { route: 'dynamic-field-values', operation: 'DynamicFieldValues', request: { Name: 'Impact' } },
  { route: 'faq-search', operation: 'FAQSearch', request: { What: 'printers' } },
];

const COLLAPSING = readFileSync(
  join(import.meta.dirname, '../../config/webservices/TicketConnector.yml'),
  'utf8',
).replace('BasePath: /connector', 'CollapseSingleItem: true');

describe.each(httpOrEveryTransport())('style A, the connector, over %s', (transport) => {
  let contract: ContractServer;

  beforeAll(async () => {
    contract = await ContractServer.start(transport, { Collapsing: COLLAPSING });
    const faq = `insert into faq_item (f_number, f_subject, f_name, f_language_id, state_id, category_id, created, created_by, changed, changed_by)
      values ('10001', 'Printers', 'Printers', 1, 3, 1, now(), 1, now(), 1)`;
    await contract.server.database.query(faq);
  }, START_TIMEOUT);

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

  it('A1: ticket-create creates a ticket with its first article and answers its ids as integers', async () => {
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

  it('A2: ticket-get accepts only 0 and 1 for AllArticles', async () => {
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
    expect(states[0]).toEqual({
      StateID: 1,
      Name: 'new',
      TypeID: 1,
      TypeName: 'new',
      Comment: expect.any(String) as string,
    });
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
    expect(fields.at(-1)).toEqual({
      DynamicFieldID: expect.any(Number) as number,
      Name: 'Reference',
      Label: 'Reference',
      FieldType: 'Text',
      ObjectType: 'Ticket',
      FieldOrder: expect.any(Number) as number,
    });
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

  it.each(ROUTES)('A13: $route is served at the base path and under the name of the service alike', async (row) => {
    const { TicketID } = await contract.ticket();
    const request = ['ticket-get', 'ticket-update'].includes(row.route) ? { ...row.request, TicketID } : row.request;
    const answers = [
      await call(row.route, request, '/connector'),
      await call(row.route, request, '/Webservice/TicketConnector'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [members, otherMembers] = answers.map(({ body }) => Object.keys(body));
    expect(members).toEqual(otherMembers);
  });

  it.each(ROUTES)('A14: $route needs UserLogin and Password in the body', async ({ route, operation, request }) => {
    const { UserLogin, Password } = contract.login;
    const basic = { Authorization: `Basic ${Buffer.from(`${UserLogin}:${Password}`).toString('base64')}` };
    const attempt = async (credentials: object) => {
      const body = { TicketID: 1, ...request, ...credentials };
      const method = route === 'ticket-update' ? 'PUT' : 'POST';
      const answer = await contract.call(method, `/connector/${route}`, { body, headers: basic });
      return [answer.status, (answer.body.Error as Members).ErrorCode];
    };
    const wrong = [401, `${operation}.AuthFail`];
    const isWrite = ['ticket-create', 'ticket-update'].includes(route);
    const missing = isWrite ? [400, `${operation}.MissingParameter`] : wrong;
    expect(await attempt({})).toEqual(missing);
    expect(await attempt({ UserLogin })).toEqual(missing);
    expect(await attempt({ Password })).toEqual(missing);
    expect(await attempt({ UserLogin, Password: 'wrong' })).toEqual(wrong);
    expect(await attempt({ UserLogin: 'nobody', Password })).toEqual(wrong);
  });

  it('A15: Item is an array also for one entry and for none', async () => {
    expect(await items('dynamic-field-list', { ObjectType: 'Article' })).toEqual([]);
    expect(await items('faq-search', { What: 'printers' })).toHaveLength(1);
  });

  it('A15: a service with CollapseSingleItem sends a single entry as an object', async () => {
    const item = async (route: string, body: object) => {
      const answer = await call(route, body, '/Webservice/Collapsing');
      return answer.body.Item;
    };
    expect(await item('faq-search', { What: 'printers' })).toMatchObject({ Number: '10001' });
    expect(await item('dynamic-field-values', { Name: 'Impact' })).toHaveLength(2);
    expect(await item('dynamic-field-list', { ObjectType: 'Article' })).toEqual([]);
  });

  it.each([
    ['A1', 'ticket-create', { Ticket: { ...TICKET, Title: ['a'] }, Article: ARTICLE }, 'TicketCreate.InvalidParameter'],
    ['A1', 'ticket-create', { Ticket: 'Printer', Article: ARTICLE }, 'TicketCreate.MissingParameter'],
    ['A1', 'ticket-create', { Ticket: TICKET, Article: 'Help' }, 'TicketCreate.MissingParameter'],
    ['A2', 'ticket-get', { TicketID: { ID: 1 } }, 'TicketGet.WrongStructure'],
    ['A4', 'ticket-update', { TicketID: 1, Ticket: 'open' }, 'TicketUpdate.InvalidParameter'],
    ['A4', 'ticket-update', { TicketID: 1, Article: 'Done' }, 'TicketUpdate.InvalidParameter'],
    ['A11', 'dynamic-field-values', { Name: ['Impact'] }, 'DynamicFieldValues.InvalidParameter'],
    ['A12', 'faq-search', { What: ['printers'] }, 'FAQSearch.InvalidParameter'],
    ['A12', 'faq-search', { What: 'printers', Limit: 'x' }, 'FAQSearch.InvalidParameter'],
  ])('%s: %s refuses values of a wrong type: %j', async (...[, route, body, code]) => {
    const answer = await call(route, body);
    expect([answer.status, (answer.body.Error as Members).ErrorCode]).toEqual([400, code]);
  });
});
