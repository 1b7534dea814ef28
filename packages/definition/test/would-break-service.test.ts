import { parseDefinition, renderCodeFrame } from '@ticketgate/definition';

const SERVED = `Debugger: { DebugThreshold: error }
Gateway: { RateLimit: { Requests: 5, Seconds: 1 } }
Provider:
  Operation:
    Create: { Type: Ticket::TicketCreate }
    Get:
      Type: Ticket::TicketGet
      MappingInbound:
        Type: Simple
        Config:
          KeyMapExact: { Number: TicketNumber }
          KeyMapDefault: { MapType: Keep, MapTo: '' }
          ValueMapDefault: { MapType: Keep, MapTo: '' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000
      RouteOperationMapping:
        Create: { Route: /Ticket, RequestMethod: [POST] }
        Get: { Route: /Ticket/:TicketID, RequestMethod: [GET] }
`;

const operationTypes = ['Ticket::TicketCreate', 'Ticket::TicketGet'];

/** Each change is what stands in the text, and what is written instead. */
function change(served: string, ...changes: readonly (readonly [string, string])[]) {
  const text = changes.reduce((before, [from, to]) => {
    expect(before).toContain(from);
    return before.replace(from, to);
  }, served);
  return { text, diagnostics: parseDefinition(text, { file: 'a.yml', operationTypes, served }).diagnostics };
}

function codes(served: string, ...changes: readonly (readonly [string, string])[]): readonly string[] {
  const { diagnostics } = change(served, ...changes);
  return diagnostics.map(
    ({ line, severity, code, breaks }) => `${line} ${severity} ${code}${breaks === undefined ? '' : ' breaks'}`,
  );
}

describe('a new version of a definition', () => {
  it.each<[string, string, number]>([
    ['a transport that is not served', 'HTTP::REST → HTTP:REST', 15],
    ['a method in small letters', '[GET] → [get]', 20],
    ['a method that does not exist', '[POST] → [FETCH]', 19],
    ['a misspelt rule of a mapping', 'ValueMapDefault: { MapType: Keep, → ValueMapDefault: { MapType: Keepp,', 13],
    ['a misspelt key of a mapping', 'KeyMapExact → KeyMapExcat', 11],
    ['a limit that is not a number', '100000 → 100 KB', 17],
    ['a limit whose key is misspelt', 'MaxLength → MaxLenght', 17],
    ['a lock whose section is misspelt', 'Gateway → Gatway', 2],
    ['methods that are not a list', '[GET] → GET', 20],
    ['methods whose key is misspelt', 'RequestMethod: [GET] → RequestMethods: [GET]', 20],
    ['a type that no plugin has', 'Ticket::TicketGet → Ticket::TicketGett', 7],
    ['a route that matches nothing', '/Ticket/:TicketID → /Ticket/:Ticket-ID', 20],
    ['a route that an earlier one takes', '/Ticket, → /Ticket/:TicketID,', 20],
    ['an operation that lost its route', '        Create: →         Creat:', 5],
  ])('is refused at its line for %s', (_, edit, line) => {
    const [from = '', to = ''] = edit.split(' → ');
    const other = to.includes('/Ticket/:TicketID,') ? [['[POST]', '[GET]'] as const] : [];
    expect(codes(SERVED, [from, to], ...other)).toContainEqual(
      expect.stringMatching(new RegExp(`^${line} error [\\w-]+ breaks$`)),
    );
  });

  it('keeps code and correction of what would break, and says how to publish it anyway', () => {
    const { text, diagnostics } = change(SERVED, ['[GET]', '[get]']);
    expect(diagnostics[0]).toMatchObject({ severity: 'error', code: 'unknown-method', suggestion: 'GET' });
    expect(renderCodeFrame(diagnostics, new Map([['a.yml', text]]))).toContain(
      'Did you mean "GET"? This works in the active version, so the new one does not replace it. Correct it, or force it with "ticketgate service import --force".',
    );
  });

  it('may add parts that do not work yet, and remove parts that did', () => {
    const wrong = '    New: { Type: Ticket::Unknown }\n    Get:';
    expect(codes(SERVED, ['    Get:', wrong])).toEqual([
      '6 warning operation-without-route',
      '6 warning unknown-operation-type',
    ]);
    expect(
      codes(
        SERVED,
        ['    Create: { Type: Ticket::TicketCreate }\n', ''],
        ['        Create: { Route: /Ticket, RequestMethod: [POST] }\n', ''],
        ['      MaxLength: 100000\n', ''],
      ),
    ).toEqual([]);
  });

  it('may keep parts that did not work before', () => {
    const { text } = change(SERVED, ['Ticket::TicketGet', 'Ticket::TicketGett'], ['100000', 'none']);
    expect(codes(text, ['[GET]', '[get]'])).toEqual([
      '7 warning unknown-operation-type',
      '17 warning max-length',
      '20 warning unknown-method',
    ]);
    const mail = change(SERVED, ['HTTP::REST', 'HTTP::Mail']).text;
    expect(codes(mail, ['Ticket::TicketGet', 'Ticket::TicketGett'])).not.toContain(
      '7 error unknown-operation-type breaks',
    );
  });

  it('is compared with nothing when it is forced, or the first', () => {
    const { text } = change(SERVED, ['HTTP::REST', 'HTTP:REST']);
    const { diagnostics, webService } = parseDefinition(text, { file: 'a.yml', operationTypes });
    expect([diagnostics[0]?.severity, webService?.transport.kind]).toEqual(['warning', 'not-served']);
  });
});
