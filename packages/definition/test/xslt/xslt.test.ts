import { applyTemplate, findTemplateProblem } from '@ticketgate/definition/xslt';

import { Transformer } from '../../src/xslt/apply-template.js';

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
    ['a boolean', { a: { b: [true] } }, 'WriteData', '"a.b" is a boolean'],
    ['a name that XML does not have', { a: { 'a b': 1 } }, 'LoadData', 'The name of "a.a b" is not possible in XML.'],
    ['a prefix without a namespace', { 'x:y': 1 }, 'LoadData', 'The name of "x:y" is not possible in XML.'],
    ['a control character', { a: [{ b: '\u0001' }] }, 'LoadData', '"a.b" has a control character'],
  ])('cannot have %s', async (...[, data, stage, message]) => {
    await expect(applyTemplate(IDENTITY, data)).rejects.toMatchObject({
      ...{ name: 'XsltError', stage, message: expect.stringContaining(message) as string },
    });
  });
});

const JSON_NAMESPACE = 'xmlns:json="urn:ticketgate:json"';

describe('data behind a template that copies it and declares the namespace for JSON', () => {
  const COPY = result('<xsl:copy-of select="/RootElement/node()"/>', JSON_NAMESPACE);

  it.each<[string, Record<string, unknown>]>([
    ['numbers', { a: 5, b: -1.5, c: 1e-7, d: 0.1 + 0.2, e: 1e21, f: 0 }],
    ['booleans and null', { a: true, b: false, c: null, d: [true, null] }],
    ['texts that are empty, blank or of several lines', { a: '', b: ' ', c: 'x\r\ny', d: 'true', e: '<&>"', f: '5' }],
    ['lists of one', { a: ['x'], b: [{ c: [1] }], anon: ['x'], content: ['y'] }],
    ['lists in lists', { a: [['x', 'y'], ['z'], []], b: [[[1]]] }],
    ['empty objects', { a: {}, b: [{}] }],
    ['names that XML does not have', { '+1': 1, '-1': 2, '': 3, 'a b': { '1': 'x' }, 'x:y': ['z'], 'é"<': 4 }],
  ])('has the same %s', async (_what, data) => {
    expect(await applyTemplate(COPY, data)).toEqual(data);
  });

  it('has no empty lists, so that templates find nothing in them', async () => {
    const count = result('<n><xsl:value-of select="count(//list)"/></n>', JSON_NAMESPACE);
    expect(await applyTemplate(count, { list: [] })).toEqual({ n: '0' });
  });
});

describe('attributes of the namespace for JSON', () => {
  it('make numbers, booleans, null, lists and names', async () => {
    const content =
      '<f><l json:list="true">otobo</l><n json:type="number"> 3 </n><b json:type="boolean">1</b><t>true</t><e/></f>' +
      '<w json:type="array"/><v json:type="array"><x>a</x><y json:type="number">1</y></v>' +
      '<o json:type="null"/><s json:type="string"/><x json:name="+1" json:type="number">0</x>';
    expect(await applyTemplate(result(content, JSON_NAMESPACE), { a: 1 })).toEqual({
      ...{ f: { l: ['otobo'], n: 3, b: true, t: 'true', e: {} }, w: [], v: ['a', 1], o: null, s: '', '+1': 0 },
    });
  });

  it.each([
    ['<n json:type="number">abc</n>', '"f.n" has json:type="number", but its text is "abc". Write a number'],
    ['<n json:type="number">12345678901234567</n>', '"f.n" has json:type="number", but its text is "123456789'],
    ['<n json:type="boolean">yes</n>', '"f.n" has json:type="boolean", but its text is "yes". Write true, false'],
    ['<n json:type="boolean"><m/></n>', '"f.n" has json:type="boolean", but there are elements in it.'],
    ['<n json:type="array">text</n>', '"f.n" has json:type="array", but there is text in it.'],
    ['<n json:type="integer">1</n>', '"f.n" has json:type="integer", which has to be one of string, number'],
    ['<n json:typ="number">1</n>', '"f.n" has json:typ, which there is not. Write json:type, json:list or json:name.'],
    ['<n json:list="yes">1</n>', '"f.n" has json:list="yes", which has to be true or false.'],
  ])('name the member of %s', async (content, message) => {
    await expect(applyTemplate(result(`<f>${content}</f>`, JSON_NAMESPACE), { a: 1 })).rejects.toMatchObject({
      stage: 'ReadResult',
      message: expect.stringContaining(message) as string,
    });
  });

  it('have no meaning in another namespace', async () => {
    const content = '<n json:type="number" json:list="true">1</n>';
    expect(await applyTemplate(result(content, 'xmlns:json="http://www.json.org"'), { a: 1 })).toEqual({ n: '1' });
  });
});

it('makes lists of the elements that are named, wherever they stand', async () => {
  const content = '<labels>a</labels><f><labels>b</labels><labels>c</labels><other>d</other></f>';
  expect(await applyTemplate(result(content), { a: 1 }, { lists: ['labels'] })).toEqual({
    labels: ['a'],
    f: { labels: ['b', 'c'], other: 'd' },
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

  it('works again after more others than are kept', () => {
    const transformer = new Transformer();
    const numbers = Array.from({ length: 150 }, (_, index) => String(index));
    const transform = (number: string) => transformer.transform(result(`<n>${number}</n>`), {});
    for (const number of [...numbers, ...numbers]) expect(transform(number)).toEqual({ n: number });
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

describe('entities', () => {
  const of = (definition: string, content: string) =>
    result(content).replace('<xsl:stylesheet', `<!DOCTYPE xsl:stylesheet [${definition}]><xsl:stylesheet`);

  it('may stand for a million characters', () => {
    expect(findTemplateProblem(of(`<!ENTITY e "${'x'.repeat(9_000)}">`, '&e;'.repeat(100)))).toBeUndefined();
  });

  it.each([
    ['a long one', of(`<!ENTITY e "${'x'.repeat(9_000)}">`, '&e;'.repeat(2_500))],
    ['many short ones', of('<!ENTITY e "x">', '&e;'.repeat(300_000))],
    [
      'one of others',
      of(`<!ENTITY e "${'x'.repeat(9_000)}"><!ENTITY f "${'&e;'.repeat(50)}">`, '<a>&f;</a>'.repeat(2_000)),
    ],
  ])('may not stand for more: %s', (_which, template) => {
    expect(findTemplateProblem(template)?.message).toContain('The entities stand for more than 1,000,000 characters.');
  });
});
