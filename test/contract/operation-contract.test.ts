import { defineOperation, definePlugin, type CalledType, type Data, type Operation } from '@ticketgate/sdk';
import { collectingLogger, startTestServer, type TestServer } from '../support/index.js';

const logger = collectingLogger();

declare module '@ticketgate/sdk' {
  interface CalledOperations {
    'Custom::Circle': Operation;
  }
}

const TICKET = {
  Ticket: { Title: 'Ink', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'carla' },
  Article: {
    Subject: 'Ink',
    Body: 'We need ink.',
    MimeType: 'text/plain',
    Charset: 'utf-8',
    CommunicationChannel: 'Internal',
  },
} as const;

/** Calls what it is told to. */
const relay = defineOperation({
  type: 'Custom::Relay',
  summary: 'Calls another operation.',
  effect: 'writes',
  takesIdempotencyKey: true,
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['Type', 'Input'],
    properties: { Type: { type: 'string' }, Input: { type: 'object' } },
  },
  errors: ['TicketCreate.AuthFail', 'TicketCreate.InvalidParameter', 'TicketCreate.MissingParameter'],
  // The schema knows a text only.
  run: async (input, { call }) => ({ Result: await call(input.Type as CalledType, input.Input as never) }),
});

/** Creates tickets and writes a row of its own for each, all of them or nothing. */
const order = defineOperation({
  type: 'Custom::Order',
  summary: 'Creates tickets.',
  effect: 'writes',
  input: {
    type: 'object',
    required: ['Titles'],
    properties: { Titles: { type: 'array', items: { type: 'string' }, 'x-comma-list': true } },
  },
  errors: ['TicketCreate.MissingParameter'],
  async run(input, context) {
    return context.database.withTransaction(async (transaction) => {
      const ids: unknown[] = [];
      for (const Title of input.Titles) {
        await transaction.query('insert into ticketgate.test_order (title) values ($1)', [Title]);
        const { TicketID } = await context.call('Ticket::TicketCreate', {
          ...TICKET,
          Ticket: { ...TICKET.Ticket, Title },
        });
        ids.push(TicketID);
      }
      return { TicketIDs: ids };
    });
  },
});

const circle = defineOperation({
  type: 'Custom::Circle',
  summary: 'Calls itself.',
  effect: 'reads',
  input: { type: 'object', properties: { Round: { type: 'integer', default: 1 } } },
  run: ({ Round }, { call }) => call('Custom::Circle', { Round: Round + 1 }),
});

/** Goes on with a context of its own making. */
const wrapped = defineOperation({
  type: 'Custom::Wrapped',
  summary: 'Spreads its context.',
  effect: 'reads',
  input: { type: 'object' },
  async run(_input, context) {
    const copy = { ...context, now: () => new Date(0) };
    copy.logger.debug('works');
    const [one] = await copy.database.query<{ one: number }>('select 1 as one');
    const { login } = await copy.caller();
    return { Login: login, Year: copy.now().getUTCFullYear(), One: one?.one, Time: copy.formatTime(copy.now()) };
  },
});

const reserve = defineOperation({
  type: 'Custom::Reserve',
  summary: 'Reserves a seat.',
  effect: 'writes',
  input: { type: 'object', required: ['Seat'], properties: { Seat: { type: 'string' } } },
  async run({ Seat }, { database }) {
    await database.query('insert into ticketgate.test_seat (seat) values ($1)', [Seat]);
    return { Seat };
  },
});

const orders = definePlugin({
  name: 'orders',
  operations: [relay, order, circle, wrapped, reserve],
  migrations: [
    {
      name: 'orders/001-table',
      why: 'Orders are noted.',
      schema: 'ticketgate',
      async up(database) {
        await database.query('create table test_order (title text not null)');
        await database.query('create table test_seat (seat text primary key)');
      },
    },
  ],
});

const definition = (authentication: string) => `
Debugger: { DebugThreshold: error }
Gateway: { Profile: contract, ErrorStatus: http, Authentication: { Accept: [UserLogin, ApiKey]${authentication} } }
Provider:
  Operation:
    Relay: { Type: 'Custom::Relay' }
    Order: { Type: 'Custom::Order' }
    Circle: { Type: 'Custom::Circle' }
    Wrapped: { Type: 'Custom::Wrapped' }
    Reserve: { Type: 'Custom::Reserve' }
  Transport:
    Type: HTTP::REST
    Config:
      RouteOperationMapping:
        Relay: { Route: /relay, RequestMethod: [POST] }
        Order: { Route: '/order/:Titles', RequestMethod: [POST] }
        Circle: { Route: /circle, RequestMethod: [GET] }
        Reserve: { Route: /reserve, RequestMethod: [POST] }
        Wrapped: { Route: /wrapped, RequestMethod: [GET] }
`;

let server: TestServer;
let login: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [orders],
    logger,
    webServices: { Orders: definition(''), Locked: definition(', OnlyAgents: [somebody.else]') },
  });
  const carla = { login: 'carla', email: 'carla@example.org', firstName: 'Carla', lastName: 'C', customerID: 'ACME' };
  await server.system.accounts.customerAdministration.add(carla);
  login = { UserLogin: 'root@localhost', Password: server.rootPassword };
});

afterAll(() => server.stop());

async function call(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const init = { method: 'POST', body: JSON.stringify(body), headers };
  const response = await fetch(`${server.url}/Webservice/${path}`, init);
  return { status: response.status, body: (await response.json()) as Data };
}

const tickets = async () => {
  const [row] = await server.database.query<{ count: number }>('select count(*)::int as count from ticket');
  return row?.count ?? 0;
};

describe('An operation that calls another one', () => {
  const Type = 'Ticket::TicketCreate';

  it('gets its answer, as the same caller', async () => {
    const answer = await call('Orders/relay', { ...login, Type, Input: TICKET });
    expect(answer).toHaveProperty('body.Result.TicketID', expect.any(Number));
    expect(answer.status).toBe(200);
    const [row] = await server.database.query('select create_by from ticket order by id desc limit 1');
    expect(row).toEqual({ create_by: 1 });
  });

  it('passes on its errors', async () => {
    const wrong = { ...TICKET, Ticket: { ...TICKET.Ticket, Queue: 'Nowhere' } };
    expect(await call('Orders/relay', { ...login, Type, Input: wrong })).toMatchObject({
      status: 400,
      body: { Error: { ErrorCode: 'TicketCreate.InvalidParameter' } },
    });
    expect(await call('Orders/relay', { ...login, Password: 'wrong', Type, Input: TICKET })).toMatchObject({
      status: 401,
      body: { Error: { ErrorCode: 'TicketCreate.AuthFail' } },
    });
  });

  it('takes part in the open transaction', async () => {
    const before = await tickets();
    expect(await call('Orders/order/a,b', login)).toMatchObject({ status: 200 });
    expect(await tickets()).toBe(before + 2);
    // The second ticket has no title: nothing of the first one stays.
    expect(await call('Orders/order/c,', login)).toMatchObject({ status: 400 });
    expect(await tickets()).toBe(before + 2);
    expect(await server.database.query('select title from ticketgate.test_order order by title')).toEqual([
      { title: 'a' },
      { title: 'b' },
    ]);
  });

  it('is carried out once with an Idempotency-Key, with all that it calls', async () => {
    const before = await tickets();
    const body = { ...login, Type, Input: TICKET };
    const first = await call('Orders/relay', body, { 'Idempotency-Key': 'once' });
    expect(await call('Orders/relay', body, { 'Idempotency-Key': 'once' })).toEqual(first);
    expect(await tickets()).toBe(before + 1);
  });

  it('respects the operations of an API key and OnlyAgents', async () => {
    const keys = server.system.accounts.apiKeys;
    const make = (name: string, operations: readonly string[]) => keys.create({ name, agentID: 1, operations });
    const narrow = await make('narrow', ['Custom::Relay']);
    const wide = await make('wide', ['Custom::Relay', Type]);
    const body = { Type, Input: TICKET };
    expect(await call('Orders/relay', body, { 'X-API-Key': narrow })).toMatchObject({
      status: 401,
      body: { Error: { ErrorCode: 'TicketCreate.AuthFail' } },
    });
    expect(await call('Orders/relay', body, { 'X-API-Key': wide })).toMatchObject({ status: 200 });
    expect(await call('Locked/relay', body, { 'X-API-Key': wide })).toMatchObject({ status: 401 });
  });

  it('gets an error for an unknown operation, and for endless calls', async () => {
    const unknown = await call('Orders/relay', { ...login, Type: 'Ticket::TicketCrate', Input: {} });
    expect(unknown).toEqual({
      status: 500,
      body: {
        Error: {
          ErrorCode: 'Gateway.CallUnknown',
          ErrorMessage: 'The operation needs another one that is not there. The log of the server says which one.',
        },
      },
    });
    expect(logger.lines.join('\n')).toContain(
      JSON.stringify(
        'calls "Ticket::TicketCrate", which no plugin provides. Did you mean "Ticket::TicketCreate"?',
      ).slice(1, -1),
    );
    const response = await fetch(`${server.url}/Webservice/Orders/circle`);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('Gateway.CallTooDeep');
  });
});

describe('A row that a table has already', () => {
  it('is refused with its constraint, not to be sent again, and logged with the place of its statement', async () => {
    expect(await call('Orders/reserve', { ...login, Seat: 'A1' })).toMatchObject({ status: 200 });
    expect(await call('Orders/reserve', { ...login, Seat: 'A1' })).toEqual({
      status: 409,
      body: {
        Error: {
          ErrorCode: 'Database.UniqueViolation',
          ErrorMessage:
            'There is a row with these values already (constraint "test_seat_pkey"). Send other values: the same ones are refused again.',
        },
      },
    });
    const line = logger.lines.find((each) => each.includes('Database.UniqueViolation'));
    expect(line).toMatch(/operation-contract\.test\.ts:\d+/);
    expect(line).not.toContain('A1');
  });
});

describe('A context', () => {
  it('can be spread', async () => {
    const query = new URLSearchParams(login).toString();
    const response = await fetch(`${server.url}/Webservice/Orders/wrapped?${query}`);
    expect(await response.json()).toEqual({ Login: 'root@localhost', Year: 1970, One: 1, Time: '1970-01-01 00:00:00' });
  });
});
