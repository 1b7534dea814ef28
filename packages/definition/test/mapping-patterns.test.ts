import { checkDefinition, compilePatterns, loadWebService, patternRules } from '@ticketgate/definition';

const KEEP = "{ MapType: Keep, MapTo: '' }";

function service(names: number, values: number): string {
  const patterns = (count: number, prefix: string) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}(.+)`, 'Title'])));
  const config = [
    `KeyMapDefault: ${KEEP}`,
    `ValueMapDefault: ${KEEP}`,
    `KeyMapRegEx: ${patterns(names, 'Name')}`,
    `ValueMap: { Title: { ValueMapRegEx: ${patterns(values, 'Value')} } }`,
  ];
  return `Debugger: { DebugThreshold: error }
Provider:
  Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: { Get: { Route: /get } } } }
  Operation:
    Get: { Type: Ticket::TicketGet, MappingInbound: { Type: Simple, Config: { ${config.join(', ')} } } }
`;
}

function inboundOf(text: string) {
  return loadWebService(text).webService?.operations.get('Get')?.inbound ?? { kind: 'none' as const };
}

describe('the patterns of a mapping', () => {
  it('are compiled one by one, with a pause after each, and once for everybody', () => {
    const mapping = inboundOf(service(30, 20));
    expect([...compilePatterns([mapping, mapping, { kind: 'none' }])]).toHaveLength(100);
    if (mapping.kind !== 'simple') throw new Error(mapping.kind);
    const { keyMapRegEx } = mapping.config;
    const [rule] = patternRules(keyMapRegEx);
    expect(rule).toMatchObject({ source: 'Name0(.+)', target: 'Title' });
    expect(rule?.pattern?.test('Name0x')).toBe(true);
    expect(patternRules(keyMapRegEx)[0]?.pattern).toBe(rule?.pattern);
  });

  it('are 500 at most, so that none of its requests takes long', () => {
    expect(inboundOf(service(400, 100)).kind).toBe('simple');
    expect(inboundOf(service(400, 101))).toMatchObject({
      kind: 'broken',
      reason: { message: expect.stringContaining('501 patterns') as string },
    });
    const found = checkDefinition(service(400, 101), { file: 'Many.yml' });
    expect(found.map(({ code, line }) => [code, line])).toEqual([['mapping-rule', 5]]);
  });
});
