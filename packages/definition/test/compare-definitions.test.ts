import { compareDefinitions, restoreSecrets, maskDefinition, parseDefinition } from '@ticketgate/definition';

const BEFORE = `# Tickets for the shop.
Debugger: { DebugThreshold: error }
Gateway: { Authentication: { Accept: [SessionID, UserLogin] } }
Provider:
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: '16000'
      RouteOperationMapping:
        Get: { Route: '/ticket/:TicketID', RequestMethod: [GET, POST] }
        Search: { Route: /search, RequestMethod: [GET] }
  Operation:
    Get: { Type: 'Ticket::TicketGet', MappingInbound: {} }
    Search: { Type: 'Ticket::TicketSearch', Description: Finds tickets. }
Requester: { Transport: { Config: { Authentication: { BasicAuthPassword: first-secret } } } }
`;

function sentences(after: string, before = BEFORE): readonly string[] {
  return compareDefinitions(before, after).map(({ sentence }) => sentence);
}

function soap(config: string): string {
  return `Debugger: { DebugThreshold: error }
Provider:
  Transport: { Type: HTTP::SOAP, Config: { ${config} } }
  Operation: { Get: { Type: 'Ticket::TicketGet' } }
`;
}

describe('two definitions', () => {
  it('are compared by what they do: routes first, then operations, credentials, limits and the rest', () => {
    const after = BEFORE.replace('[GET, POST]', '[GET, PUT]')
      .replace('[SessionID, UserLogin]', '[SessionID, ApiKey]')
      .replace('16000', '100000')
      .replace('Ticket::TicketGet', 'Ticket::TicketList')
      .replace('error', 'debug')
      .replace('MappingInbound: {}', 'MappingInbound: { Type: Simple, Config: { KeyMapDefault: { MapType: Keep } } }')
      .replace('    Search: { Type', '    Find: { Type');
    expect(sentences(after)).toEqual([
      'route POST /ticket/:TicketID removed',
      'route PUT /ticket/:TicketID added',
      'operation Get: Type Ticket::TicketGet → Ticket::TicketList',
      'operation Search removed',
      'operation Find added (Ticket::TicketSearch)',
      'Gateway.Authentication.Accept now without UserLogin, with ApiKey',
      'MaxLength 16000 → 100000',
      'operation Get: MappingInbound.Type set to Simple',
      'operation Get: MappingInbound.Config.KeyMapDefault.MapType set to Keep',
      'Debugger.DebugThreshold error → debug',
    ]);
  });

  it('say which credentials alone are no longer accepted', () => {
    const lost = (accepted: string) =>
      compareDefinitions(BEFORE, BEFORE.replace('[SessionID, UserLogin]', accepted)).map(
        (each) => each.lostCredentials,
      );
    expect([lost('[SessionID]'), lost('[SessionID, UserLogin, ApiKey]')]).toEqual([['UserLogin'], [undefined]]);
  });

  it('say what their differences mean for clients, and which may break them', () => {
    const meanings = (before: string, after: string) =>
      compareDefinitions(before, after).map(({ words, breaks }) => `${breaks ? 'breaks: ' : ''}${words}`);
    const keys = (mapping: string) =>
      BEFORE.replace(
        'MappingInbound: {}',
        `${mapping}: { Type: Simple, Config: { KeyMapExact: { Number: TicketID } } }`,
      );
    const plain = keys('MappingInbound');
    expect(meanings(plain, plain.replace('Number:', 'No:'))).toEqual([
      'breaks: Get no longer takes Number as TicketID.',
      'Get takes No as TicketID.',
    ]);
    const answers = keys('MappingOutbound');
    expect(meanings(answers, answers.replace(': TicketID', ': No'))).toEqual([
      'breaks: Get answers No, no longer TicketID.',
    ]);
    const others = BEFORE.replace('[GET, POST]', '[GET]').replace('16000', '8000').replace('error', 'debug');
    expect(meanings(BEFORE, others)).toEqual([
      'breaks: POST /ticket/:TicketID is no longer answered.',
      'breaks: Requests may have 8000 bytes, no longer 16000.',
      'Other requests are recorded in the debug log.',
    ]);
    const agents = (names: string) => BEFORE.replace('Accept:', `OnlyAgents: ${names}, Accept:`);
    expect(meanings(BEFORE, agents('[anna, bert]'))).toEqual(['breaks: Only anna, bert may call it.']);
    expect(meanings(agents('[anna]'), agents('[anna, bert]'))).toEqual(['bert may call it, too.']);
    expect(meanings(agents('[anna]'), BEFORE)).toEqual(['Others may call it, too, not only anna.']);
    expect(meanings(BEFORE, BEFORE.replace('first-secret', 'second-secret'))).toEqual([
      'Its invokers send in another way.',
    ]);
  });

  it('report a route that is answered by another operation', () => {
    const after = BEFORE.replace('Route: /search, RequestMethod: [GET]', "Route: '/ticket/:TicketID'").replace(
      '        Get: {',
      '        Zet: {',
    );
    expect(sentences(after)).toEqual([
      'route GET /ticket/:TicketID now answered by Zet, not by Get',
      'route POST /ticket/:TicketID now answered by Zet, not by Get',
      'route GET /search removed',
      'route (any method) /ticket/:TicketID added',
    ]);
  });

  it('say what changed for clients over SOAP, each of which may have to change', () => {
    const before = soap("NameSpace: 'urn:a'");
    const after = soap("NameSpace: 'urn:b', SOAPAction: 'No'");
    expect(sentences(after, before)).toEqual(['NameSpace urn:a → urn:b', 'SOAPAction set to No']);
    expect(compareDefinitions(before, after).map(({ breaks }) => breaks)).toEqual([true, true]);
  });

  it('count as equal when only comments, order, layout or empty values differ', () => {
    const after = `Debugger:\n  DebugThreshold: "error"\nRemoteSystem: ''\n${BEFORE.replace(/^.*\n.*\n/, '')}# The end.\n`;
    expect(sentences(after)).toEqual([]);
  });

  it('show limits and other keys of added and removed sections', () => {
    const after = BEFORE.replace(/Gateway: .*/, 'Gateway: { RateLimit: { Requests: 600, Seconds: 60 } }');
    expect(compareDefinitions(BEFORE, after).map(({ part, sentence }) => `${part}: ${sentence}`)).toEqual([
      'credentials: Gateway.Authentication.Accept removed; it was ["SessionID","UserLogin"]',
      'limit: Gateway.RateLimit.Requests set to 600',
      'limit: Gateway.RateLimit.Seconds set to 60',
    ]);
  });

  it('never show a secret', () => {
    expect(sentences(BEFORE.replace('first-secret', 'second-secret'))).toEqual([
      'Requester.Transport.Config.Authentication.BasicAuthPassword ******* → *******',
    ]);
    expect(sentences(BEFORE, 'Debugger: {}').join()).not.toContain('first-secret');
    expect(maskDefinition(BEFORE)).toBe(BEFORE.replace('first-secret', "'*******'"));
  });

  it('get the secrets of another one back where they are masked', () => {
    const edited = maskDefinition(BEFORE).replace('16000', '100000');
    const completed = {
      text: BEFORE.replace('first-secret', '"first-secret"').replace('16000', '100000'),
      missing: [],
    };
    expect(restoreSecrets(edited, [BEFORE])).toEqual(completed);
    expect(restoreSecrets(BEFORE, [])).toEqual({ text: BEFORE, missing: [] });
    expect(restoreSecrets(maskDefinition(BEFORE), ['Provider: {}', maskDefinition(BEFORE)]).missing).toEqual([
      ['Requester', 'Transport', 'Config', 'Authentication', 'BasicAuthPassword'],
    ]);
    const later = BEFORE.replace('first-secret', 'second-secret');
    expect(restoreSecrets(edited, [BEFORE, later])).toEqual(completed);
  });

  it('get back whole maps, users of addresses, and texts with a secret in them, whatever was changed beside those', () => {
    const text = `Tokens:
  a: first
  b: [second]
RemoteSystem: https://anna:s3cret@shop.example.org/
Description: Log in with s3cret, shown as *******.
`;
    const edited = maskDefinition(text).replace('shop.', 'new.').replace('Log in', 'Come');
    expect(edited).toBe(`Tokens:
   '*******'
RemoteSystem: "https://*******@new.example.org/"
Description: "Come with *******, shown as *******."
`);
    expect(restoreSecrets(edited, [text])).toEqual({
      missing: [],
      text: `Tokens:
   {"a":"first","b":["second"]}
RemoteSystem: "https://anna:s3cret@new.example.org/"
Description: "Come with s3cret, shown as *******."
`,
    });
    expect(restoreSecrets(edited, []).missing).toEqual([['Tokens'], ['RemoteSystem']]);
  });

  it('are compared without what is a secret in one of them, also behind an alias', () => {
    const before = `RemoteSystem: https://anna:s3cret@shop.example.org/
Password: &p s3cret
Name: *p
Tokens: { a: first }
Hosts: ['https://anna:s3cret@a.example.org/']
`;
    const after = `RemoteSystem: https://anna:0ther@shop.example.org/
Password: 0ther
Name: x
Tokens: { b: second }
Hosts: ['https://anna:0ther@a.example.org/']
Provider: { Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: { A: { Route: /hooks/s3cret } } } } }
`;
    expect(sentences(after, before)).toEqual([
      'route (any method) /hooks/******* added',
      'RemoteSystem https://*******@shop.example.org/ → https://*******@shop.example.org/',
      'Password ******* → *******',
      'Name ******* → x',
      'Tokens ******* → *******',
      'Hosts now without https://*******@a.example.org/, with https://*******@a.example.org/',
      'Provider.Transport.Type set to HTTP::REST',
    ]);
  });

  it('are warned of secrets in comments, which are not hidden', () => {
    const text = `# Password: s3cret
# The password: none is needed here.
Debugger: { DebugThreshold: error } # https://anna:pa55@shop.example.org
Description: "# Token: x" # as in 0123456789abcdef0123456789abcdef
RemoteSystem: |
  # ApiKey: x
#   ApiKey: '*******'
Requester: { Transport: { Config: { Password: wonderland } } } # like wonderland
`;
    const found = parseDefinition(text, { file: 'x.yml' }).diagnostics.filter(
      ({ code }) => code === 'secret-in-comment',
    );
    expect(found.map(({ line, column, severity }) => `${line}:${column} ${severity}`)).toEqual([
      '1:1 warning',
      '3:37 warning',
      '4:27 warning',
      '8:64 warning',
    ]);
  });

  it('are not published with a mask that stands for no secret', () => {
    const masked = maskDefinition(BEFORE);
    const masksOf = (secretsOf?: readonly string[]) =>
      parseDefinition(masked, { file: 'x.yml', secretsOf }).diagnostics.filter(({ code }) => code === 'masked-secret');
    expect([masksOf(), masksOf([BEFORE])]).toEqual([[], []]);
    expect(masksOf([])).toEqual([
      expect.objectContaining({
        severity: 'error',
        line: masked.split('\n').findIndex((line) => line.includes('*******')) + 1,
        path: ['Requester', 'Transport', 'Config', 'Authentication', 'BasicAuthPassword'],
      }),
    ]);
  });

  it.each([
    ['quoted', `Password: "a \\" secret"\nName: x\n`, `Password: '*******'\nName: x\n`],
    [
      'of several lines',
      'Key:\n  ApiKey: |\n    a secret\n    of lines\n  Name: x\n',
      `Key:\n  ApiKey: '*******'\n  Name: x\n`,
    ],
    ['named twice', 'Password: secret\nPassword: secret\n', `Password: '*******'\nPassword: '*******'\n`],
    ['behind an alias', 'Name: &n secret\nPassword: *n\n', `Name: &n '*******'\nPassword: *n\n`],
    ['in a list', 'A: [{ token: secret }, { token: 12 }]\n', `A: [{ token: '*******' }, { token: '*******' }]\n`],
    ['in an earlier document', 'Password: secret\n---\nName: x\n', `Password: '*******'\n---\nName: x\n`],
    ['in a text with mistakes', 'Password: secret\nA: [\n', `Password: '*******'\nA: [\n`],
    [
      'in mappings, where names stand',
      'MappingInbound: { Password: UserPw }\n',
      'MappingInbound: { Password: UserPw }\n',
    ],
    [
      'in a map below their key',
      'Tokens:\n  a: first # 1\n  b: [second]\nName: x\n',
      `Tokens:\n   '*******'\nName: x\n`,
    ],
    ['in a list below their key', 'Tokens:\n- first\n- second\nName: x\n', `Tokens:\n '*******'\nName: x\n`],
    ['in a list that an alias shares', 'A: &a [first]\nTokens: *a\n', `A: &a '*******'\nTokens: *a\n`],
    ['marked within another', 'Tokens: { a: &a first }\nPassword: *a\n', `Tokens: '*******'\nPassword: *a\n`],
    [
      'in the address of a host',
      'RemoteSystem: https://anna:s3cr@t@shop.example.org/a@b\nProxyHost: anna:s3cret@proxy:3128\n',
      'RemoteSystem: "https://*******@shop.example.org/a@b"\nProxyHost: "*******@proxy:3128"\n',
    ],
    [
      'written again in other members',
      'Password: s3cret\nDescription: Log in with s3cret.\nPin: { Token: ab }\nNames: [s3cret, ab, abc]\n',
      `Password: '*******'\nDescription: "Log in with *******."\nPin: { Token: '*******' }\nNames: ['*******', '*******', abc]\n`,
    ],
    [
      'not, where authors choose names',
      'Provider: { Operation: { TokenGet: { Type: A::B } } }\n',
      'Provider: { Operation: { TokenGet: { Type: A::B } } }\n',
    ],
    ['in a text that is too deep', `Password: secret\nA: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, '*******'],
  ])('have their secrets masked where they are %s', (_where, text, masked) => {
    expect(maskDefinition(text)).toBe(masked);
  });
});
