/** Definitions as OTOBO and Znuny export them, written from what is known of their keys; together they have every key. */

const GET = { type: 'Room::RoomList', route: '/Room/:RoomID', methods: '- GET' };

interface Parts {
  readonly head?: string;
  readonly operation?: string;
  readonly config?: string;
  readonly routes?: string;
  readonly provider?: string;
  readonly rest?: string;
}

/** In the dialect of the family: sorted keys, two blanks, texts that look like numbers in quotes. */
function rest({ head, operation, config, routes, provider = '', rest: tail = '' }: Parts): string {
  return `---
Debugger:
${head ?? "  DebugThreshold: debug\n  TestMode: '0'\n"}Description: ''
FrameworkVersion: 11.0.5
Provider:
${provider}  Operation:
    RoomGet:
      Type: ${GET.type}
${operation ?? "      Description: ''\n      IncludeTicketData: '0'\n      MappingInbound: {}\n      MappingOutbound: {}\n"}  Transport:
    Config:
${config ?? "      AdditionalHeaders: ~\n      KeepAlive: ''\n      MaxLength: '100000000'\n"}      RouteOperationMapping:
${routes ?? `        RoomGet:\n          RequestMethod:\n          ${GET.methods}\n          Route: ${GET.route}\n`}    Type: HTTP::REST
RemoteSystem: ''
${tail}`;
}

const simple = (side: string, config: string) => `      ${side}:\n        Config:\n${config}        Type: Simple\n`;

const requester = (type: string, config: string, invoker = '') => `Requester:
${invoker}  Transport:
    Config:
${config}    Type: ${type}
`;

const invoker = (keys: string) => `  Invoker:
    RoomSend:
      Type: Room::RoomCreate
${keys}`;

/** By what is special about each. */
export const EXPORTS: Readonly<Record<string, string>> = {
  plain: rest({}),
  'integers as they are': rest({ head: '  DebugThreshold: info\n  TestMode: 0\n' }),
  'no test mode': rest({ head: '  DebugThreshold: notice\n' }),
  'threshold error': rest({ head: '  DebugThreshold: error\n  TestMode: 1\n' }),
  'a name inside': rest({ rest: 'Name: GenericRoomConnector\n' }),
  'headers of every answer': rest({
    config:
      "      AdditionalHeaders:\n        X-Room: 'yes'\n      PostParamName: file\n      KeepAlive: '1'\n      MaxLength: 16000\n",
  }),
  'headers of operations': rest({
    config: `      KeepAlive: '0'\n      MaxLength: ''\n      OutboundHeaders:\n        Common:\n          X-All: a\n        Specific:\n          RoomGet:\n            X-One: b\n`,
  }),
  'no keep-alive and no length': rest({ config: '' }),
  'every method': rest({ routes: `        RoomGet:\n          Route: ${GET.route}\n` }),
  'two methods': rest({
    routes: `        RoomGet:\n          RequestMethod:\n          - GET\n          - POST\n          Route: /R\n`,
  }),
  'a parser': rest({
    routes: `        RoomGet:\n          ParserBackend: JSON\n          ParserBackendParameter: {}\n          Route: ${GET.route}\n`,
  }),
  'ticket data and text': rest({ operation: "      Description: Tells of a room.\n      IncludeTicketData: '1'\n" }),
  'a mapping without config': rest({ operation: '      MappingInbound:\n        Type: Simple\n' }),
  'keys mapped exactly': rest({
    operation: simple(
      'MappingInbound',
      "          KeyMapDefault:\n            MapTo: ''\n            MapType: Keep\n          KeyMapExact:\n            Room: RoomID\n          ValueMapDefault:\n            MapTo: ''\n            MapType: Ignore\n",
    ),
  }),
  'keys mapped by pattern': rest({
    operation: simple(
      'MappingOutbound',
      '          KeyMapDefault:\n            MapTo: other\n            MapType: MapTo\n          KeyMapRegEx:\n            ^Room(.+)$: Raum\n          ValueMapDefault:\n            MapTo: x\n            MapType: MapTo\n',
    ),
  }),
  'values mapped': rest({
    operation: simple(
      'MappingInbound',
      '          KeyMapDefault:\n            MapType: Keep\n          ValueMap:\n            State:\n              ValueMapExact:\n                offen: open\n              ValueMapRegEx:\n                ^zu.*: closed\n          ValueMapDefault:\n            MapType: Keep\n',
    ),
  }),
  'a test mapping': rest({
    operation: '      MappingInbound:\n        Config:\n          TestOption: ToUpper\n        Type: Test\n',
  }),
  'a stylesheet': rest({
    operation: `      MappingInbound:
        Config:
          DataInclude:
          - RequesterRequestInput
          PostRegExFilter:
          - Replace: ''
            Search: ^x
          PostRegExValueCounter: '1'
          PreRegExFilter:
          - Replace: b
            Search: a
          PreRegExValueCounter: '1'
          Template: |
            <?xml version="1.0" encoding="UTF-8"?>
            <xsl:transform version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>
        Type: XSLT
`,
  }),
  'error handling': rest({
    provider: `  ErrorHandling:
    Retry:
      Description: ''
      ErrorCode: '500'
      ErrorMessage: ''
      ErrorMessageContentFilter: ''
      ErrorStageFilter: []
      OperationFilter:
      - RoomGet
      StopAfterMatch: '1'
      Type: RequestRetry
  ErrorHandlingPriority:
  - Retry
`,
  }),
  'a requester with a password': rest({
    rest: requester(
      'HTTP::REST',
      `      Authentication:
        AuthType: BasicAuth
        BasicAuthPassword: exported-secret
        BasicAuthUser: shop
      ContentType: JSON
      DefaultCommand: GET
      Host: https://shop.example.org/api
      InvokerControllerMapping:
        RoomSend:
          Command: POST
          Controller: /rooms/:RoomID
      ReuseClient: '1'
      SSLNoHostnameVerification: '0'
      Timeout: '30'
`,
      invoker('      Description: Sends.\n      MappingInbound: {}\n      MappingOutbound: {}\n'),
    ),
  }),
  'a requester behind a proxy': rest({
    rest: requester(
      'HTTP::REST',
      `      AdditionalHeaders: ~
      Authentication:
        AuthType: Kerberos
        KerberosKeytab: /etc/shop.keytab
        KerberosUser: shop
      Host: https://shop.example.org
      OutboundHeaders:
        Common: {}
        Specific: {}
      Proxy:
        ProxyExclude: 'No'
        ProxyHost: http://proxy:3128
        ProxyPassword: exported-secret
        ProxyUser: p
        UseProxy: 'Yes'
      SSL:
        SSLCADir: /etc/ssl
        SSLCAFile: /etc/ssl/ca.pem
        SSLCertificate: /etc/ssl/c.pem
        SSLKey: /etc/ssl/k.pem
        SSLPassword: exported-secret
        SSLVerifyHostname: 'Yes'
        UseSSL: 'Yes'
`,
    ),
  }),
  'an invoker with events': rest({
    rest: requester(
      'HTTP::REST',
      '      Host: http://shop\n',
      invoker(`      Events:
      - Asynchronous: '1'
        Condition:
          Condition:
            '1':
              Fields:
                Queue:
                  Match: Raw
                  Type: String
              Type: and
          ConditionLinking: and
        Event: TicketCreate
      RequestArticleFields: []
      RequestDynamicFieldsTicket:
      - Room
      RequestTicketFields:
      - Title
`),
    ),
  }),
  'error handling of a requester': rest({
    rest: `Requester:
  ErrorHandling:
    Again:
      Description: Tries again.
      ErrorMessageContentFilter: timeout
      ErrorStageFilter:
      - RequesterRequestPerform
      InvokerFilter:
      - RoomSend
      RetryCountMax: '5'
      RetryIntervalFactor: '1.5'
      RetryIntervalMax: '3600'
      RetryIntervalStart: '60'
      RetryPeriodMax: '86400'
      ScheduleRetry: '1'
      StopAfterMatch: all
      Type: RequestRetry
    None: {}
  ErrorHandlingPriority:
  - Again
  Transport:
    Config:
      Host: http://shop
    Type: HTTP::REST
`,
  }),
  'soap served': `---\nDebugger:\n  DebugThreshold: error\nProvider:\n  Operation: {}\n  Transport:\n    Config:\n      MaxLength: '1000'\n      NameSpace: http://example.org/\n      SOAPAction: 'Yes'\n    Type: HTTP::SOAP\n`,
  'soap asked': `---\nDebugger:\n  DebugThreshold: error\n${requester('HTTP::SOAP', '      Authentication:\n        Password: exported-secret\n        Type: BasicAuth\n        User: shop\n      Encoding: UTF-8\n      Endpoint: http://shop\n      NameSpace: urn:x\n      SOAPAction: Separator\n      SOAPActionScheme: NameSpaceSeparatorOperation\n')}`,
  'no transport type': `---\nDebugger:\n  DebugThreshold: debug\n  TestMode: '0'\nDescription: new\nFrameworkVersion: 6.0.x git\nProvider:\n  Transport:\n    Type: ''\nRemoteSystem: ''\n`,
  'no provider': `---\nDebugger:\n  DebugThreshold: debug\nProvider: ~\n${requester('HTTP::REST', '      Host: http://shop\n')}`,
  'unknown keys': rest({
    operation:
      '      MappingOutbound:\n        Config:\n          StaticValue:\n            Room.Open: yes\n        Type: Znuny\n',
    rest: "Zukunft:\n  Ding: '007'\n  'true': ja\n",
  }),
  'a type that nobody has': rest({}).replace(GET.type, 'House::Sell'),
  'texts of all kinds': rest({
    operation: `      Description: "Räume ☕, \\"quoted\\": yes # no comment"\n      Note: >\n        folded\n        lines\n`,
  }),
};
