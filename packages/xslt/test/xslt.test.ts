import { applyTemplate, findTemplateProblem } from '@ticketgate/xslt';

import { Transformer } from '../src/transformer.js';

/** A stylesheet with these declarations of namespaces, and this in it. */
function sheet(content: string, declarations = ''): string {
  return `<?xml version="1.0"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" ${declarations}>
${content}
</xsl:stylesheet>`;
}

const IDENTITY = sheet(
  '<xsl:template match="@*|node()"><xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy></xsl:template>',
);

function result(content: string, declarations?: string): string {
  return sheet(inRoot(content), declarations);
}

/** A template with this in the root of its result. */
const inRoot = (content: string) => `<xsl:template match="/"><R>${content}</R></xsl:template>`;

describe('data behind a template that copies it', () => {
  it('is text, and nothing is an empty object', async () => {
    const data = { text: ' a <b> ', integer: 5, fraction: 1.5, tiny: 0.0000001, sum: 0.1 + 0.2, none: null, empty: '' };
    expect(await applyTemplate(IDENTITY, data)).toEqual({
      ...{ text: ' a <b> ', integer: '5', fraction: '1.5', tiny: '1e-07', sum: '0.3', none: {}, empty: {} },
    });
  });

  it('has lists where there are two entries or more', async () => {
    const data = { two: ['a', 'b'], one: ['a'], no: [], nested: [['a', 'b'], ['c']], objects: [{ a: 1 }, { b: 2 }] };
    expect(await applyTemplate(IDENTITY, data)).toEqual({
      two: ['a', 'b'],
      one: 'a',
      nested: [['a', 'b'], { anon: 'c' }],
      objects: [{ a: '1' }, { b: '2' }],
    });
  });

  it('has numbers as Perl writes them', async () => {
    const data = { digits: [1e15, 123456789012345680000], large: [1e21, 1.2345678901234567e300], negative: [-0, -5] };
    expect(await applyTemplate(IDENTITY, data)).toEqual({
      digits: ['1000000000000000', '123456789012345680000'],
      large: ['1e+21', '1.23456789012346e+300'],
      negative: ['0', '-5'],
    });
  });

  it('has spaces only between elements', async () => {
    const template = result('<length><xsl:value-of select="string-length(/RootElement/o)"/></length>');
    const length = (o: unknown) => applyTemplate(template, { o });
    expect(await length({})).toEqual({ length: '0' });
    // A line break and the indent of the end.
    expect(await length({ list: [] })).toEqual({ length: '3' });
  });

  it.each([
    ['a boolean', { a: { b: [true] } }, 'WriteData'],
    ['a name that XML does not have', { 'a b': 1 }, 'LoadData'],
    ['a control character', { a: '\u0001' }, 'LoadData'],
  ])('cannot have %s', async (_what, data, stage) => {
    await expect(applyTemplate(IDENTITY, data)).rejects.toMatchObject({ name: 'XsltError', stage });
  });
});

describe('a template', () => {
  it('has the functions of EXSLT', async () => {
    const namespaces = ['dates-and-times', 'strings', 'math', 'sets', 'crypto']
      .map((name) => `xmlns:${name.slice(0, 4)}="http://exslt.org/${name}"`)
      .join(' ');
    const content = `<day><xsl:value-of select="date:day-name('2024-02-28')"/></day>
      <padded><xsl:value-of select="stri:padding(3, 'x')"/></padded>
      <most><xsl:value-of select="math:max(//n)"/></most>
      <kinds><xsl:value-of select="count(sets:distinct(//n))"/></kinds>
      <md4><xsl:value-of select="cryp:md4('abc')"/></md4>
      <md5><xsl:value-of select="cryp:md5('abc')"/></md5>
      <sha1><xsl:value-of select="cryp:sha1('abc')"/></sha1>
      <rc4><xsl:value-of select="cryp:rc4_decrypt('Key', cryp:rc4_encrypt('Key', 'Plaintext'))"/></rc4>
      <now><xsl:value-of select="string-length(date:date-time())"/></now>`;
    expect(await applyTemplate(result(content, namespaces), { n: [3, 9, 3] })).toEqual({
      day: 'Wednesday',
      padded: 'xxx',
      most: '9',
      kinds: '2',
      md4: 'a448017aaf21d8525fc10ae87aa6729d',
      md5: '900150983cd24fb0d6963f7d28e17f72',
      sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
      rc4: 'Plaintext',
      now: '20',
    });
  });

  it('has the date functions of the family where it imports their file', async () => {
    const content = `<xsl:import href="/opt/otobo/Kernel/GenericInterface/Mapping/OTOBOFunctions.xsl"/>
      <xsl:template match="/"><R><iso><xsl:value-of select="o:date-xsd-to-iso('2024-02-28T10:11:12Z')"/></iso>
      <xsd><xsl:value-of select="o:date-iso-to-xsd('2024-02-28 10:11:12')"/></xsd>
      <none><xsl:value-of select="o:date-iso-to-xsd('')"/></none></R></xsl:template>`;
    expect(await applyTemplate(sheet(content, 'xmlns:o="http://otobo.org"'), { a: 1 })).toEqual({
      iso: '2024-02-28 10:11:12',
      xsd: '2024-02-28T10:11:12Z',
      none: {},
    });
  });

  it('loses the blanks around its texts, but not those in expressions, references and texts of nothing else', async () => {
    const content = `<A> Hello <b/> , </A><B><xsl:text> and </xsl:text></B><C><xsl:text> </xsl:text>x</C>
      <D><xsl:value-of select="concat('a', ', ', 'b')"/></D><E>a&#32;<xsl:value-of select="1"/></E>`;
    expect(await applyTemplate(result(content), { a: 1 })).toEqual({
      A: { content: ['Hello', ','], b: {} },
      B: 'and',
      C: ' x',
      D: 'a, b',
      E: 'a 1',
    });
  });

  it.each([
    ['document()', result(`<xsl:copy-of select="document('/etc/passwd')"/>`), 'Map', 'not read: /etc/passwd'],
    ['the network', result(`<xsl:copy-of select="document('http://localhost/')"/>`), 'Map', 'refused'],
    ['an import', sheet('<xsl:import href="/etc/other.xsl"/>'), 'ParseTemplate', 'not read: /etc/other.xsl'],
    [
      'the bare name',
      sheet('<xsl:include href="OTOBOFunctions.xsl"/>'),
      'ParseTemplate',
      'not read: OTOBOFunctions.xsl',
    ],
    [
      'an external entity',
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${result('&e;').replace(/^.*\n/, '')}`,
      'LoadTemplate',
      'External entities',
    ],
    [
      'a file to write',
      result(
        '<e:document href="/tmp/a"><a/></e:document>',
        'xmlns:e="http://exslt.org/common" extension-element-prefixes="e"',
      ),
      'Map',
      'refused',
    ],
  ])('reaches nothing outside by %s', async (...[, template, stage, says]) => {
    const failure = applyTemplate(template, { a: 1 });
    await expect(failure).rejects.toMatchObject({ stage, message: expect.stringContaining(says) as string });
  });

  it.each([
    ['is not XML', 'nothing', 'LoadTemplate'],
    ['is not a stylesheet', '<a/>', 'ParseTemplate'],
    ['calls a function that does not exist', result('<xsl:value-of select="none()"/>'), 'Map'],
    [
      'calls itself without end',
      sheet('<xsl:template match="/" name="t"><xsl:call-template name="t"/></xsl:template>'),
      'Map',
    ],
    ['writes nothing', sheet('<xsl:template match="/"/>'), 'Write'],
    ['writes two roots', sheet('<xsl:template match="/"><a/><b/></xsl:template>'), 'ReadResult'],
    ['writes 0', result('0'), 'ReadResult'],
    ['writes text before its root', sheet('<xsl:template match="/">x<R/></xsl:template>'), 'ReadResult'],
    ['uses a variable that does not exist', result('<xsl:value-of select="$none"/>'), 'Map'],
    ['computes a name that is none', result('<xsl:element name="{1}"/>'), 'Map'],
    [
      'writes another encoding without saying so',
      sheet(`<xsl:output encoding="ISO-8859-1" omit-xml-declaration="yes"/>${inRoot('ü')}`),
      'ReadResult',
    ],
    ['writes HTML that is not XML', sheet(`<xsl:output method="html"/>${inRoot('<br/>')}`), 'ReadResult'],
  ])('that %s fails at its stage', async (_fault, template, stage) => {
    await expect(applyTemplate(template, { a: 1 })).rejects.toMatchObject({ name: 'XsltError', stage });
  });

  it.each([
    ['characters of another encoding', sheet(`<xsl:output encoding="ISO-8859-1"/>${inRoot('<A>ü€</A>')}`), { A: 'ü€' }],
    [
      'sections of characters',
      sheet(`<xsl:output cdata-section-elements="A"/>${inRoot('<A>&lt;b&gt;</A>')}`),
      { A: '<b>' },
    ],
    [
      'markup in its texts',
      result('<xsl:text disable-output-escaping="yes">&lt;A&gt;1&lt;/A&gt;</xsl:text>'),
      { A: '1' },
    ],
    ['messages', result('<xsl:message>heard</xsl:message><A>1</A>'), { A: '1' }],
    ['comments within texts', result('<A>x<xsl:comment>c</xsl:comment>y</A>'), { A: 'xy' }],
    ['attributes', result('<A a="1">x</A>'), { A: 'x' }],
    ['texts among elements', result('one<A>a</A>two<content>c</content>'), { content: ['one', 'two', 'c'], A: 'a' }],
    ['a root of entries', result('<anon>1</anon><anon>2</anon>'), ['1', '2']],
  ])('with %s is read as the family does', async (_what, template, expected) => {
    expect(await applyTemplate(template, { a: 1 })).toEqual(expected);
  });

  it('is stopped when it takes too long, and the next one works', async () => {
    const loops = '<xsl:for-each select="//n">'.repeat(6) + '<x/>' + '</xsl:for-each>'.repeat(6);
    const data = { n: Array.from({ length: 100 }, () => 1) };
    const without = sheet(`<xsl:template match="/"><xsl:variable name="v">${loops}</xsl:variable><R/></xsl:template>`);
    const slow = result(
      '<xsl:value-of select="count(//n[count(//n[count(//n[count(//n[count(//n) > 0]) > 0]) > 0]) > 0])"/>',
    );
    await expect(applyTemplate(slow, data)).rejects.toMatchObject({ stage: 'TimeLimit' });
    await expect(applyTemplate(IDENTITY, { a: 1 })).resolves.toEqual({ a: '1' });
    await expect(applyTemplate(without, data)).rejects.toMatchObject({ name: 'XsltError' });
    await expect(applyTemplate(IDENTITY, { a: 1 })).resolves.toEqual({ a: '1' });
  });

  it('that needs too much memory fails with the size of its data, and the next one works', () => {
    const transformer = new Transformer();
    expect(() => transformer.transform(IDENTITY, { a: 'x\n'.repeat(30_000_000) })).toThrow(
      'The template, or its data of 60.0 MB, is too much for the 256 MB of memory of a mapping. Send less,',
    );
    expect(transformer.transform(IDENTITY, { a: 1 })).toEqual({ a: '1' });
  });

  it('does not make more than 32 MB', () => {
    const text = "<xsl:value-of select='/RootElement/a'/>".repeat(40);
    const data = { a: 'x'.repeat(1_000_000) };
    expect(() => new Transformer().transform(result(text), data)).toThrow('The result has more than 32 MB.');
  });
});

describe('what is wrong with a template', () => {
  it('is found with its line', () => {
    expect(findTemplateProblem(IDENTITY)).toBeUndefined();
    expect(findTemplateProblem('<a>\n <b>\n</a>')).toEqual({
      line: 3,
      message: expect.stringContaining('Opening and ending tag mismatch: b line 2 and a') as string,
    });
    const wrong = result('\n <a> text </a>\n <xsl:value-of select="a["/>');
    expect(findTemplateProblem(wrong)).toMatchInlineSnapshot(`
      {
        "line": 5,
        "message": "Invalid expression; compilation error: element value-of; xsl:value-of : could not compile select expression 'a['",
      }
    `);
  });
});
