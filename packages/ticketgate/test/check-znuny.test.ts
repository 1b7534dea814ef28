import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from './run-command.js';

const DEFINITION = `Debugger:
  DebugThreshold: error
Provider:
  Operation:
    Get:
      Type: Ticket::TicketGet
      MappingOutbound:
        Type: XSLT
        Config:
          Template: <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><a/></xsl:template></xsl:stylesheet>
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: '1000'
      RouteOperationMapping:
        Get:
          Route: /Ticket/:TicketID
          RequestMethod:
          - GET
Requester:
  Invoker:
    Tell:
      Type: Generic::PassThrough
      Events: []
  Transport:
    Type: HTTP::REST
    Config:
      Host: https://chat.example.org
      DefaultCommand: POST
      Timeout: '10'
      InvokerControllerMapping:
        Tell:
          Controller: /told
`;
const SECRET = 'TICKETGATE_SECRET_ZNUNY';

/** Below the Config of the requester's transport. */
const requester = (lines: string) => `${DEFINITION}      ${lines.replaceAll('\n', '\n      ')}\n`;
const replaced = (from: string, to: string) => DEFINITION.replace(from, to);

const SOAP = DEFINITION.replace(/(Transport:\n {4}Type: HTTP::)REST\n {4}Config:\n {6}Host[^]*$/, (_, start: string) =>
  [
    `${start}SOAP`,
    '    Config:',
    '      Endpoint: https://erp.example.org/soap',
    '      NameSpace: urn:example:erp',
    "      Timeout: '10'",
    '      FixedNameSpacePrefix: erp',
    '      ResponseTagSuffix: Message',
    '',
  ].join('\n'),
).replace('Events: []', 'OperationName: Make\n      Events: []');

const eventWith = (name: string, fields: string) =>
  replaced(
    'Events: []',
    `Events:\n      - Event: ${name}\n        Condition: { Condition: { '1': { Fields: ${fields} } } }`,
  );

/** What Znuny's definitions have and others lack, with the line and the code of what `check` says; served without a word: none. */
const KEYS: Readonly<Record<string, { readonly text: string; readonly says?: readonly [line: string, code: string] }>> =
  {
    none: { text: DEFINITION },
    json: { text: requester('ContentType: JSON') },
    form: { text: requester('ContentType: FORM') },
    xml: { text: requester('ContentType: XML') },
    'client-certificate': {
      text: requester("X509: { UseX509: 'Yes' }"),
      says: ["X509: { UseX509: 'Yes' }", 'unknown-key'],
    },
    upload: { text: replaced("MaxLength: '1000'", 'PostParamName: doc') },
    parser: {
      text: replaced('          Route: /', '          ParserBackendParameter: { relaxed: 1 }\n          Route: /'),
      says: ['ParserBackendParameter: { relaxed: 1 }', 'option-not-served'],
    },
    'order-of-operation': {
      text: replaced('Type: Ticket::TicketGet', 'Type: Ticket::TicketGet\n      SortOutbound: [{ TicketID: null }]'),
      says: ['SortOutbound: [{ TicketID: null }]', 'option-without-effect'],
    },
    'soap-names': { text: SOAP },
    'soap-name-over-rest': {
      text: replaced('Events: []', 'OperationName: Make\n      Events: []'),
      says: ['OperationName: Make', 'option-without-effect'],
    },
    ntlm: {
      text: requester(
        'Authentication:\n  AuthType: NTLM\n  BasicAuthUser: a\n  BasicAuthPassword: TICKETGATE_SECRET_ZNUNY',
      ),
      says: ['AuthType: NTLM', 'invoker-credentials'],
    },
    'answer-with-a-ticket': {
      text: replaced('Type: Generic::PassThrough', 'Type: Ticket::Generic').replace(
        'Events: []',
        'Events: [{ Event: TicketCreate }]\n      MappingInbound: { Type: Znuny, Config: { KeyMapDefault: { MapType: Keep }, ValueMapDefault: { MapType: Keep }, StaticValue: { OTRS_TicketCreate: { Title: x } } } }',
      ),
      says: [
        'MappingInbound: { Type: Znuny, Config: { KeyMapDefault: { MapType: Keep }, ValueMapDefault: { MapType: Keep }, StaticValue: { OTRS_TicketCreate: { Title: x } } } }',
        'invoker-answer',
      ],
    },
    'no-host-name': {
      text: requester("SSL:\n  UseSSL: 'Yes'\n  SSLNoHostnameVerification: '1'"),
      says: ["SSLNoHostnameVerification: '1'", 'host-name-unverified'],
    },
    reuse: { text: requester("ReuseClient: '1'"), says: ["ReuseClient: '1'", 'option-not-served'] },
    jwt: {
      text: requester(
        'Authentication:\n  AuthType: JWT\n  JWTAuthAlgorithm: RS256\n  JWTAuthKeyFilePath: /etc/key.pem\n  JWTAuthTTL: 60\n  JWTAuthPayload: iss=desk',
      ),
    },
    token: { text: requester('Authentication:\n  AuthType: OAuth2Token\n  OAuth2TokenConfigName: chat') },
    'token-of-the-host': {
      text: requester('Authentication:\n  AuthType: OAuth2Token\n  OAuth2TokenConfigName: other'),
      says: ['OAuth2TokenConfigName: other', 'invoker-credentials'],
    },
    kerberos: {
      text: requester('Authentication:\n  AuthType: KerberosAuth'),
      says: ['AuthType: KerberosAuth', 'invoker-credentials'],
    },
    'force-array': { text: replaced('          Template:', '          ForceArray: a\n          Template:') },
    mapping: {
      text: replaced('Type: XSLT', 'Type: Kernel::GenericInterface::Mapping::Znuny'),
      says: ['Type: Kernel::GenericInterface::Mapping::Znuny', 'mapping-rule'],
    },
    'invoker-of-notifications': {
      text: replaced('Type: Generic::PassThrough', 'Type: Ticket::Generic'),
      says: ['Tell:', 'invoker-event'],
    },
    'invoker-of-events': {
      text: replaced('Type: Generic::PassThrough', 'Type: Ticket::Generic').replace(
        'Events: []',
        "Events: [{ Event: TicketCreate, Asynchronous: '1' }]\n      GetAllArticleAttachments: '1'",
      ),
    },
    'condition-on-members': {
      text: eventWith('ArticleCreate', '{ Subject: a, Queue: a, FirstResponse: a, DynamicField_Room_0: a }'),
    },
    'condition-on-no-member': {
      text: eventWith('TicketStateUpdate', '{ Subject: a }'),
      says: [`Condition: { Condition: { '1': { Fields: { Subject: a } } } }`, 'invoker-condition'],
    },
    'condition-on-another-event': { text: eventWith('QueueUpdate', '{ Subject: a }') },
    'out-of-office': { text: replaced('Type: Ticket::TicketGet', 'Type: User::OutOfOffice') },
    'time-accounting': { text: replaced('Type: Ticket::TicketGet', 'Type: Ticket::TimeAccountingGet') },
  };

describe('ticketgate check, with the keys that only Znuny has', () => {
  let folder = '';
  let output = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-znuny-'));
    const configuration = `requester: { tokens: { chat: { url: https://login.example.org/token, clientID: a, clientSecret: ${SECRET} } } }\n`;
    writeFileSync(join(folder, 'gateway.yml'), configuration);
    const files = Object.entries(KEYS).map(([name, { text }]) => {
      writeFileSync(join(folder, `${name}.yml`), text);
      return join(folder, `${name}.yml`);
    });
    const environment = { TICKETGATE_CONFIG: join(folder, 'gateway.yml'), [SECRET]: 'kept-in-the-environment' };
    ({ output } = await runCommand(['check', ...files], { environment }));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** What was said of a file: the text of the line, and the code. */
  const saidOf = (name: string) => {
    const lines = readFileSync(join(folder, `${name}.yml`), 'utf8').split('\n');
    const places = [...output.matchAll(/^.*?([\w-]+)\.yml:(\d+):\d+ +\w+ +([\w-]+)$/gm)];
    return places.flatMap(([, file, line, code]) => (file === name ? [[lines[Number(line) - 1]?.trim(), code]] : []));
  };

  it.each(Object.entries(KEYS))('says what it has to of "%s", at its line', (name, { says }) => {
    expect(saidOf(name)).toEqual(says === undefined ? [] : [says]);
  });

  it('says which invoker waits for a notification that is never sent here', () => {
    expect(output).toContain('Nothing calls "Tell" here: in Znuny a notification may, but Ticketgate sends none.');
  });
});
