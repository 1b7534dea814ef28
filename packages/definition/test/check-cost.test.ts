import { compareDefinitions, parseDefinition, renderCodeFrame } from '@ticketgate/definition';

import { isProportional } from '../../../test/support/processor-time.js';

const HEAD = 'Debugger: { DebugThreshold: error }\n';

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

function service(
  count: number,
  { route = (index: number) => `/Thing${index}/:ID`, operation = 'Op', method = 'GET' } = {},
) {
  return `${HEAD}Provider:
  Transport:
    Type: HTTP::REST
    Config:
      RouteOperationMapping:
${lines(count, (index) => `        Op${index}: { Route: "${route(index)}", RequestMethod: [${method}] }\n`)}  Operation:
${lines(count, (index) => `    ${operation}${index}: { Type: Ticket::TicketGet }\n`)}`;
}

/** Everything that `ticketgate check` does with a text. */
function check(text: string): void {
  const { diagnostics } = parseDefinition(text, { file: 'a.yml', operationTypes: ['Ticket::TicketGet'], served: HEAD });
  renderCodeFrame(diagnostics, new Map([['a.yml', text]]));
}

describe('checking a definition', () => {
  it.each<[string, (count: number) => string]>([
    ['unknown keys', (count) => HEAD + lines(count, (index) => `Key${index}: 1\n`)],
    ['operations', (count) => service(count)],
    ['routes without operations', (count) => service(count, { operation: 'Other' })],
    ['routes that take the same requests', (count) => service(count, { route: () => '/Thing/:ID' })],
    ['routes with long segments', (count) => service(count, { route: (index) => `/${'x'.repeat(400)}${index}` })],
    ['misspelt methods', (count) => service(count, { method: 'GTE' })],
    ['words of one comment', (count) => `${HEAD}# ${'a'.repeat(count * 100)}\n`],
    ['pairs of one comment', (count) => `${HEAD}# ${'a=a='.repeat(count * 50)} \n`],
    ['comments', (count) => HEAD + lines(count, () => `# ${'a: b=c '.repeat(20)}\n`)],
    ['entries of a flow list', (count) => `${HEAD}Description: [${'a,'.repeat(count * 20)}]\n`],
  ])('takes linear time in its %s', (_, make) => {
    expect(isProportional((count) => check(make(count)), 200, 10)).toBe(true);
  });

  it('refuses a text with so many tokens that reading it would exhaust the memory', () => {
    const { diagnostics } = parseDefinition(`${HEAD}X: [${'a,'.repeat(900_000)}]\n`, { file: 'a.yml' });
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'too-large',
        'The definition has more than 500,000 tokens and is not read (limits.definitionBytes). Split it into several web services.',
      ],
    ]);
  });

  it('lists a thousand problems, errors before warnings, and says how many more there are', () => {
    const text = `${HEAD}Provider: 1\n${lines(1_500, (index) => `Key${index}: 1\n`)}Gateway: { Wrong: 1 }\n`;
    const { diagnostics } = parseDefinition(text, { file: 'a.yml' });
    expect(diagnostics).toHaveLength(1_001);
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ line }) => line)).toEqual([2, 1503]);
    expect(diagnostics.at(-1)).toMatchObject({ code: 'more-problems', severity: 'warning' });
    expect(diagnostics.at(-1)?.message).toBe('There are 502 more problems. Correct these first.');
  });

  it('counts changes beyond a thousand', () => {
    const changes = compareDefinitions(HEAD, HEAD + lines(1_200, (index) => `Key${index}: 1\n`));
    expect(changes).toHaveLength(1_001);
    expect(changes.at(-1)?.sentence).toBe('and 200 more changes');
  });

  it('shows the part of a long line that is meant', () => {
    const text = `${HEAD}Gateway: { ${'a'.repeat(2_000)}: 1, Wrong: 1, ${'b'.repeat(2_000)}: 1 }\n`;
    const { diagnostics } = parseDefinition(text, { file: 'a.yml' });
    const frame = renderCodeFrame(
      diagnostics.filter(({ path }) => path.at(-1) === 'Wrong'),
      new Map([['a.yml', text]]),
    );
    const [, , , shown = '', marks = ''] = frame.split('\n');
    expect(shown.length).toBeLessThan(250);
    expect(shown.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('Wrong');
  });

  it('compares routes as text, so that a slow pattern never runs', () => {
    const route = (index: number) => (index === 0 ? '/(a+)+b' : `/${'a'.repeat(36)}`);
    const { diagnostics } = parseDefinition(service(3, { route }), { file: 'a.yml' });
    expect(diagnostics.map(({ code, path }) => [code, path.at(-1)])).toEqual([['duplicate-route', 'Op2']]);
  });

  it.each([
    ['/Ticket/:TicketID', '/Ticket/:ID', true],
    ['/Ticket/:TicketID', '/Ticket/Search', true],
    ['/Ticket/Search', '/Ticket/:TicketID', false],
    ['/T-:ID', '/T-x:ID', true],
    ['/T-x:ID', '/T-:ID', false],
    ['/T-:ID', '/T-', false],
    ['/:Any/:Thing', '/Ticket/Search', true],
    ['/:Any', '/Ticket/Search', false],
    ['/.*', '/Ticket/:ID', true],
    ['/Tick.+', '/Ticket/:ID', true],
    ['/Ticket/.*', '/Tick/:ID', false],
    ['/Ticket/:ID/.*', '/Ticket/:ID/.*', true],
  ])('knows whether %s takes all requests of %s', (earlier, later, expected) => {
    const text = service(2, { route: (index) => (index === 0 ? earlier : later) });
    const { diagnostics } = parseDefinition(text, { file: 'a.yml' });
    expect(diagnostics.map(({ code }) => code).some((code) => code.includes('route'))).toBe(expected);
  });
});
