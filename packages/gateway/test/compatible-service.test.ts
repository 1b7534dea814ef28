import { service, startGateway, writes, type GatewayHarness } from './gateway-harness.js';

const FAMILY = '/otobo/nph-genericinterface.pl/Webservice/Shop';

describe('a compatible service', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway();
    harness.publish({
      Shop: service(),
      'Two words': service(),
      Znuny: service({ gateway: '{ Profile: znuny }' }),
      Upload: service({ transport: 'PostParamName: doc' }),
      LargeUpload: service({ transport: 'PostParamName: doc' }).replace("MaxLength: '1000'", "MaxLength: '10000'"),
    });
  });

  afterAll(async () => {
    await harness.close();
  });

  const input = async (path: string, call?: Parameters<GatewayHarness['call']>[1]) => {
    const { text } = await harness.call(`${FAMILY}${path}`, call);
    return (JSON.parse(text) as { Input: unknown }).Input;
  };

  it.each([
    ['by its name below any prefix', '/znuny/nph-genericinterface.pl/Webservice/Shop/echo'],
    ['by its id', '/otrs/nph-genericinterface.pl/WebserviceID/1/echo'],
    ['by an id whose rest is ignored', '/nph-genericinterface.pl/WebserviceID/1abc/echo'],
    ['without the script', '/Webservice/Shop/echo'],
    ['by a name in percent signs', '/Webservice/Two%20words/echo'],
  ])('is found %s', async (_, path) => {
    expect((await harness.call(path)).status).toBe(200);
  });

  it.each([
    '/otobo/nph-genericinterface.pl/Webservice/shop/echo',
    '/x/nph-genericinterface.pl/WebserviceID/01/echo',
    '/x/nph-genericinterface.pl/',
  ])('answers an unknown service with an empty 500: %s', async (path) => {
    expect(await harness.call(path)).toMatchObject({ status: 500, text: '' });
  });

  it('leaves everything else to the application around it', async () => {
    expect((await harness.call('/healthz')).status).toBe(418);
  });

  it('reports an unknown route, and a method that no route has, as the original does', async () => {
    const expected = { status: 500, text: "HTTP::REST Error while determine Operation for request URI '/nope'." };
    expect(await harness.call(`${FAMILY}/nope?x=1`)).toMatchObject(expected);
    expect((await harness.call(`${FAMILY}/echo`, { method: 'PUT' })).text).toContain("URI '/echo'.");
    expect((await harness.call(`${FAMILY}/echo/`)).status).toBe(500);
    expect((await harness.call(`${FAMILY}/%65cho`)).status).toBe(500);
  });

  it('prefers the route to the query and the query to the body, and adds the method if there is no body', async () => {
    expect(await input('/echo/s1/route?Name=query&Other=1')).toEqual({
      SessionID: 's1',
      Name: 'route',
      Other: '1',
      RequestMethod: 'GET',
    });
    expect(await input('/echo?Name=query', { method: 'POST', body: { Name: 'body', Kept: 2 } })).toEqual({
      Name: 'query',
      Kept: 2,
    });
    expect(await input('/echo/a%2Fb/%C3%A4')).toMatchObject({ SessionID: 'a/b', Name: 'ä' });
  });

  it.each([
    ['b=x=y', { b: 'x' }],
    ['c&d=', { c: '', d: '' }],
    ['d=0', { d: '' }],
    ['h=1&h=2&h=0', { h: ['1', '2', '0'] }],
    ['e=%41+%2B;g=1', { e: 'A +', g: '1' }],
    ['f+g=1', { 'f+g': '1' }],
    ['k=%zz', { k: '%zz' }],
    ['__proto__=1', JSON.parse('{"__proto__":"1"}') as object],
  ])('reads the query string %s as the original does', async (query, expected) => {
    const expectedWithMethod = Object.assign(JSON.parse(JSON.stringify(expected)) as object, { RequestMethod: 'GET' });
    expect(await input(`/echo?${query}`)).toEqual(expectedWithMethod);
  });

  it.each([
    ['{bad', 'Error while decoding request content.'],
    ['null', 'Error while decoding request content.'],
    ['{12345678901234567890:1}', 'Error while decoding request content.'],
    ['[a12345678901234567890]', 'Error while decoding request content.'],
    ['"text"', 'Unsupported request content structure.'],
    ['{}', 'Unsupported request content structure.'],
    ['[]', 'Unsupported request content structure.'],
    ['\ufeff{"a":1}', 'Error while decoding request content.'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'Error while decoding request content.'],
  ])('refuses the body %p', async (body, text) => {
    expect(await harness.call(`${FAMILY}/echo`, { method: 'POST', body })).toMatchObject({ status: 500, text });
  });

  const FORM = (name: string, content = '{"Name":"ü","L":[1]}') =>
    `--b=\r\nContent-Disposition: form-data; name="a"\r\n\r\nfile\r\n--b=\r\nContent-Type: application/json\r\nContent-Disposition: form-data; name="${name}"; filename="a.json"\r\n\r\n${content}\r\n--b=--\r\n`;
  const upload = (service: string, body: string, type = 'multipart/form-data; charset=utf-8; boundary="b="') =>
    harness.call(`/Webservice/${service}/echo`, { method: 'POST', body, headers: { 'Content-Type': type } });

  it('reads the file of a form where the service names it, and in profile znuny without being told', async () => {
    for (const [service, name] of [
      ['Znuny', 'file'],
      ['Upload', 'doc'],
    ] as const) {
      const { text } = await upload(service, FORM(name));
      expect(JSON.parse(text)).toMatchObject({ Input: { Name: 'ü', L: [1] } });
    }
    const many = `{"L":[${'1,'.repeat(400)}1]}`;
    expect((await upload('Upload', FORM('doc', many))).status).toBe(200);
  });

  it.each([
    ['Znuny', FORM('doc'), 'Could not read input data'],
    ['Upload', FORM('file'), 'Could not read input data'],
    ['Upload', FORM('a'), 'Could not read input data'],
    ['Upload', FORM('doc').slice(0, -8), 'Could not read input data'],
    ['Upload', '{"Name":1}', 'Could not read input data'],
    ['Upload', FORM('doc', '{'), 'Error while decoding request content.'],
    ['Upload', FORM('doc', `{"Name":"${'['.repeat(2)}}`), 'Error while decoding request content.'],
    ['Shop', FORM('file'), 'Error while decoding request content.'],
  ])('refuses a form for %s that does not have it: %j', async (service, body, text) => {
    expect(await upload(service, body)).toMatchObject({ status: 500, text });
  });

  it('refuses a form of many parts, and one with a long head', async () => {
    const parts = '--b=\r\n\r\n\r\n'.repeat(100) + FORM('doc');
    const head = FORM('doc').replace('form-data', `form-data; x=${'y'.repeat(8192)}`);
    for (const body of [parts, head])
      expect(await upload('LargeUpload', body)).toMatchObject({ status: 500, text: 'Could not read input data' });
  });

  it('answers a list that an operation cannot take as recorded, and logs no stack', async () => {
    harness.log.length = 0;
    const answer = await harness.call(`${FAMILY}/fail`, { method: 'POST', body: [{ TicketID: 1 }] });
    expect(answer).toMatchObject({ status: 500, text: 'Internal Server Error' });
    expect(harness.log).toEqual([]);
  });

  it('refuses a body that is nested too deep, but not one with many brackets in a text', async () => {
    const deep = `{"a":${'['.repeat(499)}1${']'.repeat(499)}}`;
    expect((await harness.call(`${FAMILY}/echo`, { method: 'POST', body: deep.slice(0, 900) })).status).toBe(500);
    expect((await harness.call(`${FAMILY}/echo`, { method: 'POST', body: { a: '['.repeat(900) } })).status).toBe(200);
  });

  it('reads a body in the charset that its type names last', async () => {
    const body = Buffer.from('{"Name":"\xe4"}', 'latin1');
    const headers = { 'Content-Type': 'application/json; charset=iso-8859-1' };
    expect(await input('/echo', { method: 'POST', body, headers })).toEqual({ Name: 'ä' });
  });

  it('keeps the digits of integers that JavaScript would round', async () => {
    const quoted = String.raw`x 12345678901234567890 \" 12345678901234567890`;
    const body = `{"text":"${quoted}","list":[-12345678901234567890,1234567890123456,0.5]}`;
    expect(await input('/echo', { method: 'POST', body })).toEqual({
      text: quoted.replace('\\', ''),
      list: ['-12345678901234567890', 1234567890123456, 0.5],
    });
    expect(await input('/echo', { method: 'POST', body: '{"a":12345678901234567890123,"b":1.5,"c":12}' })).toEqual({
      a: '12345678901234567890123',
      b: 1.5,
      c: 12,
    });
  });

  it('accepts a body of exactly MaxLength bytes, and refuses a longer one, announced or not', async () => {
    const body = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
    expect((await harness.call(`${FAMILY}/echo`, { method: 'POST', body: body(1000) })).status).toBe(200);
    const tooLong = { status: 413, text: 'Payload Too Large' };
    expect(await harness.call(`${FAMILY}/echo`, { method: 'POST', body: body(1001) })).toMatchObject(tooLong);
    const chunked = { 'Transfer-Encoding': 'chunked' };
    expect(
      await harness.callPlainly(`${FAMILY}/echo`, { method: 'POST', body: body(1001), headers: chunked }),
    ).toMatchObject(tooLong);
  });

  it('ignores the bodies of GET and DELETE', async () => {
    expect(await input('/echo', { method: 'DELETE', body: { a: 1 }, headers: { 'Content-Length': '7' } })).toEqual({
      RequestMethod: 'DELETE',
    });
  });

  it('answers an error of an operation with 200, a fault as text, a crash with no detail', async () => {
    const failing = (How: string) => harness.call(`${FAMILY}/fail`, { method: 'POST', body: { How } });
    const error = await failing('error');
    expect(error).toMatchObject({
      status: 200,
      text: '{"Error":{"ErrorCode":"Fail.AccessDenied","ErrorMessage":"Fail: Not you!"}}',
    });
    expect(error.headers['content-type']).toBe('application/json; charset=UTF-8');
    const fault = await failing('fault');
    expect(fault).toMatchObject({ status: 500, text: '{"faultcode":"Server","faultstring":"Fail could not be done"}' });
    expect(fault.headers['content-type']).toBe('text/plain; charset=UTF-8');
    const crash = await failing('crash');
    expect(crash).toMatchObject({ status: 500, text: 'Internal Server Error' });
    expect(harness.log.join('\n')).toContain(String(crash.headers['x-request-id']));
    expect((await failing('nothing')).text).toBe('null');
  });

  it('answers operations that no plugin provides with the faults of the original', async () => {
    expect((await harness.call(`${FAMILY}/gone`)).text).toContain("Can't load operation backend module");
    expect((await harness.call(`${FAMILY}/unused`)).text).toContain('Got no OperationType!');
  });

  it('executes nothing for HEAD and OPTIONS', async () => {
    writes.length = 0;
    expect(await harness.call(`${FAMILY}/write`, { method: 'HEAD' })).toMatchObject({ status: 204, text: '' });
    const options = await harness.call(`${FAMILY}/write`, { method: 'OPTIONS' });
    expect(options).toMatchObject({ status: 204, text: '' });
    expect(options.headers.allow).toBe('HEAD, OPTIONS, POST');
    expect((await harness.call(`${FAMILY}/echo`, { method: 'OPTIONS' })).status).toBe(500);
    expect(writes).toEqual([]);
  });

  it('names the member that is missing for an operation with a schema', async () => {
    const greeting = (body: unknown) => harness.call(`${FAMILY}/greet`, { method: 'POST', body });
    expect((await greeting({ Name: 'Ada' })).text).toBe('{"Greeting":"Hello Ada"}');
    expect((await greeting({ Other: 1 })).text).toContain(
      'Greet.MissingParameter","ErrorMessage":"Greet: Name parameter is missing!',
    );
    expect((await greeting({ Name: 'A' })).text).toContain(
      'Greet.InvalidParameter","ErrorMessage":"Greet: Name is \\"A\\"; send at least 2 characters.',
    );
  });

  it('keeps the last good version when the new one cannot be served, and swaps without dropping requests', async () => {
    const own = await startGateway();
    own.publish({ Shop: service() });
    const running = own.call('/Webservice/Shop/echo');
    const report = own.publish({ Shop: 'Debugger: [' });
    expect(report.rejected.map(({ name }) => name)).toEqual(['Shop']);
    expect((await running).status).toBe(200);
    expect((await own.call('/Webservice/Shop/echo')).status).toBe(200);
    own.publish({});
    expect((await own.call('/Webservice/Shop/echo')).status).toBe(404);
    await own.close();
  });
});
