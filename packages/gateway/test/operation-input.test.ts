import { defineOperation } from '@ticketgate/sdk';

import { LIMITS, service, startGateway, type Call, type GatewayHarness } from './gateway-harness.js';

const ID = { oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^\\d+$' }] };
const FIELD = {
  type: 'object',
  required: ['Name', 'Value'],
  properties: { Name: { type: 'string' }, Value: { type: ['string', 'number'] } },
};

const order = defineOperation({
  type: 'Custom::Order',
  summary: 'Answers the input that it got.',
  effect: 'reads',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['Item'],
    properties: {
      Item: { type: 'string', minLength: 2 },
      Count: { type: 'integer', minimum: 1, default: 1 },
      Price: { type: 'number' },
      Gift: { type: 'boolean' },
      Colour: { enum: ['red', 'green'] },
      Size: { enum: [38, 40] },
      IDs: { type: 'array', items: { type: 'integer' } },
      Tags: { type: 'array', items: { type: 'string' }, 'x-comma-list': true },
      Numbers: { anyOf: [{ type: 'integer' }, { $ref: '#/$defs/Numbers' }] },
      Any: { type: ['string', 'integer'] },
      Fields: { anyOf: [FIELD, { type: 'array', items: FIELD }] },
      Ticket: { oneOf: [ID, { type: 'array', items: ID }] },
      Sender: { anyOf: [{ enum: ['agent', 'customer'] }, { type: 'integer', minimum: 1 }] },
      Payment: {
        anyOf: [
          { type: 'object', required: ['Card'] },
          { type: 'object', required: ['Invoice'] },
        ],
      },
      Wrapped: {
        anyOf: [
          { type: 'object', properties: { Ribbon: { type: 'string' } } },
          { type: 'object', properties: { Ribbon: { type: 'number' } } },
        ],
      },
      Part: { $ref: '#/$defs/Part' },
      Pin: { type: 'string', maxLength: 4, secret: true },
      Address: {
        type: 'object',
        required: ['Street'],
        properties: { Street: { type: 'string' }, Floor: { type: 'integer', default: 0 } },
      },
    },
    $defs: {
      Part: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/Part' } }] },
      Numbers: { type: 'array', items: { type: 'integer' }, 'x-comma-list': true },
    },
  },
  run: async (input) => ({ Input: input }),
});

/** Says what it wants of what others get taken out. */
const session = defineOperation({
  ...order,
  type: 'Custom::Session',
  input: {
    type: 'object',
    additionalProperties: false,
    properties: { SessionID: { type: 'string' }, RequestMethod: { type: 'string' } },
  },
  run: async (input) => ({ Input: input }),
});

/** Knows its members, and needs a caller. */
const locked = defineOperation({
  ...order,
  type: 'Custom::Locked',
  input: { type: 'object', required: ['Title'], properties: { Title: { type: 'string' } } },
  errors: ['Locked.AuthFail'],
  run: async (_input, context) => ({ Caller: (await context.authenticate()) === undefined ? 'nobody' : 'somebody' }),
});

const KEEP = "{ MapType: Keep, MapTo: '' }";
const RULES = `{ KeyMapExact: { Quantity: Count }, KeyMapDefault: ${KEEP}, ValueMapDefault: ${KEEP} }`;
const MAPPING = `MappingInbound: { Type: Simple, Config: ${RULES} }`;

let gateway: GatewayHarness;

beforeAll(async () => {
  const json = { ...LIMITS.reading.json, nodes: 5000 };
  gateway = await startGateway([order, session, locked], { reading: { ...LIMITS.reading, json } });
  const definition = (options: string, type: string) =>
    service({ gateway: options, mapping: MAPPING })
      .replace("MaxLength: '1000'", "MaxLength: '9000'")
      .replaceAll('Test::Echo', type)
      .replace("'/echo/:SessionID/:Name'", "'/echo/:Item/:Shop'");
  gateway.publish({
    Strict: definition('{ Profile: contract, ErrorStatus: http }', 'Custom::Order'),
    Family: definition('{ ErrorStatus: http }', 'Custom::Order'),
    Session: definition('{ ErrorStatus: http }', 'Custom::Session'),
    Locked: definition('{ Profile: contract, ErrorStatus: http }', 'Custom::Locked'),
  });
});

afterAll(() => gateway.close());

/** The input that the operation got, or the error. */
async function input(path: string, call: Call = {}): Promise<unknown> {
  const { text } = await gateway.call(`/Webservice/${path}`, call);
  const { Input, Error: error } = JSON.parse(text) as {
    Input?: object;
    Error?: { ErrorCode: string; ErrorMessage: string };
  };
  return Input ?? (error === undefined ? text : `${error.ErrorCode} | ${error.ErrorMessage}`);
}

const post = (path: string, body: object) => input(path, { method: 'POST', body });

describe('Texts of a query and a path', () => {
  it.each<[string, object | string]>([
    ['Count=12', { Count: 12 }],
    ['Count=-9007199254740991', 'Order.InvalidParameter | Order: Count is -9007199254740991; send 1 or more.'],
    ['Price=-1.5e3', { Price: -1500 }],
    ['Gift=true', { Gift: true }],
    ['Gift=0', { Gift: false }],
    ['Size=40', { Size: 40 }],
    ['IDs=7', { IDs: [7] }],
    ['IDs=7&IDs=8', { IDs: [7, 8] }],
    ['Tags=a,%20b&Tags=c', { Tags: ['a', 'b', 'c'] }],
    ['Tags=', { Tags: [] }],
    ['Numbers=4', { Numbers: [4] }],
    ['Numbers=4,5', { Numbers: [4, 5] }],
    ['Any=5', { Any: '5' }],
    ['Address.Street=5&Address.Floor=3', { Address: { Street: '5', Floor: 3 } }],
    ['Quantity=3', { Count: 3 }],
  ])('become what the schema wants: %s', async (query, expected) => {
    const result = await input(`Strict/echo?Item=Ink&${query}`);
    expect(result).toEqual(typeof expected === 'string' ? expected : { Item: 'Ink', Count: 1, ...expected });
  });

  it.each([
    ['Count=9007199254740993', 'Count is "9007199254740993"; send a whole number.'],
    ['Count=1e2', 'Count is "1e2"; send a whole number.'],
    ['Count=0x10', 'Count is "0x10"; send a whole number.'],
    ['Price=1e999', 'Price is "1e999"; send a number.'],
    ['Price=', 'Price is ""; send a number.'],
    ['Gift=yes', 'Gift is "yes"; send true or false.'],
    ['IDs=7,8', 'IDs->0 is "7,8"; send a whole number.'],
    ['Numbers=4,x', 'Numbers->1 is "x"; send a whole number.'],
  ])('stay what they are where they cannot become that: %s', async (query, sentence) => {
    expect(await input(`Strict/echo?Item=Ink&${query}`)).toBe(`Order.InvalidParameter | Order: ${sentence}`);
  });

  it('are converted beside a body, whose own texts are not', async () => {
    const body = { Item: 'Ink', IDs: [1] };
    expect(await post('Strict/echo?Count=2&Address.Street=x&Address.Floor=1', body)).toEqual({
      ...body,
      Count: 2,
      Address: { Street: 'x', Floor: 1 },
    });
    expect(await post('Strict/echo?Quantity=2', { ...body, Gift: '1' })).toBe(
      'Order.InvalidParameter | Order: Gift is "1"; send true or false.',
    );
    expect(await post('Strict/echo', { ...body, Count: '2', IDs: '1' })).toBe(
      'Order.InvalidParameter | Order: Count is "2"; send a whole number. IDs is "1"; send a list.',
    );
  });
});

describe('Credentials, RequestMethod and parameters of routes', () => {
  const login = { UserLogin: 'a', Password: 'b', SessionID: 'c', CustomerUserLogin: 'd' };

  it.each(['Strict', 'Family'])('are not input of an operation that does not declare them: %s', async (name) => {
    expect(await post(`${name}/echo`, { ...login, Item: 'Ink' })).toEqual({ Item: 'Ink', Count: 1 });
    expect(await input(`${name}/echo?Item=Ink&UserLogin=a&Password=b`)).toEqual({ Item: 'Ink', Count: 1 });
    expect(await input(`${name}/echo/Ink/7`)).toEqual({ Item: 'Ink', Count: 1 });
  });

  it('are input of an operation that declares them', async () => {
    expect(await input('Session/echo?SessionID=1&UserLogin=a')).toEqual({ SessionID: '1', RequestMethod: 'GET' });
  });
});

describe('Wrong input', () => {
  it('is named all at once: what came, what is allowed, what was probably meant', async () => {
    const body = { Itme: 'Ink', Count: 0, Colour: 'rde', IDs: [1, 'x', 2, null], Address: { Steet: 'High Street' } };
    expect(await post('Strict/echo', body)).toMatchInlineSnapshot(
      `"Order.InvalidParameter | Order: Item parameter is missing! There is no parameter "Itme". Did you mean "Item"? Count is 0; send 1 or more. Colour is "rde"; send one of "red", "green". Did you mean "red"? IDs->1 is "x"; send a whole number. IDs->3 is null; send a whole number. Address->Street parameter is missing! Address has no member "Steet". Did you mean "Street"?"`,
    );
  });

  it.each<[object, string]>([
    [{ Fields: { Name: 'Floor' } }, 'Fields->Value parameter is missing!'],
    [{ Fields: [{ Name: 'Floor', Value: null }] }, 'Fields->0->Value is null; send a text, or a number.'],
    [
      { Fields: 'Floor' },
      'Fields is "Floor", which has none of the allowed forms: an object with Name and Value, or a list.',
    ],
    [{ Ticket: 'x' }, 'Ticket is "x"; send a text that matches ^\\d+$.'],
    [{ Ticket: [1, '2', 'x'] }, 'Ticket->2 is "x"; send a text that matches ^\\d+$.'],
    [{ Sender: 'agnet' }, 'Sender is "agnet"; send one of "agent", "customer". Did you mean "agent"?'],
    [{ Sender: 0 }, 'Sender is 0; send 1 or more.'],
    [
      { Sender: true },
      'Sender is true, which has none of the allowed forms: one of "agent", "customer", or a whole number.',
    ],
    [
      { Payment: {} },
      'Payment is an empty object, which has none of the allowed forms: an object with Card, or an object with Invoice.',
    ],
    [{ Wrapped: { Ribbon: true } }, 'Wrapped is an object, which has none of the allowed forms.'],
    [{ Part: ['a', ['b', 5]] }, 'Part->1->1 is 5, which has none of the allowed forms: a text, or a list.'],
  ])('is reported within the form that the value has: %j', async (members, sentence) => {
    const answer = await post('Family/echo', { Item: 'Ink', ...members });
    expect(String(answer).replace(/^Order\.\w+ \| Order: /, '')).toBe(sentence);
  });

  it('is a MissingParameter if nothing else is wrong', async () => {
    expect(await post('Family/echo', { Address: {} })).toBe(
      'Order.MissingParameter | Order: Item parameter is missing! Address->Street parameter is missing!',
    );
  });

  it('is reported without the values of secrets', async () => {
    expect(await post('Family/echo', { Item: 'Ink', Pin: 12345 })).toBe(
      'Order.InvalidParameter | Order: Pin is invalid; send a text.',
    );
  });

  it('is listed up to a limit and then counted; in a large request only the first mistake is reported', async () => {
    const numbers = (wrong: number, right: number) => ({
      Item: 'Ink',
      Tags: 5,
      IDs: [...Array<string>(wrong).fill('x'), ...Array<number>(right).fill(1)],
    });
    const few = await post('Strict/echo', numbers(100, 0));
    expect(few).toMatch(
      /^Order\.InvalidParameter \| Order: (?:\w+(?:->\d+)? is \S+ send a [a-z ]+\. ){20}And 81 more\.$/,
    );
    const many = await post('Strict/echo', numbers(100, 1000));
    expect(many).toMatch(/^Order\.InvalidParameter \| Order: \w+(?:->\d+)? is \S+ send a [a-z ]+\.$/);
  });

  it('includes unknown members if the operation needs no authentication', async () => {
    expect(await input('Locked/echo?Title=x&Titel=y')).toBe('{"Caller":"nobody"}');
    expect(await input('Locked/echo?Title=x&Titel=y&Nmae=z&UserLogin=a')).toBe(
      'Locked.InvalidParameter | Locked: There is no parameter "Nmae". Leave it out, or use one of Title. There is no parameter "Titel". Did you mean "Title"?',
    );
    expect(await input('Locked/echo?Titel=y')).toContain('Title parameter is missing! There is no parameter "Titel".');
  });
});
