import { defineOperation, isData } from '@ticketgate/sdk';

import { XmlReader } from '../src/transports/soap/reading/xml-reader.js';
import { LIMITS, startGateway, writes, type GatewayHarness } from './gateway-harness.js';

const ENVELOPES = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};
const NS = 'urn:example:tickets';
const MAP = 'xmlns:m="http://xml.apache.org/xml-soap"';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const order = defineOperation({
  type: 'Custom::Order',
  summary: 'Takes a list of articles.',
  effect: 'reads',
  input: {
    type: 'object',
    properties: {
      Express: { type: 'boolean' },
      Article: {
        type: 'array',
        items: { type: 'object', properties: { Name: { type: 'string' }, Count: { type: 'integer' } } },
      },
    },
  },
  run: async (input) => ({ Got: JSON.stringify(input) }),
});

const strange = defineOperation({
  type: 'Custom::Strange',
  summary: 'Answers a member with a name that XML does not allow.',
  effect: 'reads',
  input: { type: 'object' },
  run: async () => ({ 'two words': 1 }),
});

function definition(config: string, gateway = '{}'): string {
  return `
Debugger: { DebugThreshold: debug }
Gateway: ${gateway}
Provider:
  Operation:
    Echo: { Type: 'Test::Echo' }
    Fail: { Type: 'Test::Fail' }
    Write: { Type: 'Test::Write' }
    Greet: { Type: 'Custom::Greet' }
    Order: { Type: 'Custom::Order' }
    Strange: { Type: 'Custom::Strange' }
  Transport: { Type: HTTP::SOAP, Config: ${config} }
`;
}

const services = {
  Family: definition(`{ NameSpace: '${NS}' }`),
  Contract: definition(`{ NameSpace: '${NS}', KeepAlive: '0' }`, '{ Profile: contract, Answer: envelope }'),
  Znuny: definition(`{ NameSpace: '${NS}', SOAPAction: 'No' }`, '{ Profile: znuny }'),
  Nameless: definition("{ NoNameSpace: '1', SOAPActionScheme: Operation }", '{ Profile: znuny }'),
  Sorted: definition(`{ NameSpace: 'urn:"a&b"', SOAPAction: 'No', Sort: [{ Input: [{ Z: ~ }, { A: ~ }] }] }`),
  Named: definition(`{ NameSpace: '${NS}', ResponseNameScheme: Replace, ResponseNameFreeText: 'a><b' }`),
  Short: definition(`{ NameSpace: '${NS}', MaxLength: '400' }`),
  Keys: definition(`{ NameSpace: '${NS}' }`, '{ Authentication: { Accept: [Headers] } }'),
  Limited: definition(`{ NameSpace: '${NS}' }`, '{ Profile: contract, RateLimit: { Requests: 1, Seconds: 60 } }'),
  Browser: definition(`{ NameSpace: '${NS}' }`, '{ Cors: { Origins: ["https://portal.example.org"] } }'),
};

function envelope(content: string, version: keyof typeof ENVELOPES = '1.1'): string {
  return `<e:Envelope xmlns:e="${ENVELOPES[version]}"><e:Body>${content}</e:Body></e:Envelope>`;
}

describe('a SOAP service', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway([order, strange]);
    harness.publish(services);
  });

  afterAll(async () => {
    await harness.close();
  });

  const send = (service: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    harness.callPlainly(`/Webservice/${service}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'text/xml', ...headers },
    });
  /** What the operation got, as XML. */
  const echoed = async (content: string, service = 'Family') =>
    /<Input>(.*)<\/Input>/s.exec((await send(service, envelope(`<Echo>${content}</Echo>`))).text)?.[1];

  it.each([
    ['texts with their spaces', '<A> x </A>', '<A> x </A>'],
    ['repeated names as a list', '<A>1</A><B>2</B><A>3</A>', '<A>1</A><A>3</A><B>2</B>'],
    ['nil as nothing', `<A ${XSI} xsi:nil="1">x</A>`, '<A />'],
    ['booleans as 1 and 0', `<A ${XSI} xsi:type="xsd:boolean">true</A>`, '<A>1</A>'],
    ['other words as they are', `<A ${XSI} xsi:type="xsd:boolean">constructor</A>`, '<A>constructor</A>'],
    ['Base64 decoded', `<A ${XSI} xsi:type="xsd:base64Binary">SGFsbG8=</A>`, '<A>Hallo</A>'],
    ['CDATA and comments', '<A>a<!-- no --><![CDATA[<b>]]></A>', '<A>a&lt;b&gt;</A>'],
    ['references to texts', '<A href="#x"/><B id="x">v</B>', '<A>v</A><B>v</B>'],
    ['references to objects', '<A href="#x"/><B id="x"><C>v</C></B>', '<A><C>v</C></A><B><C>v</C></B>'],
    ['a name of an object in JavaScript', '<__proto__><A>1</A></__proto__>', '<__proto__><A>1</A></__proto__>'],
    [
      'arrays of PHP',
      `<T ${XSI} ${MAP} xsi:type="m:Map"><item><key>A</key><value xsi:type="xsd:string">1</value></item>
        <item><key>B</key><value xsi:type="m:Map"><item><key>C</key><value>2</value></item></value></item></T>`,
      '<T><A>1</A><B><C>2</C></B></T>',
    ],
    [
      'lists of arrays of PHP',
      `<T ${XSI} ${MAP} xmlns:c="http://schemas.xmlsoap.org/soap/encoding/" c:arrayType="m:Map[2]" xsi:type="c:Array">
        ${'<item xsi:type="m:Map"><item><key>A</key><value>1</value></item></item>'.repeat(2)}</T>`,
      '<T><A>1</A></T><T><A>1</A></T>',
    ],
    ['other letters in names', '<Größe>1</Größe>', '<Größe>1</Größe>'],
  ])('reads %s', async (_, sent, expected) => {
    expect(await echoed(sent)).toBe(expected);
  });

  it('leaves Base64 as it is in profile contract, where operations take it', async () => {
    expect(await echoed(`<A ${XSI} xsi:type="xsd:base64Binary">SGFsbG8=</A>`, 'Contract')).toBe('<A>SGFsbG8=</A>');
  });

  it.each([
    ['two operations', '<Greet/><Echo/>', 'Echo, Greet'],
    ['one operation twice', '<Echo><A>1</A></Echo><Echo/>', 'Echo, Echo'],
  ])('refuses %s in profile contract, and calls none', async (_, content, names) => {
    const { status, text } = await send('Contract', envelope(content));
    expect([status, text]).toEqual([400, expect.stringContaining(`has several operations: ${names}.`)]);
    expect((await send('Contract', envelope('<Echo><A>1</A></Echo><multiRef id="a">2</multiRef>'))).status).toBe(200);
  });

  it('converts texts to what the schema of an operation wants, a single object to a list too', async () => {
    const one = envelope('<Order><Express>true</Express><Article><Name>7</Name><Count>2</Count></Article></Order>');
    expect((await send('Family', one)).text).toContain('{"Express":true,"Article":[{"Name":"7","Count":2}]}');
    const two = envelope('<Order><Article><Count>1</Count></Article><Article><Count>2</Count></Article></Order>');
    expect((await send('Family', two)).text).toContain('{"Article":[{"Count":1},{"Count":2}]}');
  });

  it('orders the elements of answers, and escapes the namespace', async () => {
    const { text } = await send('Sorted', envelope('<Echo><A>1</A><B>2</B><Z>3</Z></Echo>'));
    expect(text).toContain('<Input><Z>3</Z><A>1</A><B>2</B></Input>');
    expect(text).toContain('xmlns="urn:&quot;a&amp;b&quot;"');
  });

  it.each([
    [
      'Latin-1 by its charset',
      Buffer.from(envelope('<Echo><A>ä</A></Echo>'), 'latin1'),
      'text/xml; charset=iso-8859-1',
    ],
    [
      'Latin-1 by its declaration',
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${envelope('<Echo><A>ä</A></Echo>')}`, 'latin1'),
      'text/xml; charset=utf-8',
    ],
    [
      'Latin-1 by both, once',
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${envelope('<Echo><A>ä</A></Echo>')}`, 'latin1'),
      'text/xml; charset=iso-8859-1',
    ],
    ['UTF-16 by its byte order mark', Buffer.from(`\ufeff${envelope('<Echo><A>ä</A></Echo>')}`, 'utf16le'), 'text/xml'],
    ['UTF-16 without one', Buffer.from(envelope('<Echo><A>ä</A></Echo>'), 'utf16le'), 'text/xml; charset=utf-16'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${envelope('<Echo><A>ä</A></Echo>')}`), 'text/xml'],
  ])('reads %s', async (_, body, type) => {
    const { text } = await send('Family', body, { 'Content-Type': type });
    expect(text).toContain('<A>ä</A>');
  });

  it.each([
    ['half a document', envelope('<Echo>').slice(0, -9), 'Gateway.MalformedBody', 'line 1, column'],
    ['a document type', `<!DOCTYPE a [<!ENTITY e "boo">]>${envelope('<Echo/>')}`, 'Gateway.DoctypeRefused', ''],
    ['an unknown entity', envelope('<Echo>&e;</Echo>'), 'Gateway.MalformedBody', ''],
    ['an unbound prefix', envelope('<x:Echo/>'), 'Gateway.MalformedBody', ''],
    [
      'an unknown encoding',
      `<?xml version="1.0" encoding="klingon"?>${envelope('<Echo/>')}`,
      'Gateway.MalformedBody',
      '',
    ],
    ['bytes that are not UTF-8', Buffer.from(envelope('<Echo>\xe4</Echo>'), 'latin1'), 'Gateway.MalformedBody', ''],
    ['deep nesting', envelope(`<Echo>${'<a>'.repeat(600)}`), 'Gateway.MalformedBody', '512 levels'],
    ['many elements', envelope(`<Echo>${'<a/>'.repeat(2000)}</Echo>`), 'Gateway.BodyTooComplex', '1000 elements'],
    ['a long name', envelope(`<${'a'.repeat(501)}/>`), 'Gateway.MalformedBody', 'a name has more than 500'],
    ['a name without an end', envelope(`<Echo><${'a'.repeat(3000)}`), 'Gateway.MalformedBody', 'a name has more'],
    ['a long name of an attribute', envelope(`<Echo ${'a'.repeat(501)}="1"/>`), 'Gateway.MalformedBody', 'a name has'],
    ['a long namespace', envelope(`<Echo xmlns:a="${'u'.repeat(1001)}"/>`), 'Gateway.MalformedBody', 'a namespace has'],
    ['a long id', envelope(`<Echo><A id="${'u'.repeat(501)}"/></Echo>`), 'Gateway.MalformedBody', 'an id has more'],
    [
      'two attributes of one name',
      envelope('<Echo xmlns:a="u" xmlns:b="u" a:x="1" b:x="2"/>'),
      'Gateway.MalformedBody',
      'duplicate attribute: x',
    ],
    ['a prefix beyond its element', envelope('<Echo><A xmlns:a="u"/><a:B/></Echo>'), 'Gateway.MalformedBody', '"a"'],
    [
      'many attributes',
      envelope(`<Echo ${Array.from({ length: 101 }, (__, at) => `a${at}="1"`).join(' ')}/>`),
      'Gateway.MalformedBody',
      '100 attributes',
    ],
    [
      'references in a circle',
      envelope('<Echo><A id="x"><B href="#x"/></A></Echo>'),
      'Gateway.MalformedBody',
      'from within it',
    ],
    [
      'references that multiply',
      envelope(
        `<Echo>${Array.from({ length: 12 }, (__, at) => `<A id="x${at}"><B href="#x${at + 1}"/><C href="#x${at + 1}"/></A>`).join('')}<D id="x12">x</D></Echo>`,
      ),
      'Gateway.BodyTooComplex',
      'references',
    ],
    ['a reference to nothing', envelope('<Echo><A href="#x"/></Echo>'), 'Gateway.MalformedBody', '"#x"'],
    ['another document', '<a/>', 'Gateway.WrongStructure', '"a"'],
    ['another version of SOAP', '<Envelope xmlns="urn:x"/>', 'Gateway.WrongStructure', 'urn:x'],
    ['an empty Body', envelope(''), 'Gateway.WrongStructure', 'empty'],
    ['text in the Body', envelope('x'), 'Gateway.WrongStructure', 'text'],
    ['an unknown operation', envelope('<Ehco/>'), 'Gateway.OperationUnknown', '"Ehco"'],
  ])('refuses %s with a Fault that says why', async (...[, body, code, part]) => {
    const { status, text } = await send('Contract', body);
    expect(status).toBe(code === 'Gateway.OperationUnknown' ? 404 : code === 'Gateway.BodyTooComplex' ? 413 : 400);
    expect(text).toContain('<faultcode>soap:Client</faultcode>');
    expect(text).toContain(`<ErrorCode>${code}</ErrorCode>`);
    expect(/<faultstring>(.*)<\/faultstring>/.exec(text)?.[1]).toContain(part);
  });

  it('answers Faults of the version of the request, with code, reason and detail', async () => {
    const call = '<Fail><How>error</How></Fail>';
    const older = await send('Contract', envelope(call));
    expect([older.status, older.headers['content-type']]).toEqual([403, 'text/xml; charset=UTF-8']);
    expect(older.text).toContain(`<detail><Error xmlns="${NS}"><ErrorCode>Fail.AccessDenied</ErrorCode>`);
    const newer = await send('Contract', envelope(call, '1.2'));
    expect([newer.status, newer.headers['content-type']]).toEqual([403, 'application/soap+xml; charset=UTF-8']);
    expect(newer.text).toContain('<soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code>');
    expect(newer.text).toContain('<soap:Text xml:lang="en">Fail: Not you!</soap:Text>');
    const crashed = await send('Contract', envelope('<Fail/>', '1.2'));
    expect(crashed.status).toBe(500);
    expect(crashed.text).toContain('soap:Receiver');
    expect(crashed.text).not.toContain('the secret of the house');
  });

  it('answers errors of operations as data in profile otobo, and failures as Faults of the family', async () => {
    const refused = await send('Family', envelope('<Fail><How>error</How></Fail>'));
    expect(refused.status).toBe(200);
    expect(refused.text).toContain('<Error><ErrorCode>Fail.AccessDenied</ErrorCode>');
    const failed = await send('Family', envelope('<Fail><How>fault</How></Fail>'));
    expect([failed.status, failed.headers['content-type']]).toEqual([500, 'text/plain; charset=UTF-8']);
    expect(failed.text).toContain(`<Fault xmlns="${NS}"><faultcode>Server</faultcode>`);
  });

  it('limits the length of bodies, also of those without Content-Length', async () => {
    const long = envelope(`<Echo>${'x'.repeat(400)}</Echo>`);
    expect((await send('Short', long)).status).toBe(413);
    expect((await send('Short', long, { 'Transfer-Encoding': 'chunked' })).status).toBe(413);
    expect((await send('Short', '', { 'Transfer-Encoding': 'chunked', 'Content-Encoding': 'gzip' })).status).toBe(411);
  });

  it.each([
    ['Gateway.LengthRequired', '', {}, 411],
    ['Gateway.WrongAction', envelope('<Echo/>'), { SOAPAction: '"urn:go"' }, 400],
    ['Gateway.AnswerNotXml', envelope('<Strange/>'), {}, 500],
  ])('answers %s', async (...[code, body, headers, expected]) => {
    const { status, text } = await send('Contract', body, headers);
    expect([status, /<ErrorCode>(.*)<\/ErrorCode>/.exec(text)?.[1]]).toEqual([expected, code]);
  });

  it.each([
    [`"${NS}#Echo"`, 200, 'EchoResponse'],
    [`${NS}/Echo`, 200, 'EchoResponse'],
    ['""', 200, 'EchoResponse'],
    ['urn:go', 200, 'EchoResponse'],
    ["'Echo'", 200, 'EchoResponse'],
    ['"urn:go"', 500, "Operation from SOAP data 'Echo' does not match operation from SOAPAction 'urn:go'"],
    ['"#Echo"', 500, `Namespace from SOAPAction '"' does not match namespace from configuration '${NS}'`],
    [`urn:other#Echo`, 500, `Namespace from SOAPAction 'urn:other' does not match namespace`],
    [`${NS}#Write`, 500, "Operation from SOAP data 'Echo' does not match operation from SOAPAction 'Write'"],
  ])(
    'compares SOAPAction as Znuny does in its profile, whatever the settings are: %s',
    async (action, status, said) => {
      const answer = await send('Znuny', envelope('<Echo><A>1</A></Echo>'), { SOAPAction: action });
      expect(answer).toMatchObject({ status, text: expect.stringContaining(said) as string });
    },
  );

  it('needs no namespace where the definition has none, and compares no SOAPAction with the request then', async () => {
    const call = (action: string) => send('Nameless', envelope(`<n:Echo xmlns:n="${NS}"/>`), { SOAPAction: action });
    expect((await call('"Echo"')).text).toContain('<EchoResponse>');
    const { status, text } = await call('"urn:x#Echo"');
    expect(status).toBe(500);
    expect(text).toContain("<Fault><faultcode>Server</faultcode><faultstring>SOAPAction 'urn:x#Echo' does not match");
  });

  it('does not answer in an element whose name XML does not allow', async () => {
    const { status, text } = await send('Named', envelope('<Echo/>'));
    expect(status).toBe(500);
    expect(text).not.toContain('<a><b');
  });

  it('takes only POST in profile contract, and closes connections where KeepAlive is off', async () => {
    const { status, headers } = await harness.callPlainly('/Webservice/Contract');
    expect([status, headers.allow, headers.connection]).toEqual([405, 'POST', 'close']);
    expect((await harness.callPlainly('/Webservice/Family')).status).toBe(411);
  });

  it('reads credentials of headers where the service accepts them', async () => {
    const { text } = await send('Keys', envelope('<Echo/>'), { 'X-OTRS-Header-UserLogin': 'anna' });
    expect(text).toContain('<Credentials><UserLogin>anna</UserLogin></Credentials>');
  });

  it('limits the rate of requests', async () => {
    expect((await send('Limited', envelope('<Echo/>'))).status).toBe(200);
    const { text } = await send('Limited', envelope('<Echo/>'), { 'Content-Type': 'application/soap+xml' });
    expect(text).toContain('Gateway.RateLimited');
    expect(text).toContain(ENVELOPES['1.2']);
  });

  it('answers the question of a browser from an origin that it lists', async () => {
    const { status, headers } = await harness.callPlainly('/Webservice/Browser', {
      method: 'OPTIONS',
      headers: { Origin: 'https://portal.example.org', 'Access-Control-Request-Headers': 'content-type' },
    });
    expect([status, headers['access-control-allow-origin']]).toEqual([204, 'https://portal.example.org']);
  });

  it('records the call and its answer as data, without secrets', async () => {
    harness.entries.length = 0;
    await send('Family', envelope('<Echo><Password>hidden-one</Password><A>1</A></Echo>'));
    await harness.gateway.drain();
    const recorded = JSON.stringify(harness.entries);
    expect(recorded).toContain("Detected operation 'Echo'");
    expect(recorded).not.toContain('hidden-one');
    expect(harness.entries.at(-1)?.path).toBe('/Webservice/Family');
    expect(harness.exchanges.at(-1)).toMatchObject({ operation: 'Echo', status: 200 });
  });

  it('runs an operation that writes once', async () => {
    const before = writes.length;
    await send('Family', envelope('<Write><A>1</A></Write>'));
    expect(writes.slice(before).map((input) => (isData(input) ? input.A : undefined))).toEqual(['1']);
  });
});

describe('a large SOAP request', () => {
  it('is read while it arrives', async () => {
    const json = { ...LIMITS.reading.json, nodes: 1_000_000 };
    const reading = { ...LIMITS.reading, bodyLength: 100_000_000, json };
    const harness = await startGateway([order], { reading, bodies: { total: 1e9, perOwner: 1e9 } });
    harness.publish({ Big: definition(`{ NameSpace: '${NS}' }`, '{ Profile: contract }') });
    const body = envelope(`<Greet><Name>${'ä'.repeat(3_000_000)}</Name></Greet>`);
    const { status, text } = await harness.callPlainly('/Webservice/Big', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'text/xml' },
    });
    expect(status).toBe(200);
    expect(text.length).toBeGreaterThan(3_000_000);
    await harness.close();
  });
});

describe('a reader of XML', () => {
  const limits = { nodes: 1000, keys: 1000, keyLength: 1000, depth: 10 };
  const read = (text: string) => {
    const reader = new XmlReader({ limits, decodesBase64: true });
    reader.add(text);
    return reader.finish().value;
  };

  it.each([
    ['line ends', `<a b="${'\n'.repeat(5_000_001)}"/>`, /more than 5000000 line ends/],
    ['dashes', `<a><!--${'- '.repeat(5_000_001)}--></a>`, /more than 5000000 line ends/],
    ['comments', `<a>${'<!---->'.repeat(1001)}</a>`, /more than 1000 elements, comments and the like/],
    ['CDATA sections', `<a>${'<![CDATA[]]>'.repeat(1001)}</a>`, /more than 1000 elements, comments and the like/],
    ['instructions', `<a>${'<?a?>'.repeat(1001)}</a>`, /more than 1000 elements, comments and the like/],
  ])('refuses too many %s', (_name, text, expected) => {
    expect(() => read(text)).toThrow(expected);
  });

  it('reads a type of many parts as what it is: unknown', () => {
    expect(read(`<a xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:type="${':'.repeat(10_000)}">1</a>`)).toBe(
      '1',
    );
  });
});
