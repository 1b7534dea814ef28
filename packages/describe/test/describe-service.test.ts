import { loadWebService } from '@ticketgate/definition';
import { defineOperation, type Operation } from '@ticketgate/sdk';

import { describeService, describeInSteps, type DescribedService } from '../src/index.js';

const book = defineOperation({
  type: 'Rooms::RoomBook',
  summary: 'Books a room.',
  effect: 'writes',
  errors: ['RoomBook.AuthFail', 'RoomBook.Conflict'],
  input: {
    type: 'object',
    required: ['Room', 'Size'],
    properties: {
      SessionID: { type: 'string', secret: true },
      UserLogin: { type: 'string' },
      Password: { type: 'string', secret: true },
      Room: { type: 'string' },
      Size: { type: 'string', enum: ['small', 'large'] },
      Note: { type: 'string', description: 'For the door.' },
      Owner: { type: 'string' },
    },
  },
  output: {
    type: 'object',
    required: ['BookingID', 'Token', 'State'],
    properties: {
      BookingID: { type: 'integer' },
      Token: { type: 'string', secret: true },
      State: { type: 'string', enum: ['booked', 'waiting'] },
    },
  },
  examples: [
    {
      summary: 'The blue room.',
      input: { Room: 'Blue', Size: 'small', Note: 'Quiet', Owner: 'anna' },
      output: { BookingID: 1, Token: 'x', State: 'booked' },
    },
  ],
  run: () => Promise.reject(new Error('It is only described.')),
});
const enter: Operation = {
  ...book,
  type: 'Rooms::Enter',
  summary: 'Enters.',
  effect: 'reads',
  errors: ['Enter.SessionInvalid'],
  input: { type: 'object', required: ['SessionID'], properties: { SessionID: { type: 'string', secret: true } } },
};

interface Parts {
  readonly inbound?: string;
  readonly outbound?: string;
  readonly gateway?: string;
  readonly routes?: string;
  readonly operations?: string;
}

const KEEP = `{ MapType: Keep, MapTo: '' }`;

function withDefaults(rules: string): string {
  const missing = ['KeyMapDefault', 'ValueMapDefault'].filter((name) => !rules.includes(name));
  return [...missing.map((name) => `${name}: ${KEEP}`), rules].join(', ');
}

function describeRooms({ inbound = '', outbound = '', gateway = '{}', routes, operations }: Parts): DescribedService {
  const mapping = (name: string, rules: string) =>
    rules === '' ? '' : `, ${name}: { Type: Simple, Config: { ${withDefaults(rules)} } }`;
  const text = `Debugger: { DebugThreshold: error }
Description: Rooms.
Provider:
  Operation: ${operations ?? `{ book: { Type: 'Rooms::RoomBook'${mapping('MappingInbound', inbound)}${mapping('MappingOutbound', outbound)} } }`}
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, RouteOperationMapping: ${routes ?? '{ book: { Route: /book, RequestMethod: [POST] } }'} }
Gateway: ${gateway}
`;
  const { webService, diagnostics } = loadWebService(text);
  if (webService === undefined) throw new Error(JSON.stringify(diagnostics));
  return describeService({ name: 'Rooms', webService }, new Map([book, enter].map((each) => [each.type, each])));
}

/** The only operation of the service. */
function operationOf(parts: Parts) {
  const [operation] = describeRooms(parts).operations;
  if (operation === undefined) throw new Error('Nothing is described.');
  return operation;
}

describe('a described service', () => {
  it('has its operations with calls, input, output and errors', () => {
    const { operations, paths, maxLength, unreachable } = describeRooms({ gateway: '{ BasePath: /rooms }' });
    expect({ paths, maxLength, unreachable }).toEqual({
      paths: ['/Webservice/Rooms', '/rooms'],
      maxLength: 1000,
      unreachable: [],
    });
    expect(operations).toMatchObject([
      {
        name: 'book',
        type: 'Rooms::RoomBook',
        summary: 'Books a room.',
        hints: { readOnly: false, destructive: true, idempotent: false },
        calls: [{ method: 'POST', path: '/book', pathMembers: [], place: 'body' }],
        errors: [
          { code: 'RoomBook.AuthFail', status: 401 },
          { code: 'RoomBook.Conflict', status: 409 },
          { code: 'RoomBook.MissingParameter', status: 400 },
          { code: 'RoomBook.InvalidParameter', status: 400 },
        ],
        takesIdempotencyKey: false,
      },
    ]);
  });

  it('keeps credentials apart from the input, and offers what the service accepts', () => {
    const { input, credentials } = operationOf({ gateway: '{ Authentication: { Accept: [SessionID, ApiKey] } }' });
    expect(Object.keys(input.properties as object)).toEqual(['Room', 'Size', 'Note', 'Owner']);
    expect(credentials).toEqual({
      need: 'needed',
      choices: [
        [{ in: 'header', name: 'X-API-Key', holds: 'ApiKey' }],
        [{ in: 'member', name: 'SessionID', holds: 'SessionID' }],
      ],
    });
  });

  it('treats a required credential as input of the operation', () => {
    const { input, credentials } = operationOf({ operations: `{ book: { Type: 'Rooms::Enter' } }` });
    expect(input).toMatchObject({ required: ['SessionID'], properties: { SessionID: { format: 'password' } } });
    expect(credentials).toEqual({ need: 'none', choices: [] });
  });

  it('has only the members of the schema where the service refuses others', () => {
    expect(operationOf({ gateway: '{ UnknownMembers: refuse }' }).input.additionalProperties).toBe(false);
    expect(operationOf({}).input.additionalProperties).toBeUndefined();
  });
});

describe('behind mappings', () => {
  it('members have the names that clients use, and values that map to valid ones', () => {
    const { input, credentials, examples } = operationOf({
      inbound: `KeyMapExact: { Raum: Room, Groesse: Size, Sitzung: SessionID }, ValueMap: { Size: { ValueMapExact: { klein: small, gross: large, large: other } } }`,
    });
    expect(input).toEqual({
      type: 'object',
      required: ['Raum', 'Groesse'],
      properties: {
        Raum: { type: 'string' },
        Groesse: { type: 'string', enum: ['klein', 'gross', 'small'] },
        Note: { type: 'string', description: 'For the door.' },
        Owner: { type: 'string' },
      },
    });
    expect(credentials.choices.flat().find(({ holds }) => holds === 'SessionID')?.name).toBe('Sitzung');
    expect(examples).toMatchObject([{ input: { Raum: 'Blue', Groesse: 'klein', Note: 'Quiet', Owner: 'anna' } }]);
  });

  it('one of several names of a member is enough', () => {
    const { input } = operationOf({ inbound: 'KeyMapExact: { Raum: Room, Zimmer: Room }' });
    expect(input).toMatchObject({
      required: ['Size'],
      allOf: [{ anyOf: [{ required: ['Raum'] }, { required: ['Zimmer'] }] }],
    });
  });

  it('members that the mapping drops are left out, and are not refused', () => {
    const { input } = operationOf({
      inbound: `KeyMapExact: { Room: Room, Size: Size }, KeyMapDefault: { MapType: Ignore, MapTo: '' }`,
      gateway: '{ UnknownMembers: refuse }',
    });
    expect(input).toMatchObject({ required: ['Room', 'Size'], additionalProperties: true });
    expect(Object.keys(input.properties as object)).toEqual(['Room', 'Size']);
  });

  it('a value that the service sets itself is not required, unless its member must be present', () => {
    const { input } = operationOf({
      inbound: `ValueMap: { Owner: { ValueMapRegEx: { '.*': root } }, Room: { ValueMapRegEx: { '.*': Blue } } }`,
    });
    expect(input.required).toEqual(['Room', 'Size']);
    expect(input.properties).toEqual({
      Room: { description: 'Any text: the service sets the value itself.' },
      Size: { type: 'string', enum: ['small', 'large'] },
      Note: { type: 'string', description: 'For the door.' },
    });
  });

  it('a member that every request without a body has is not required', () => {
    const inbound = `KeyMapExact: { RequestMethod: Room }, ValueMap: { Room: { ValueMapRegEx: { '.*': Blue } } }`;
    const routes = '{ book: { Route: /book, RequestMethod: [GET] } }';
    expect(operationOf({ inbound, routes }).input.required).toEqual(['Size']);
  });

  it('names that match a pattern are members too', () => {
    const { input } = operationOf({ inbound: `KeyMapRegEx: { 'R[ao]um': Room }` });
    expect(input).toMatchObject({ required: ['Size'], patternProperties: { '^(?:R[ao]um)$': { type: 'string' } } });
  });

  it('answers and errors have the names and values that clients get', () => {
    const { output, errorBody, examples } = operationOf({
      outbound: `KeyMapExact: { BookingID: Nummer, Error: Fehler }, KeyMapRegEx: { 'T.*': Rest }, ValueMap: { State: { ValueMapExact: { booked: gebucht } } }, ValueMapDefault: { MapType: Ignore, MapTo: '' }`,
    });
    expect(output).toEqual({ type: 'object', properties: { State: { type: 'string', enum: ['gebucht'] } } });
    expect(errorBody).toMatchObject({ required: ['Fehler'] });
    expect(examples).toMatchObject([{ output: { State: 'gebucht' } }]);
  });

  it('an operation whose mapping is broken cannot be called', () => {
    const { operations, unreachable } = describeRooms({ inbound: `KeyMapRegEx: { '(': Room }` });
    expect(operations).toEqual([]);
    expect(unreachable).toEqual([{ name: 'book', reason: 'A regular expression of its mapping cannot be compiled.' }]);
  });
});

describe('the description of a large service', () => {
  it('is made operation by operation, so that others get their turn', () => {
    const routes = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, { Route: `/${name}` }])));
    const operations = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, { Type: 'Rooms::RoomBook' }])));
    const text = `{ Debugger: { DebugThreshold: error }, Provider: { Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: ${routes} } }, Operation: ${operations} } }`;
    const { webService } = loadWebService(text);
    if (webService === undefined) throw new Error('The definition has errors.');
    expect([...describeInSteps({ name: 'Rooms', webService }, new Map([[book.type, book]]))]).toHaveLength(
      NAMES.length,
    );
  });
});

const NAMES = Array.from({ length: 20 }, (_, index) => `book${index}`);

describe('routes', () => {
  const operations = `{ a: { Type: 'Rooms::RoomBook' }, b: { Type: 'Rooms::RoomBook' }, c: { Type: 'Rooms::RoomBook' }, d: { Type: 'Rooms::None' }, e: {} }`;

  it('have placeholders in braces, and a place for the rest of the input', () => {
    const routes = `{ a: { Route: '/room/:Room', RequestMethod: [GET, PUT, HEAD, OPTIONS] }, b: { Route: '/v1\\.0/:Room/x', RequestMethod: [DELETE] } }`;
    expect(describeRooms({ routes, operations }).operations).toMatchObject([
      {
        calls: [
          { method: 'GET', path: '/room/{Room}', pathMembers: ['Room'], place: 'query' },
          { method: 'PUT', path: '/room/{Room}', pathMembers: ['Room'], place: 'body' },
        ],
        probes: ['HEAD', 'OPTIONS'],
      },
      { calls: [{ method: 'DELETE', path: '/v1.0/{Room}/x', place: 'query' }], probes: [] },
    ]);
  });

  it('are left out if another one comes first, if they match many paths, or if they are not served', () => {
    const routes = `{ a: { Route: '/room/:Room', RequestMethod: [GET, POST] }, b: { Route: '/room/blue', RequestMethod: [GET] }, c: { Route: '/(x|y)', RequestMethod: [GET] }, d: { Route: /d }, e: { Route: /e } }`;
    const { operations: described, unreachable } = describeRooms({ routes, operations });
    expect(described.map(({ name }) => name)).toEqual(['a']);
    expect(unreachable).toEqual([
      { name: 'b', reason: 'Routes of other operations take all of its requests, or it has no methods.' },
      { name: 'c', reason: 'Its route "/(x|y)" is a pattern, which stands for many paths.' },
      { name: 'd', reason: 'No plugin has its type "Rooms::None".' },
      { name: 'e', reason: 'It has no Type.' },
    ]);
  });
});
