import { defineOperation, type Data } from '@ticketgate/sdk';
import { previewMapping } from '@ticketgate/gateway';

import { service, startGateway, type GatewayHarness } from './gateway-harness.js';

const IDENTITY = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:template match="@*|node()"><xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy></xsl:template>
</xsl:stylesheet>`;
const COUNT = `<R xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<Count><xsl:value-of select="/RootElement/n"/></Count></R>`;
const TEXT = '<R xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">text</R>';

const count = defineOperation({
  type: 'Custom::Count',
  summary: 'Counts on.',
  effect: 'reads',
  input: { type: 'object', required: ['Count'], properties: { Count: { type: 'integer' } } },
  run: async ({ Count }) => ({ Next: Count + 1 }),
});

function xslt(config: Data): string {
  return JSON.stringify({ Type: 'XSLT', Config: { Template: IDENTITY, ...config } });
}

const inbound = (config: Data) => service({ mapping: `MappingInbound: ${xslt(config)}` });
const outbound = (config: Data, level = 'error') => service({ level, mapping: `MappingOutbound: ${xslt(config)}` });

describe('a mapping of type XSLT', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway([count]);
    harness.publish({
      Same: inbound({}),
      Slow: inbound({ Template: COUNT.replace('/RootElement/n', '//a[//a[//a[//a[//a[//a]]]]]') }),
      Count: inbound({ Template: COUNT }).replace('Test::Echo', 'Custom::Count'),
      Text: outbound({ Template: TEXT }),
      Includes: outbound({ DataInclude: ['ProviderRequestInput', 'Nothing', 'ProviderResponseInput'] }, 'debug'),
      Filters: inbound({
        PreRegExFilter: [{ Search: '^(\\d) ', Replace: 'n$1_' }],
        PostRegExFilter: [
          { Search: 'a', Replace: 'b' },
          { Search: '^b$', Replace: '${0}c' },
        ],
      }),
    });
  });

  afterAll(() => harness.close());

  async function send(name: string, body: unknown): Promise<unknown> {
    const { text } = await harness.call(`/Webservice/${name}/echo`, { method: 'POST', body });
    return JSON.parse(text);
  }

  it('makes texts of all values, which operations with a schema read as numbers', async () => {
    expect(await send('Same', { a: 5, b: null })).toMatchObject({ Input: { a: '5', b: {} } });
    expect(await send('Count', { n: 5 })).toEqual({ Next: 6 });
  });

  it('fails as the family says', async () => {
    const faultstring = 'Could not convert data from Perl to XML before mapping';
    expect(await send('Same', { a: true })).toEqual({ faultcode: 'Server', faultstring });
    const { status, text } = await harness.call('/Webservice/Text/echo', { method: 'POST', body: { a: 1 } });
    expect([status, text]).toEqual([500, 'Data is not a hash reference.']);
  });

  it('renames members before and after the template, each name once', async () => {
    const body = { '1 x': 1, a: { aa: 2 }, b: 3, l: [{ a: 4 }, [{ a: 5 }, { a: 6 }]] };
    expect(await send('Filters', body)).toMatchObject({
      Input: { n1_x: '1', bc: { ba: '2' }, l: [{ b: '4' }, [{ a: '5' }, { a: '6' }]] },
    });
  });

  it('includes parts of the exchange, and the debug log has what the template sees', async () => {
    const parts = { ProviderRequestInput: { a: '1' }, ProviderResponseInput: { Input: { a: '1' } } };
    expect(await send('Includes', { a: 1 })).toMatchObject({ Input: { a: '1' }, DataInclude: parts });
    await harness.gateway.drain();
    const subjects = harness.entries.flatMap(({ contents }) => contents.map(({ subject }) => subject));
    expect(subjects).toContain('Data merged with DataInclude before mapping');
  });

  it('keeps no other request waiting while its time runs out', async () => {
    const body = { a: Array.from({ length: 150 }, () => 1) };
    const slow = send('Slow', body);
    expect(await send('Same', { a: 1 })).toMatchObject({ Input: { a: '1' } });
    expect(await slow).toMatchObject({ faultstring: 'Could not map data' });
  });

  it('can be previewed', async () => {
    const config = {
      template: COUNT,
      reading: { lists: [], keepsAttributes: false },
      dataInclude: [],
      preFilters: [],
      postFilters: [],
    };
    const preview = (template: string) => previewMapping({ kind: 'xslt', config: { ...config, template } }, { n: 1 });
    expect(await preview(COUNT)).toMatchObject({
      ...{ result: { Count: '1' }, notices: [], error: null },
      members: [
        { from: 'n', to: null, fate: 'dropped' },
        { from: null, to: 'Count', fate: 'made' },
      ],
    });
    expect(await preview('<a/>')).toMatchObject({
      result: null,
      error: expect.stringContaining('stylesheet') as string,
    });
  });

  const preview = (content: string, data: Data) => {
    const template = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="/RootElement">
    ${content}
  </xsl:template>
</xsl:stylesheet>`;
    const config = {
      template,
      reading: { lists: [], keepsAttributes: false },
      dataInclude: [],
      preFilters: [],
      postFilters: [],
    };
    return previewMapping({ kind: 'xslt', config }, data);
  };

  it.each([
    ['a tag that ends another', '<R>\n  text\n  <a></b>\n</R>', { line: 5, column: 6 }],
    ['an expression', '<R>\n  text\n  <a x="1"/><xsl:value-of select="n["/></R>', { line: 5, column: 35 }],
    ['an unknown function', '<R>\n  text\n  <a><xsl:value-of select="gone(n)"/></a></R>', { line: 5, column: 28 }],
  ])('says at which line and column %s is wrong, as they were written', async (_case, content, place) => {
    expect(await preview(content, { n: 1 })).toMatchObject({ result: null, place });
  });

  it('says which numbers and lists are texts behind a template', async () => {
    const content = '<R><id><xsl:value-of select="TicketID"/></id><xsl:copy-of select="Tags|Name"/></R>';
    const { notices } = await preview(content, { TicketID: 42, Tags: ['new'], Name: '7' });
    expect(notices.map(({ message }) => message)).toEqual([
      '"id" is the text "42" now; it was a number. json:type="number" at its element keeps it.',
      '"Tags" was a list and is none now. json:list="true" at its element keeps it.',
    ]);
  });
});
