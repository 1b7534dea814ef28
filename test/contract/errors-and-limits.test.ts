import {
  ContractServer,
  TICKET,
  ARTICLE,
  type Answer,
  type Members,
  START_TIMEOUT,
} from './support/contract-server.js';
import { everyTransport } from './support/transports.js';

function service(gateway: string, maxLength = 1000): string {
  return `
Debugger: { DebugThreshold: error }
Provider:
  Operation:
    Search: { Type: 'Ticket::TicketSearch' }
    Get: { Type: 'Ticket::TicketGet' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: ${String(maxLength)}
      RouteOperationMapping:
        Search: { Route: /search, RequestMethod: [POST] }
        Get: { Route: '/ticket/:TicketID', RequestMethod: [GET] }
Gateway: { ${gateway} }
`;
}

const FILE = { Filename: 'a.txt', ContentType: 'text/plain', Content: 'aGVsbG8=' };

describe.each(everyTransport())('errors and limits over %s', (transport) => {
  let contract: ContractServer;

  beforeAll(async () => {
    contract = await ContractServer.start(transport, {
      Problem: service('Profile: contract, Answer: problem'),
      Lenient: service('Profile: contract, UnknownMembers: ignore'),
      Limited: service('Profile: contract, ErrorStatus: http, RateLimit: { Requests: 3, Seconds: 60 }'),
    });
  }, START_TIMEOUT);

  afterAll(() => contract.stop());

  const send = (path: string, body: object) => contract.call('POST', path, { body: { ...contract.login, ...body } });
  const example = (path: string, body: object) => send(`/Webservice/TicketExample${path}`, body);

  it('ER1: style B answers carry Success and ErrorMessage, and the payload under Data', async () => {
    const { TicketID } = await contract.ticket();
    expect((await example('/ticket/get', { TicketID })).body).toEqual({
      Success: 1,
      ErrorMessage: '',
      Data: { Ticket: [expect.objectContaining({ TicketID })] },
    });
    expect((await example('/ticket/get', {})).body).toEqual({
      Success: 0,
      ErrorCode: 'TicketGet.MissingParameter',
      ErrorMessage: 'TicketGet: TicketID parameter is missing!',
      Data: {},
    });
  });

  it('ER2: style A answers an error as an object Error with code and message', async () => {
    const answer = await send('/connector/ticket-get', {});
    expect([answer.status, answer.body]).toEqual([
      400,
      { Error: { ErrorCode: 'TicketGet.MissingParameter', ErrorMessage: 'TicketGet: TicketID parameter is missing!' } },
    ]);
  });

  it('ER3: the status gives the kind of error', async () => {
    const statusOf = async (answer: Promise<Answer>) => (await answer).status;
    expect(await statusOf(example('/ticket/get', { UserLogin: 'nobody', TicketID: 1 }))).toBe(401);
    expect(await statusOf(example('/ticket/get', { TicketID: 99_999 }))).toBe(403);
    expect(await statusOf(example('/nothing', {}))).toBe(404);
    expect(await statusOf(send('/Webservice/Nothing/ticket', {}))).toBe(404);
    const wrong = await contract.call('DELETE', '/Webservice/TicketExample/ticket');
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'HEAD, OPTIONS, PATCH, POST, PUT']);
    for (const text of ['{"a":', '[]', '"text"']) {
      expect(await statusOf(contract.call('POST', '/Webservice/TicketExample/ticket/get', { text }))).toBe(400);
    }
    const queue = { Ticket: { ...TICKET, Queue: 'Nowhere' }, Article: ARTICLE };
    expect(await statusOf(send('/connector/ticket-create', queue))).toBe(400);
  });

  it('ER3: every answer has a request id, and errors never show how the server is built', async () => {
    const answer = await example('/ticket/get', { TicketID: 99_999 });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.js|at /);
  });

  it('ER5: a service can answer errors as problem details', async () => {
    const answer = await send('/Webservice/Problem/search', { UserLogin: 'nobody' });
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect([answer.status, answer.body]).toEqual([
      401,
      {
        type: 'urn:ticketgate:error:TicketSearch.AuthFail',
        title: 'Unauthorized',
        status: 401,
        detail: 'TicketSearch: Authorization failing!',
        code: 'TicketSearch.AuthFail',
        requestId: answer.headers['x-request-id'],
      },
    ]);
    expect(await send('/Webservice/Problem/search', { Title: 'none' })).toMatchObject({ body: { TicketID: [] } });
  });

  it.each<[string, string, object, string]>([
    [
      'PUT',
      '/connector/ticket-update',
      { TicketID: 1, Ticket: { Statee: 'open' } },
      'Ticket has no member "Statee". Did you mean "State"?',
    ],
    [
      'PUT',
      '/connector/ticket-update',
      { TicketID: 1, Ticket: { PendingTime: { Dif: 5 } } },
      'Ticket->PendingTime has no member "Dif". Did you mean "Diff"?',
    ],
    [
      'PUT',
      '/connector/ticket-update',
      { TicketID: 1, DynamicField: [{ Name: 'Flor', Value: '3' }] },
      'There is no dynamic field "Flor" of tickets or articles. Did you mean "Floor"?',
    ],
    [
      'POST',
      '/connector/ticket-create',
      { Ticket: TICKET, Article: { ...ARTICLE, Timeunit: 5 } },
      'Article has no member "Timeunit". Did you mean "TimeUnit"?',
    ],
    [
      'POST',
      '/connector/ticket-create',
      { Ticket: TICKET, Article: ARTICLE, DynamicField: { Name: 'Flor', Value: '3' } },
      'There is no dynamic field "Flor" of tickets or articles. Did you mean "Floor"?',
    ],
    [
      'POST',
      '/connector/ticket-create',
      { Ticket: TICKET, Article: ARTICLE, Attachment: [{ ...FILE, Content: '%%%' }] },
      'Attachment->Content is not Base64. Encode the bytes of the file, such as aGVsbG8=.',
    ],
    [
      'POST',
      '/connector/ticket-create',
      { Ticket: TICKET, Article: ARTICLE, Attachment: [FILE, { ...FILE, FileName: 'b' }] },
      'Attachment has no member "FileName". Did you mean "Filename"?',
    ],
    ['POST', '/connector/ticket-search', { Titel: '%x%' }, 'There is no parameter "Titel". Did you mean "Title"?'],
    [
      'POST',
      '/connector/ticket-search',
      { 'DynamicField_Floor.Equal': '3' },
      'DynamicField_Floor has no member "Equal". Did you mean "Equals"?',
    ],
    [
      'POST',
      '/connector/ticket-search',
      { DynamicField_Floor: '3' },
      'DynamicField_Floor needs an operator; write for example DynamicField_Floor.Equals or DynamicField_Floor.Like.',
    ],
    [
      'POST',
      '/connector/ticket-get',
      { TicketID: 1, AllArticle: 1 },
      'There is no parameter "AllArticle". Did you mean "AllArticles"?',
    ],
    [
      'POST',
      '/connector/queue-list',
      { Permision: 'rw' },
      'There is no parameter "Permision". Did you mean "Permission"?',
    ],
    [
      'POST',
      '/connector/faq-search',
      { Qery: 'x' },
      'What or Query parameter is missing! There is no parameter "Qery". Did you mean "Query"?',
    ],
    [
      'POST',
      '/Webservice/TicketExample/session',
      { UserLogn: 'x' },
      'There is no parameter "UserLogn". Did you mean "UserLogin"?',
    ],
  ])('ER7: %s %s refuses %j', async (...[method, path, body, sentence]) => {
    const { status, body: answer } = await contract.call(method, path, { body: { ...contract.login, ...body } });
    const told = (answer.Error ?? answer) as Members;
    expect([status, told.ErrorCode]).toEqual([400, expect.stringMatching(/\.InvalidParameter$/)]);
    expect(String(told.ErrorMessage).replace(/^\w+: /, '')).toBe(sentence);
  });

  it('ER7: a service may ignore unknown members', async () => {
    const title = 'ER7 ignored';
    await contract.ticket({ Title: title });
    const answer = await send('/Webservice/Lenient/search', { Title: title, Titel: 'x' });
    expect([answer.status, answer.body.TicketID]).toEqual([200, [expect.any(Number)]]);
  });

  it('L3: Limit of a search is a whole number; without one 500 tickets are found at most', async () => {
    await contract.ticket({ Title: 'L3' });
    await contract.ticket({ Title: 'L3' });
    const found = async (body: object) => (await send('/connector/ticket-search', body)).body.TicketID;
    expect(await found({ Title: 'L3', Limit: 1 })).toHaveLength(1);
    expect(await found({ Title: 'L3' })).toHaveLength(2);
    expect(contract.server.system.settings.number('GenericInterface::Operation::TicketSearch###SearchLimit')).toBe(500);
  });

  it('L4: ArticleLimit caps the articles; without one all are answered', async () => {
    const { TicketID } = await contract.ticket();
    const body = { ...contract.login, TicketID, Article: ARTICLE };
    await contract.call('PUT', '/connector/ticket-update', { body });
    const articles = async (options: object) => (await contract.read(TicketID, { AllArticles: 1, ...options })).Article;
    expect(await articles({ ArticleLimit: 1 })).toHaveLength(1);
    expect(await articles({})).toHaveLength(2);
  });

  it.each([
    ['Limit', 'search', { Limit: 'x' }, 'TicketSearch: Limit is "x"; write a whole number, such as 10.'],
    [
      'a Limit that is too large',
      'search',
      { Limit: 10_001 },
      'TicketSearch: Limit is 10001; write 10000 at most (Ticketgate::Limit::SearchHits).',
    ],
    [
      'QueueIDs',
      'search',
      { QueueIDs: 'x' },
      'TicketSearch: QueueIDs is "x"; write whole numbers, such as 5 or [5, 7].',
    ],
    [
      'a dynamic field',
      'search',
      { 'DynamicField_Referenc.Equals': 'x' },
      'TicketSearch: There is no dynamic field "Referenc" of tickets. Did you mean "Reference"?',
    ],
    [
      'a list of dynamic fields',
      'search',
      { DynamicField: [{ Name: 'Unheard', Equals: 'x' }] },
      'TicketSearch: There is no dynamic field "Unheard" of tickets. DynamicFieldList lists them.',
    ],
    [
      'ArticleLimit',
      'get',
      { TicketID: 1, ArticleLimit: '1.5' },
      'TicketGet: ArticleLimit is "1.5"; write a whole number, such as 10.',
    ],
  ])('ER3: says what is wrong with %s', async (...[, path, input, ErrorMessage]) => {
    const body = { ...contract.login, ...input };
    const operation = ErrorMessage.split(':')[0];
    expect(await contract.call('POST', `/Webservice/TicketExample/ticket/${path}`, { body })).toMatchObject({
      status: 400,
      body: { Success: 0, ErrorCode: `${operation}.InvalidParameter`, ErrorMessage },
    });
  });

  it('L5: requests are limited only if the service says so, and get Retry-After', async () => {
    const answers: Answer[] = [];
    for (let count = 0; count < 4; count += 1) answers.push(await send('/Webservice/Limited/search', { Title: 'x' }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((answers[3]?.body.Error as Members).ErrorCode).toBe('Gateway.RateLimited');
  });

  it('EV1: a write notifies nobody', async () => {
    const { TicketID } = await contract.ticket();
    const rows = await contract.server.database.query(
      `select 1 from ticket_history join ticket_history_type type on type.id = history_type_id
       where ticket_id = $1 and type.name like 'Send%'`,
      [TicketID],
    );
    expect(rows).toEqual([]);
  });
});
