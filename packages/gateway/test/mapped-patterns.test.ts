import { LIMITS, service, startGateway, type GatewayHarness } from './gateway-harness.js';

const KEEP = "{ MapType: Keep, MapTo: '' }";
const MAPPING = `{ Type: Simple, Config: {
  KeyMapRegEx: { '(a+)+b': Mapped, '(?!a).*c': Also }, KeyMapDefault: ${KEEP},
  ValueMap: { Text: { ValueMapRegEx: { '(x+x+)+y': found } } }, ValueMapDefault: ${KEEP} } }`.replaceAll('\n', ' ');

describe('the patterns of a mapping', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway([], { ...LIMITS, reading: { ...LIMITS.reading, mappingCharacters: 2000 } });
    harness.publish({ Mapped: service({ mapping: `MappingInbound: ${MAPPING}` }).replace(`MaxLength: '1000'`, '') });
  });

  afterAll(() => harness.close());

  const post = (body: unknown) => harness.call('/Webservice/Mapped/echo', { method: 'POST', body });

  it('answer at once, whatever a client sends', async () => {
    const body = { ['a'.repeat(60)]: 1, aab: 2, zc: 3, Text: 'x'.repeat(60) };
    const { status, text } = await post(body);
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { Input: { ['a'.repeat(60)]: 1, Mapped: 2, Also: 3, Text: 'x'.repeat(60) } },
    ]);
  });

  it('are compared with limits.mappingCharacters at most, counted for each of them', async () => {
    // Two patterns for the names, one for the value, ten characters for each comparison.
    expect((await post({ Text: 'x'.repeat(1900) })).status).toBe(200);
    const { status, text } = await post({ Text: 'x'.repeat(1990) });
    expect([status, text]).toEqual([413, expect.stringContaining('limits.mappingCharacters')]);
  });
});
