import { defineFamilyOperation, OperationError } from '@ticketgate/sdk';

import { service, startGateway, type Call, type GatewayHarness } from './gateway-harness.js';

const FIELD = { type: 'object', properties: { Equals: { type: 'string' }, Like: { type: 'string' } } };
const FILE = { type: 'object', properties: { Name: { type: 'string' }, Meta: { type: 'object' } } };

const order = defineFamilyOperation({
  type: 'Test::Echo2',
  summary: 'Knows some members.',
  effect: 'reads',
  input: {
    type: 'object',
    properties: {
      Title: { type: 'string' },
      Item: { type: 'object', properties: { State: { type: 'string' }, Price: { type: 'number' } } },
      When: {
        oneOf: [
          { type: 'object', properties: { Minutes: { type: 'integer' } } },
          { type: 'object', properties: { Day: { type: 'string' } } },
        ],
      },
      File: { anyOf: [FILE, { type: 'array', items: FILE }] },
    },
    patternProperties: { '^Field_[A-Za-z]+$': FIELD },
  },
  run: async () => ({ Done: 1 }),
});

/** Needs a caller. */
const locked = defineFamilyOperation({
  ...order,
  type: 'Test::Locked',
  errors: ['Locked.AuthFail'],
  async run(_input, context) {
    if ((await context.authenticate()) === undefined) throw new OperationError('Locked.AuthFail', 'Locked: Who?');
    return { Done: 1 };
  },
});

let gateway: GatewayHarness;

beforeAll(async () => {
  gateway = await startGateway([order, locked]);
});

afterAll(() => gateway.close());

const definition = (options: string) => service({ gateway: options }).replaceAll('Test::Echo', 'Test::Echo2');
const publish = (options: string) => gateway.publish({ Orders: definition(options) });

/** The message of what is refused; `done` for what is carried out. */
async function answer(path: string, call: Call = {}): Promise<string> {
  const { status, text } = await gateway.call(`/Webservice/Orders${path}`, call);
  const { Error: error } = JSON.parse(text) as { Error?: { ErrorCode: string; ErrorMessage: string } };
  return error === undefined ? 'done' : `${status} ${error.ErrorCode} | ${error.ErrorMessage}`;
}

const post = (body: object) => answer('/echo', { method: 'POST', body });
const refusal = (sentence: string) => `400 Echo2.InvalidParameter | Echo2: ${sentence}`;

describe('A service of profile contract', () => {
  beforeEach(() => publish('{ Profile: contract, ErrorStatus: http }'));

  it.each([
    ['/echo?Titel=x', 'There is no parameter "Titel". Did you mean "Title"?'],
    ['/echo?UserLogn=x', 'There is no parameter "UserLogn". Did you mean "UserLogin"?'],
    ['/echo?Item.Stat=x', 'Item has no member "Stat". Did you mean "State"?'],
    ['/echo?Field_Floor.Equal=3', 'Field_Floor has no member "Equal". Did you mean "Equals"?'],
    ['/echo?Title=a&b', 'There is no parameter "b". Leave it out. If it ends a value that has &, write %26 for that.'],
    ['/echo?x=1', 'There is no parameter "x". Leave it out, or use one of Title, Item, When, File.'],
  ])('refuses %s', async (path, sentence) => {
    expect(await answer(path)).toBe(refusal(sentence));
  });

  it.each<[object, string]>([
    [{ Item: { Statee: 'open' } }, 'Item has no member "Statee". Did you mean "State"?'],
    [{ Data: { Item: { state: 'open' } } }, 'Item has no member "state". Did you mean "State"?'],
    [{ When: { Minute: 5 } }, 'When has no member "Minute". Did you mean "Minutes"?'],
    [{ File: { Nane: 'a' } }, 'File has no member "Nane". Did you mean "Name"?'],
    [{ File: [{ Name: 'a' }, { Nane: 'b' }] }, 'File has no member "Nane". Did you mean "Name"?'],
    [{ Data: 'x' }, 'There is no parameter "Data". Leave it out, or use one of Title, Item, When, File.'],
  ])('refuses %j', async (body, sentence) => {
    expect(await post(body)).toBe(refusal(sentence));
  });

  it('reports wrong credentials first if an operation needs any, unless one of them is misspelt', async () => {
    const Locked = definition('{ Profile: contract, ErrorStatus: http }').replace(
      "Echo: { Type: 'Test::Echo2'",
      "Echo: { Type: 'Test::Locked'",
    );
    gateway.publish({ Orders: Locked });
    expect(await answer('/echo?Titel=x')).toBe('401 Locked.AuthFail | Locked: Who?');
    expect(await answer('/echo?Titel=x&UserLogin=a')).toContain('Did you mean "Title"?');
    expect(await answer('/echo?UserLogn=x')).toContain('Did you mean "UserLogin"?');
  });

  it('accepts credentials, route parameters, the envelope, patterns, all branches, and what a schema leaves open', async () => {
    const login = { UserLogin: 'a', Password: 'b', SessionID: 'c', CustomerUserLogin: 'd' };
    const whole = {
      Title: 'x',
      Item: { State: 'open', Price: 1 },
      When: { Day: 'today' },
      File: [{ Name: 'a', Meta: { anything: { goes: 1 } } }],
      Field_Floor: { Equals: '3' },
    };
    expect(await post({ ...login, ...whole })).toBe('done');
    expect(await post({ ...login, Data: whole })).toBe('done');
    expect(await answer('/echo?Title=x&Field_Floor.Like=3&When.Minutes=5&')).toBe('done');
    const routed = definition('{ Profile: contract }').replace('Route: /echo,', "Route: '/echo/:Shop',");
    gateway.publish({ Orders: routed });
    expect(await answer('/echo/7?Title=x')).toBe('done');
    expect(await answer('/echo/7?Shop=8&Titel=x')).toContain('Echo2.InvalidParameter');
  });
});

describe('Unknown members', () => {
  it.each([
    ['{ Profile: contract, UnknownMembers: ignore }', 'done'],
    ['{ Profile: otobo }', 'done'],
    [
      '{ Profile: otobo, UnknownMembers: refuse, ErrorStatus: http }',
      refusal('There is no parameter "Titel". Did you mean "Title"?'),
    ],
  ])('are treated as the definition says: %s', async (options, expected) => {
    publish(options);
    expect(await answer('/echo?Titel=x')).toBe(expected);
  });
});
