import { createError, defineOperation, definePlugin, type OperationContext } from '@ticketgate/sdk';

import { createTestContext, describeOperation } from '../src/index.js';

const CustomerUnknown = createError<{ login: string }>(
  'Greet.CustomerUnknown',
  ({ login }) => `There is no customer user "${login}".`,
  'NotFound',
);

const greet = defineOperation({
  type: 'Custom::Greet',
  summary: 'Greets a customer user by name.',
  effect: 'reads',
  input: {
    type: 'object',
    required: ['Customer'],
    properties: { Customer: { type: 'string', minLength: 1 }, Token: { type: 'string', secret: true } },
  },
  output: {
    type: 'object',
    required: ['Greeting', 'At'],
    properties: { Greeting: { type: 'string' }, At: { type: 'string' } },
  },
  errors: ['Greet.AuthFail', 'Greet.CustomerUnknown'],
  examples: [{ summary: 'Greets Carla.', input: { Customer: 'carla', Token: 'a-token-that-nobody-sees' } }],
  async run(input, context) {
    await context.caller();
    const customer = await context.accounts.customers.findByLogin(input.Customer);
    if (customer === undefined) throw new CustomerUnknown({ login: input.Customer });
    const text = context.settings.text('Greet::Text');
    return { Greeting: `${text} ${customer.fullName}`, At: context.formatTime(context.now()) };
  },
});

const note = defineOperation({
  type: 'Custom::Note',
  summary: 'Notes a text.',
  effect: 'writes',
  takesIdempotencyKey: true,
  input: { type: 'object', required: ['Text'], properties: { Text: { type: 'string' } } },
  output: { type: 'object', required: ['Count'], properties: { Count: { type: 'integer' } } },
  errors: ['Note.AuthFail'],
  examples: [{ summary: 'Notes a word.', input: { Text: 'word' }, output: { Count: 1 } }],
  async run(input, context: OperationContext<{ readonly prefix: string }>) {
    await context.caller();
    const { database, services } = context;
    await database.query('insert into ticketgate.test_note (text) values ($1)', [services.prefix + input.Text]);
    const rows = await database.query('select 1 from ticketgate.test_note');
    if (input.Text === 'broken') throw new Error('It does not work.');
    return { Count: rows.length };
  },
});

const plugin = definePlugin({
  name: 'testing',
  services: () => ({ prefix: 'noted: ' }),
  operations: [greet, note],
  settings: [{ name: 'Greet::Text', default: 'Hello', description: 'What is said.' }],
  migrations: [
    {
      name: 'testing/001-notes',
      why: 'Notes are kept.',
      schema: 'ticketgate',
      up: async (database) => {
        await database.query('create table test_note (text text not null)');
      },
    },
  ],
});

const accounts = { agents: [{ login: 'anna' }], customers: [{ login: 'carla', firstName: 'Carla', lastName: 'C' }] };

describe('a test context without a database', () => {
  const making = createTestContext({ plugins: [plugin], accounts, now: '2026-11-22T10:00:00Z' });
  afterAll(async () => (await making).close());

  it('answers as a server would, at the time of the test', async () => {
    const context = await making;
    const answer = await context.inject(greet, { input: { Customer: 'carla' }, as: 'anna' });
    expect([answer.status, answer.data]).toEqual([200, { Greeting: 'Hello Carla C', At: '2026-11-22 10:00:00' }]);
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/) as string });
    context.clock.advance(90);
    const later = await context.inject(greet, { method: 'GET', input: { Customer: 'carla' }, as: 'anna' });
    expect(later.data.At).toBe('2026-11-22 10:01:30');
  });

  it('refuses callers who are not logged in, and input that the schema does not allow', async () => {
    const context = await making;
    expect(await context.inject(greet, { input: { Customer: 'carla' } })).toMatchObject({ status: 401 });
    expect(await context.inject(greet, { input: { Customer: '' }, as: 'anna' })).toMatchObject({ status: 400 });
    expect(await context.inject(greet, { input: { Customer: 'nobody' }, as: 'anna' })).toMatchObject({
      status: 404,
      data: { Error: { ErrorCode: 'Greet.CustomerUnknown' } },
    });
  });

  it('says how to get a database when an operation asks for one', async () => {
    const context = await making;
    const { status } = await context.inject(note, { input: { Text: 'x' }, as: 'anna' });
    const { log } = await context.recorded();
    expect([status, log.join('\n')]).toEqual([500, expect.stringContaining('createTestContext({ database: true })')]);
  });

  it('takes settings of the test', async () => {
    const context = await createTestContext({ plugins: [plugin], accounts, settings: { 'Greet::Text': 'Hi' } });
    const answer = await context.inject(greet, { input: { Customer: 'carla' }, as: 'anna' });
    await context.close();
    expect(answer.data.Greeting).toBe('Hi Carla C');
  });
});

describe('a test context with a database', () => {
  const making = createTestContext({ plugins: [plugin], accounts, database: true });
  afterAll(async () => (await making).close());

  it('has the tables of the plugin and real accounts, and carries out a keyed request once', async () => {
    const context = await making;
    const headers = { 'Idempotency-Key': 'note-1' };
    const send = () => context.inject(note, { input: { Text: 'once' }, as: 'anna', headers });
    expect([(await send()).data, (await send()).data]).toEqual([{ Count: 1 }, { Count: 1 }]);
    expect(await context.query('select text from ticketgate.test_note')).toEqual([{ text: 'noted: once' }]);
    expect(await context.inject(greet, { input: { Customer: 'carla' }, as: 'carla' })).toMatchObject({ status: 200 });
  });

  it('keeps nothing of an operation that fails, as a server does', async () => {
    const context = await making;
    expect(await context.inject(note, { input: { Text: 'broken' }, as: 'anna' })).toMatchObject({ status: 500 });
    expect(await context.query("select 1 from ticketgate.test_note where text = 'noted: broken'")).toEqual([]);
  });

  describeOperation(note, { context: () => making, as: 'anna' });
});

describe('in the contract test', () => {
  const making = createTestContext({ plugins: [plugin], accounts });
  afterAll(async () => (await making).close());
  describeOperation(greet, { context: () => making, as: 'anna' });
});
