import { loadWebService, parseDefinition } from '../src/index.js';

const load = (text: string) => loadWebService(text).webService;

describe('A stored definition', () => {
  it('is loaded with the defaults of the family', () => {
    const service = load(`---
Debugger:
  DebugThreshold: notice
  TestMode: '0'
Description: Sample
FrameworkVersion: 6.0.x git
Provider:
  Operation:
    b: { Type: Ticket::TicketGet, MappingInbound: {}, MappingOutbound: ~ }
    A: { Type: Ticket::TicketCreate, IncludeTicketData: '1', Description: creates }
  Transport:
    Type: HTTP::REST
    Config:
      KeepAlive: ''
      MaxLength: 0100
      RouteOperationMapping:
        b: { Route: /T/:TicketID, RequestMethod: GET }
        gone: {}
        A: { Route: /T, RequestMethod: [POST] }
RemoteSystem: ''
`);
    expect(service).toMatchObject({
      description: 'Sample',
      frameworkVersion: '6.0.x git',
      debugger: { threshold: 'notice', testMode: false },
      transport: {
        kind: 'rest',
        rest: {
          closesConnections: true,
          maxLength: undefined,
          routes: [
            { operation: 'A', route: '/T', methods: ['POST'] },
            { operation: 'b', route: '/T/:TicketID', methods: undefined },
          ],
          additionalHeaders: {},
          outboundHeaders: { common: {}, specific: {} },
        },
      },
      gateway: {
        profile: 'otobo',
        answer: 'flat',
        errorStatus: 'compatible',
        basePath: undefined,
        authentication: { accept: ['SessionID', 'UserLogin', 'CustomerUserLogin'], onlyAgents: undefined },
        transport: { timeout: undefined, hostHeader: undefined },
        rateLimit: undefined,
        cors: undefined,
        customers: undefined,
        mcp: undefined,
        unknownMembers: 'ignore',
        collapseSingleItem: false,
      },
    });
    expect(service?.operations.get('A')).toEqual({
      name: 'A',
      type: 'Ticket::TicketCreate',
      description: 'creates',
      inbound: { kind: 'none' },
      outbound: { kind: 'none' },
      options: { Type: 'Ticket::TicketCreate', IncludeTicketData: '1', Description: 'creates' },
    });
    expect(Object.isFrozen(service?.operations.get('A')?.options)).toBe(true);
  });

  const withMapping = (mapping: string) =>
    load(
      `{ Debugger: { DebugThreshold: error }, Provider: { Operation: { A: { MappingInbound: ${mapping} } } } }`,
    )?.operations.get('A')?.inbound;

  it.each([
    ['{}', 'none'],
    ['~', 'none'],
    ['', 'none'],
    ['{ Type: Simple }', 'pass'],
    ['{ Type: Simple, Config: ~ }', 'pass'],
    ['{ Type: Simple, Config: {} }', 'broken'],
    ["{ Type: Simple, Config: '' }", 'broken'],
    ['{ Type: Other }', 'broken'],
    ['{ Config: { a: b } }', 'broken'],
    ['Simple', 'broken'],
    ['{ Type: Test, Config: { TestOption: ToUpper } }', 'test'],
    ['{ Type: XSLT, Config: { Template: <x/> } }', 'xslt'],
    ["{ Type: XSLT, Config: { Template: '' } }", 'pass'],
    ['{ Type: XSLT, Config: {} }', 'broken'],
    ['{ Type: Simple, Config: { KeyMapDefault: { MapType: Keep }, ValueMapDefault: { MapType: Keep } } }', 'simple'],
    ['{ Type: Simple, Config: { KeyMapDefault: { MapType: Keep } } }', 'broken'],
    ['{ Type: Simple, Config: { KeyMapDefault: { MapType: keep }, ValueMapDefault: { MapType: Keep } } }', 'broken'],
    ['{ Type: Simple, Config: { KeyMapDefault: { MapType: MapTo }, ValueMapDefault: { MapType: Keep } } }', 'broken'],
    [
      '{ Type: Simple, Config: { KeyMapDefault: { MapType: Keep, MapTo: ~ }, ValueMapDefault: { MapType: Keep } } }',
      'broken',
    ],
    [
      '{ Type: Simple, Config: { KeyMapDefault: { MapType: Keep }, ValueMapDefault: { MapType: Keep }, KeyMapExact: {} } }',
      'broken',
    ],
  ])('with the mapping %s has one that is %s', (mapping, kind) => {
    expect(withMapping(mapping)?.kind).toBe(kind);
  });

  it('reads Mapping Simple completely', () => {
    expect(
      withMapping(`{ Type: Simple, Config: {
        KeyMapExact: { a: b }, KeyMapRegEx: { 'x.*': y }, KeyMapDefault: { MapType: MapTo, MapTo: rest },
        ValueMap: { b: { ValueMapExact: { 1: 2 }, ValueMapRegEx: { .*: all } }, c: { Other: {} } },
        ValueMapDefault: { MapType: Ignore, MapTo: '' } } }`),
    ).toEqual({
      kind: 'simple',
      config: {
        keyMapExact: { a: 'b' },
        keyMapRegEx: { 'x.*': 'y' },
        keyMapDefault: { mapType: 'MapTo', mapTo: 'rest' },
        valueMap: { b: { exact: { 1: '2' }, regEx: { '.*': 'all' } }, c: { exact: {}, regEx: {} } },
        valueMapDefault: { mapType: 'Ignore' },
      },
    });
  });

  it.each([
    ['no YAML', 'a: [1'],
    ['nothing', ''],
    ['no Debugger', 'Provider: { Transport: { Type: HTTP::REST } }'],
    ['an unknown level', 'Debugger: { DebugThreshold: verbose }'],
    ['an empty list of agents', 'Debugger: { DebugThreshold: error }\nGateway: { Authentication: { OnlyAgents: [] } }'],
    ['a reserved base path', 'Debugger: { DebugThreshold: error }\nGateway: { BasePath: /admin/x }'],
  ])('with %s cannot be served', (_, text) => {
    expect(load(text)).toBeUndefined();
  });

  it.each([
    ['Debugger: { TestMode: 1 }', 'error', true],
    ['Debugger: { DebugThreshold: Debug }', 'debug', false],
  ])('with %s has the level %s', (text, threshold, testMode) => {
    expect(load(text)?.debugger).toEqual({ threshold, testMode });
  });

  it('is the last of several documents, and the last of duplicate keys wins', () => {
    const text = 'Debugger: {}\n---\nDebugger: { DebugThreshold: error }\nDescription: a\nDescription: yes\n';
    expect(load(text)?.description).toBe('yes');
  });

  it('shows nothing of itself outside of diagnostics, even if a key is a map', () => {
    const shown: unknown[] = [];
    const original = Object.getOwnPropertyDescriptor(process, 'emitWarning') ?? {};
    Object.defineProperty(process, 'emitWarning', {
      ...original,
      value: (warning: unknown) => void shown.push(warning),
    });
    load('Debugger: { DebugThreshold: error }\n? { Password: secret }\n: 1\n');
    Object.defineProperty(process, 'emitWarning', original);
    expect(shown).toEqual([]);
  });

  it('keeps a transport without a usable Config, and one that is not served', () => {
    const head = 'Debugger: { DebugThreshold: error }\n';
    expect(load(`${head}Provider: { Transport: { Type: HTTP::REST, Config: {} } }`)?.transport.kind).toBe('no-config');
    expect(load(`${head}Provider: { Transport: { Type: HTTP::Mail } }`)?.transport).toEqual({
      kind: 'not-served',
      type: 'HTTP::Mail',
    });
  });

  it('answers with the statuses of HTTP where it answers with an envelope', () => {
    const { answer, errorStatus } =
      load('Debugger: { DebugThreshold: error }\nGateway: { Answer: envelope }')?.gateway ?? {};
    expect([answer, errorStatus]).toEqual(['envelope', 'http']);
  });
});

it.each(["Transport: { Type: '' }", 'Transport: { Type: HTTP::Mail }', "Operation: {}\n  Transport: { Type: '' }"])(
  'is not warned of a Provider without operations in a definition that only sends (%j)',
  (provider) => {
    const text = (invokers: string) => `---
Debugger: { DebugThreshold: debug, TestMode: '0' }
Description: ''
FrameworkVersion: 11.0.5
Provider:
  ${provider}
RemoteSystem: ''
Requester:
  Invoker: ${invokers}
  Transport:
    Type: HTTP::REST
    Config:
      Host: http://127.0.0.1:18150
      DefaultCommand: POST
      Timeout: '5'
      InvokerControllerMapping: { A: { Controller: /a } }
`;
    const codes = (invokers: string) =>
      parseDefinition(text(invokers), { file: 'a.yml' }).diagnostics.map(({ code }) => code);
    expect(codes("{ A: { Type: 'Generic::PassThrough', Events: [{ Event: TicketCreate }] } }")).toEqual([]);
    expect(codes('{}')).toContain('transport-not-served');
  },
);

it.each([
  ['REST', 'znuny', true],
  ['SOAP', 'znuny', false],
  ['REST', 'otobo', false],
  ['REST', 'otrs', false],
] as const)(
  'takes credentials from headers over %s in profile %s without a word in it: %s',
  (kind, profile, isTaken) => {
    const text = `Provider: { Transport: { Type: 'HTTP::${kind}' } }\nDebugger: { DebugThreshold: error }\n`;
    const own = loadWebService(`${text}Gateway: { Profile: ${profile} }\n`).webService;
    const ofHost = loadWebService(text, 'a.yml', { usualProfile: profile }).webService;
    const accepts = [own, ofHost].map((service) => service?.gateway.authentication.accept.includes('Headers'));
    expect(accepts).toEqual([isTaken, isTaken]);
  },
);
