import { service, startGateway, type GatewayHarness } from './gateway-harness.js';

describe('a service with options of the gateway', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway();
    harness.publish(services);
  });

  const services = {
    Envelope: service({ gateway: '{ Profile: contract, Answer: envelope }' }),
    Problem: service({ gateway: '{ Profile: contract, Answer: problem }' }),
    Flat: service({ gateway: '{ Profile: contract, ErrorStatus: http, BasePath: /shop }' }),
    Hosts: service({ gateway: '{ Transport: { HostHeader: ["tickets.example.org:443"] } }' }),
    Limited: service({ gateway: '{ RateLimit: { Requests: 2, Seconds: 60 } }' }),
    Browser: service({ gateway: '{ Profile: contract, Cors: { Origins: ["https://portal.example.org"] } }' }),
    Keys: service({
      gateway: '{ Authentication: { Accept: [ApiKey, Headers, Cookie] }, Cors: { Origins: ["null"] } }',
    }),
    Mapped: service({
      mapping: `MappingInbound: { Type: Simple, Config: {
          KeyMapDefault: { MapType: Keep, MapTo: '' }, ValueMapDefault: { MapType: Keep, MapTo: '' },
          KeyMapExact: { Login: UserLogin }, KeyMapRegEx: { 'X.*': Rest },
          ValueMap: { State: { ValueMapExact: { auf: open }, ValueMapRegEx: { 'z.': closed } } } } },
          MappingOutbound: { Type: Simple, Config: { KeyMapDefault: { MapType: Ignore, MapTo: '' },
          ValueMapDefault: { MapType: Keep, MapTo: '' }, KeyMapExact: { Input: Answer } } }`,
    }),
    Cities: service({ gateway: '{ Profile: contract }', transport: 'AdditionalHeaders: { X-City: Köln }' }),
    Headers: service({
      transport:
        'OutboundHeaders: { Common: { X-A: common, X-B: common, Connection: bad }, Specific: { Echo: { X-B: own } } }',
    }),
  };

  afterAll(async () => {
    await harness.close();
  });

  const json = async (path: string, call?: Parameters<GatewayHarness['call']>[1]) => {
    const answer = await harness.call(path, call);
    return {
      status: answer.status,
      type: answer.headers['content-type'],
      body: JSON.parse(answer.text) as Record<string, unknown>,
    };
  };
  const failing = (How: string) => ({ method: 'POST', body: { How } });

  it('wraps answers and errors in the envelope, with honest statuses', async () => {
    expect(await json('/Webservice/Envelope/greet', { method: 'POST', body: { Name: 'Ada' } })).toMatchObject({
      status: 200,
      body: { Success: 1, ErrorMessage: '', Data: { Greeting: 'Hello Ada' } },
    });
    expect(await json('/Webservice/Envelope/fail', failing('error'))).toMatchObject({
      status: 403,
      body: { Success: 0, ErrorCode: 'Fail.AccessDenied', ErrorMessage: 'Fail: Not you!', Data: {} },
    });
  });

  it('answers problems by RFC 9457', async () => {
    expect(await json('/Webservice/Problem/fail', failing('error'))).toMatchObject({
      status: 403,
      type: 'application/problem+json; charset=UTF-8',
      body: {
        type: 'urn:ticketgate:error:Fail.AccessDenied',
        title: 'Forbidden',
        status: 403,
        detail: 'Fail: Not you!',
        code: 'Fail.AccessDenied',
      },
    });
  });

  it('names members of members by dots and brackets, but takes names of very many parts as they are', async () => {
    const deep = 'a.'.repeat(100);
    const body = { 'Ticket.Title': 'T', Ticket: { Queue: 'Raw' }, 'X[Like]': '%', '__proto__.y': 1, [deep]: 1 };
    const answer = await json('/Webservice/Flat/echo', { method: 'POST', body });
    expect(answer.body.Input).toEqual({
      Ticket: { Title: 'T', Queue: 'Raw' },
      X: { Like: '%' },
      ['__proto__']: { y: 1 },
      [deep]: 1,
    });
  });

  it.each([
    ['an unknown route', '/nope', {}, 404, 'Gateway.RouteNotFound'],
    ['a method that no route has', '/echo', { method: 'PUT' }, 405, 'Gateway.MethodNotAllowed'],
    ['a body that is no JSON', '/echo', { method: 'POST', body: '{' }, 400, 'Gateway.MalformedBody'],
    [
      'a body that is too long',
      '/echo',
      { method: 'POST', body: { a: 'x'.repeat(1001) } },
      413,
      'Gateway.PayloadTooLarge',
    ],
    ['a crash', '/fail', { method: 'POST', body: { How: 'crash' } }, 500, 'Gateway.InternalError'],
  ])('answers %s with its HTTP status and code', async (...[, path, call, status, code]) => {
    const answer = await json(`/shop${path}`, call);
    expect(answer).toMatchObject({ status, body: { Error: { ErrorCode: code } } });
    expect(JSON.stringify(answer.body)).not.toContain('secret of the house');
  });

  it.each([
    ['{\n  "Name": "Ada",\n}', 'The body is not JSON: it is invalid at line 3, column 1.'],
    ['{"Password": "secret"', 'The body is not JSON: it is invalid at its end, where something is missing.'],
    [
      Buffer.from('{"a":"\u00e4"}', 'latin1'),
      'The body is not text in the charset of its Content-Type, or in UTF-8 if it names none.',
    ],
    ['null', 'The body is null.'],
    ['5', 'The body is a number.'],
    ['{}', 'The body is an empty object.'],
    ['[{ "Name": "Ada" }]', 'The body is a list.'],
  ])('says what is wrong with the body %j', async (body, sentence) => {
    const answer = await json('/Webservice/Flat/greet', { method: 'POST', body });
    expect(answer).toMatchObject({
      status: 400,
      body: { Error: { ErrorMessage: `${sentence} Send a JSON object in UTF-8, such as {"UserLogin": "anna"}.` } },
    });
  });

  it('lists the routes of a service, and the services', async () => {
    expect((await json('/shop')).body).toEqual({
      Error: {
        ErrorCode: 'Gateway.RouteNotFound',
        ErrorMessage:
          'This service has no route for "/". It has /echo, /echo/:SessionID/:Name, /fail, /gone, /greet, /greeting, /unused, /write.',
      },
    });
    expect(await json('/Webservice/Flatt/echo')).toMatchObject({
      status: 404,
      body: {
        Error: {
          ErrorCode: 'Gateway.ServiceUnknown',
          ErrorMessage: 'No web service "Flatt" is served. Names are case-sensitive; GET / lists them.',
        },
      },
    });
  });

  it('says which methods a path has with 405', async () => {
    expect((await harness.call('/shop/echo', { method: 'PUT' })).headers.allow).toBe('DELETE, GET, PATCH, POST');
  });

  it('leaves methods that cannot be sent out of Allow', async () => {
    harness.publish({
      Odd: service({ gateway: '{ ErrorStatus: http }' }).replace('[POST] }', '["PO\\nST", PÖST, POST] }'),
    });
    const answer = await harness.call('/Webservice/Odd/fail');
    harness.publish(services);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });

  it('unwraps Data and understands dotted and bracketed names, in bodies of DELETE too', async () => {
    const input = async (path: string, call?: Parameters<GatewayHarness['call']>[1]) =>
      (await json(`/shop${path}`, call)).body.Input;
    expect(await input('/echo', { method: 'POST', body: { Data: { a: 1 }, SessionID: 's' } })).toEqual({
      a: 1,
      SessionID: 's',
    });
    expect(await input('/echo?Ticket.Title=x&Ticket.Queue=Raw&DynamicField_A[Like]=y')).toEqual({
      Ticket: { Title: 'x', Queue: 'Raw' },
      DynamicField_A: { Like: 'y' },
      RequestMethod: 'GET',
    });
    expect(await input('/echo?Data.a=1&Data[b]=2&Data[Ticket][Title]=x&Data.Ticket.Queue=Raw&SessionID=s&a=3')).toEqual(
      { a: '1', b: '2', Ticket: { Title: 'x', Queue: 'Raw' }, SessionID: 's', RequestMethod: 'GET' },
    );
    const headers = { 'Content-Length': '7' };
    expect(await input('/echo', { method: 'DELETE', body: { a: 1 }, headers })).toEqual({ a: 1 });
  });

  it('answers for its host names only', async () => {
    const from = (Host: string) => harness.call('/Webservice/Hosts/echo', { headers: { Host } });
    expect((await from('Tickets.Example.org:8080')).status).toBe(200);
    expect((await from('evil.example')).status).toBe(421);
  });

  it('refuses requests beyond its rate and says when to retry', async () => {
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await harness.call('/Webservice/Limited/echo')).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(Number((await harness.call('/Webservice/Limited/echo')).headers['retry-after'])).toBeGreaterThan(0);
  });

  it('admits listed origins, and answers their preflights', async () => {
    const from = (Origin: string, method = 'GET') =>
      harness.call('/Webservice/Browser/echo', { method, headers: { Origin } });
    expect((await from('https://portal.example.org')).headers['access-control-allow-origin']).toBe(
      'https://portal.example.org',
    );
    expect((await from('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    const exposed = (await from('https://portal.example.org')).headers['access-control-expose-headers'];
    expect(exposed?.split(', ')).toEqual(
      expect.arrayContaining(['ETag', 'Location', 'Content-Disposition', 'X-Request-Id', 'Allow']),
    );
    const preflight = await from('https://portal.example.org', 'OPTIONS');
    expect(preflight).toMatchObject({ status: 204 });
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
  });

  it('takes credentials from the places that the service accepts, and from no others', async () => {
    const credentials = async (headers: Record<string, string>) =>
      (await json('/Webservice/Keys/echo?SessionID=query', { headers })).body.Credentials;
    expect(await credentials({ 'X-API-Key': 'k' })).toEqual({ ApiKey: 'k' });
    expect(await credentials({ 'X-API-Key': '0' })).toEqual({ ApiKey: '0' });
    expect(await credentials({ 'X-OTRS-Header-UserLogin': 'u', 'X-OTRS-Header-Password': 'p' })).toEqual({
      UserLogin: 'u',
      Password: 'p',
    });
    // Also one that is none.
    expect(await credentials({ 'X-OTRS-Header-SessionID': '0' })).toEqual({});
    const cookie = { Cookie: 'HostSession=abc; other=1' };
    expect(await credentials(cookie)).toEqual({});
    expect(await credentials({ ...cookie, 'Content-Type': 'application/json' })).toEqual({ SessionID: 'abc' });
    // A frame of any page may have the origin null.
    for (const Origin of ['https://evil.example', 'null'])
      expect(await credentials({ ...cookie, 'Content-Type': 'application/json', Origin })).toEqual({});
  });

  it('maps keys and values by the rules of Mapping Simple, and errors too', async () => {
    const body = { Login: 'anna', X2: 'second', X1: 'first', State: 'auf', Nested: { State: 'auf' } };
    expect((await json('/Webservice/Mapped/echo', { method: 'POST', body })).body).toEqual({
      Answer: { UserLogin: 'anna', Rest: 'first', State: 'open', Nested: { State: 'auf' } },
    });
    expect((await json('/Webservice/Mapped/echo', { method: 'POST', body: { State: 'zu' } })).body).toEqual({
      Answer: { State: 'closed' },
    });
    expect((await harness.call('/Webservice/Mapped/echo', { method: 'POST', body: [{ a: 1 }] })).text).toContain(
      'Got Data but it is not a hash ref',
    );
  });

  it('sends the headers of the definition, those of an operation first and none of the transport', async () => {
    const { headers } = await harness.call('/Webservice/Headers/echo');
    expect(headers).toMatchObject({ 'x-a': 'common', 'x-b': 'own' });
    expect(headers.connection).not.toBe('bad');
  });

  it.each(['GET', 'HEAD'])('sends headers beyond ASCII in UTF-8, in answers to %s', async (method) => {
    const { headers } = await harness.call('/Webservice/Cities/echo', { method });
    // Node shows bytes as letters.
    expect(headers['x-city']).toBe(Buffer.from('Köln').toString('latin1'));
  });

  it.each(['envelope', 'problem'])('names no modules of the family in the form %s', async (form) => {
    harness.publish({ Shop: service({ gateway: `{ Answer: ${form} }` }) });
    const answers = await Promise.all(['gone', 'unused'].map((path) => harness.call(`/Webservice/Shop/${path}`)));
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    const texts = answers.map(({ text }) => text).join('\n');
    expect(texts).toContain('No plugin has the operation type \\"Test::Gone\\".');
    expect(texts).not.toMatch(/Kernel::|OperationType|hash ref/);
  });

  it('serves the first of two services with one BasePath, and the other one once the path is free', async () => {
    const at = (path: string) => service({ gateway: `{ Profile: contract, BasePath: ${path} }` });
    harness.publish({ Shop: at('/shop') });
    const { served, rejected } = harness.publish({ Shop: at('/shop'), Store: at('/shop') });
    expect(served).toEqual(['Shop']);
    expect(rejected).toMatchObject([{ name: 'Store', diagnostics: [{ code: 'base-path', severity: 'error' }] }]);
    expect(harness.gateway.states()).toMatchObject([
      { name: 'Shop', state: 'served' },
      { name: 'Store', state: 'not servable', reason: expect.stringContaining('"Shop"') as string },
    ]);
    expect(harness.publish({ Shop: at('/elsewhere'), Store: at('/shop') }).served).toEqual(['Shop', 'Store']);
  });

  it('keeps the version of a service whose next one takes the BasePath of another', async () => {
    const at = (path: string) => service({ gateway: `{ Profile: contract, BasePath: ${path} }` });
    harness.publish({ Shop: at('/shop'), Store: at('/store') });
    expect(harness.publish({ Shop: at('/store'), Store: at('/store') }).served).toEqual(['Shop', 'Store']);
    expect((await harness.call('/shop/greet', { method: 'POST', body: { Name: 'Ada' } })).status).toBe(200);
  });

  it('closes connections with KeepAlive: 0, unlike a compatible service', async () => {
    const transport = 'KeepAlive: 0';
    harness.publish({ Shop: service({ gateway: '{ Profile: contract }', transport }), Old: service({ transport }) });
    const kept = async (name: string) => {
      const { headers } = await harness.call(`/Webservice/${name}/echo`, { headers: { Connection: 'keep-alive' } });
      return headers.connection;
    };
    expect([await kept('Shop'), await kept('Old')]).toEqual(['close', 'keep-alive']);
  });

  it('lets pages of listed origins send cookies, and never those of all origins or of none', async () => {
    const options = (origins: string, accept: string) =>
      `{ Profile: contract, Cors: { Origins: ${origins} }, Authentication: { Accept: ${accept} } }`;
    harness.publish({
      Listed: service({ gateway: options("['https://portal.example.org']", '[Cookie]') }),
      Anybody: service({ gateway: options("['*']", '[Cookie]') }),
      Plain: service({ gateway: options("['https://portal.example.org']", '[SessionID]') }),
      File: service({ gateway: options("['null']", '[Cookie]') }),
    });
    const allowed = async (name: string, method: string, Origin = 'https://portal.example.org') => {
      const headers = { Origin, 'Access-Control-Request-Method': 'POST' };
      const answer = await harness.call(`/Webservice/${name}/echo`, { method, headers });
      return answer.headers['access-control-allow-credentials'];
    };
    expect([await allowed('Listed', 'GET'), await allowed('Listed', 'OPTIONS')]).toEqual(['true', 'true']);
    expect([await allowed('Anybody', 'GET'), await allowed('Plain', 'GET')]).toEqual([undefined, undefined]);
    expect(await allowed('File', 'GET', 'null')).toBeUndefined();
  });
});
