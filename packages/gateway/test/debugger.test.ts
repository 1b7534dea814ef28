import { defineFamilyOperation } from '@ticketgate/sdk';

import { service, startGateway, type GatewayHarness } from './gateway-harness.js';

const PASSWORD = 'pa"ss wörd/1';
const SESSION = '4f'.repeat(16);

const pin = defineFamilyOperation({
  type: 'Test::Pin',
  summary: 'Takes a PIN.',
  effect: 'reads',
  input: { type: 'object', properties: { Card: { type: 'object', properties: { Pin: { secret: true } } } } },
  run: async (input) => ({ Input: input }),
});

describe('the debugger', () => {
  let harness: GatewayHarness;

  beforeEach(async () => {
    harness = await startGateway([pin]);
    harness.publish({
      Shop: service({ level: 'debug' }),
      Quiet: service({ level: 'error' }),
      Broken: service({ mapping: `MappingInbound: { Type: XSLT, Config: { Template: '<x/>' } }` }),
      Renaming: service({
        level: 'debug',
        mapping: `MappingInbound: { Type: Simple, Config: { KeyMapDefault: { MapType: Keep, MapTo: '' },
          ValueMapDefault: { MapType: Keep, MapTo: '' }, KeyMapExact: { Kennwort: Password } } }`,
      }),
      Patterns: service({
        level: 'debug',
        mapping: `MappingInbound: { Type: Simple, Config: { KeyMapDefault: { MapType: Keep, MapTo: '' },
          ValueMapDefault: { MapType: Keep, MapTo: '' }, KeyMapRegEx: { 'Kenn.*': Password } } }`,
      }),
      Bank: service({ level: 'debug' }).replace('Test::Echo', 'Test::Pin'),
      Accepting: service({
        level: 'debug',
        gateway: '{ Authentication: { Accept: [SessionID, UserLogin, Headers, Cookie, ApiKey] } }',
      }),
      Whole: service({ gateway: '{ Debugger: { Failures: true } }' }),
      Silent: service({ level: 'debug' }).replace(
        '{ DebugThreshold: debug }',
        '{ DebugThreshold: debug, TestMode: 1 }',
      ),
    });
  });

  afterEach(async () => {
    await harness.close();
  });

  const recorded = async () => {
    await harness.gateway.drain();
    return harness.entries.flatMap(({ contents }) => contents.map(({ level, subject }) => `${level} ${subject}`));
  };

  it('records the points of a request in order', async () => {
    await harness.call('/Webservice/Shop/echo', { method: 'POST', body: { a: 1 } });
    expect(await recorded()).toEqual([
      'debug Communication sequence started',
      "debug Detected operation 'Echo'",
      'debug Received data by provider from remote system',
      'debug Incoming data before mapping',
      'debug Outgoing data before mapping',
      'debug Returning provider data to remote system (HTTP Code: 200)',
    ]);
    expect(harness.entries[0]).toMatchObject({ communicationType: 'Provider', remoteIP: '192.0.2.1', webServiceID: 1 });
    expect(harness.entries[0]?.communicationID).toMatch(/^[0-9a-f]{32}$/);
  });

  it('leaves nothing of a request that worked when only errors are wanted, and nothing at all in test mode', async () => {
    await harness.call('/Webservice/Quiet/echo');
    await harness.call('/Webservice/Silent/nope');
    expect(await recorded()).toEqual([]);
    await harness.call('/Webservice/Quiet/fail', { method: 'POST', body: { How: 'error' } });
    expect(await recorded()).toEqual(['error Request that failed', 'error Fail.AccessDenied']);
  });

  it('records a request that failed whole where a service says so, without its secrets, and nothing of one that worked', async () => {
    await harness.call('/Webservice/Whole/echo', { method: 'POST', body: { a: 1 } });
    expect(await recorded()).toEqual([]);
    const body = { How: 'error', Note: 'the toner', Password: PASSWORD };
    await harness.call('/Webservice/Whole/fail', { method: 'POST', body });
    expect(await recorded()).toEqual([
      'error Request that failed',
      'debug Communication sequence started',
      "debug Detected operation 'Fail'",
      'debug Received data by provider from remote system',
      'debug Incoming data before mapping',
      'error Fail.AccessDenied',
      'debug Outgoing data before mapping',
      'debug Returning provider data to remote system (HTTP Code: 200)',
    ]);
    const received = harness.entries[0]?.contents.find(({ subject }) => subject.startsWith('Received'));
    expect(received?.content).toBe('{"How":"error","Note":"the toner","Password":"*******"}');
  });

  it('names method, URL and operation of a request that failed when only errors are wanted, without its secrets', async () => {
    await harness.call(`/Webservice/Quiet/fail?Password=${encodeURIComponent(PASSWORD)}&Kind=a`, {
      method: 'POST',
      body: { How: 'fault' },
    });
    await harness.gateway.drain();
    const [first] = harness.entries[0]?.contents ?? [];
    expect([first?.subject, JSON.parse(first?.content ?? '')]).toEqual([
      'Request that failed',
      {
        Method: 'POST',
        URL: '/Webservice/Quiet/fail?Password=*******&Kind=a',
        RemoteAddress: '192.0.2.1',
        Operation: 'Fail',
        Caller: 'nobody was authenticated',
      },
    ]);
  });

  it('has the reason why a mapping failed, which the client does not see', async () => {
    const answer = await harness.call('/Webservice/Broken/echo', { method: 'POST', body: { a: 1 } });
    expect(answer.text).toBe('{"faultcode":"Server","faultstring":"Could not parse configured XSLT template"}');
    await harness.gateway.drain();
    const unknown = harness.entries[0]?.contents.find(({ subject }) => subject.startsWith('The XSLT mapping'));
    expect(unknown?.content).toContain('document is not a stylesheet');
  });

  it('keeps passwords and session ids out of every row and every line of the log, wherever they came', async () => {
    const query = `Password=${encodeURIComponent(PASSWORD)}&SessionID=${SESSION}`;
    const headers = {
      'X-OTRS-Header-Password': encodeURIComponent(PASSWORD),
      'X-OTRS-Header-SessionID': SESSION,
      'X-API-Key': 'tg_0123456789abcdefghijklmnop',
      Authorization: 'Basic c2VjcmV0',
      Cookie: `HostSession=${SESSION}`,
    };
    const body = { Password: PASSWORD, SessionID: SESSION, Ticket: { Title: `my password is ${PASSWORD}` } };
    await harness.call(`/Webservice/Accepting/echo?${query}`, { method: 'POST', body, headers });
    await harness.call(`/Webservice/Accepting/echo/${SESSION}/x?${query}`, { headers });
    await harness.call(`/Webservice/Accepting/nope/${SESSION}?${query}`, { headers });
    await harness.call(`/Webservice/Accepting/echo?${query}`, {
      method: 'POST',
      body: `{"Password": ${JSON.stringify(PASSWORD)}, bad`,
    });
    await harness.call(`/Webservice/Accepting/fail?${query}`, { method: 'POST', body: { ...body, How: 'crash' } });
    await harness.gateway.drain();
    const kept = JSON.stringify(harness.entries) + harness.log.join('\n');
    expect(harness.entries).toHaveLength(5);
    for (const secret of [
      PASSWORD,
      JSON.stringify(PASSWORD).slice(1, -1),
      encodeURIComponent(PASSWORD),
      SESSION,
      'tg_0123',
      'c2VjcmV0',
    ]) {
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(JSON.stringify(JSON.stringify(secret)).slice(3, -3));
    }
    expect(kept).toContain('*******');
    expect(kept).toContain('my password is *******');
  });

  const keptOf = async (path: string, body: unknown) => {
    await harness.call(path, { method: 'POST', body });
    await harness.gateway.drain();
    expect(harness.entries).toHaveLength(1);
    return JSON.stringify(harness.entries);
  };

  it('masks the members that schemas mark as secret, in broken bodies too', async () => {
    expect(
      await keptOf('/Webservice/Bank/echo', { Card: { Pin: 'open sesame' }, Note: 'say open sesame' }),
    ).not.toMatch(/sesame/);
    harness.entries.length = 0;
    expect(await keptOf('/Webservice/Bank/echo', '{"Card": {"Pin": "open sesame", bad')).not.toMatch(/sesame/);
  });

  it('masks what a mapping would turn into a secret, even if the mapping is not reached', async () => {
    expect(await keptOf('/Webservice/Renaming/echo', '{"Kennwort": "open sesame", bad')).not.toMatch(/sesame/);
  });

  it.each([
    ['XML', '<Password>open sesame</Password>'],
    ['YAML', 'Password: open sesame'],
    ['a list in broken JSON', '{"Password": ["open, sesame"'],
    ['an object in broken JSON', '{"Password": {"is": "open, sesame"'],
    ['a form', 'Data%5BPassword%5D=open+sesame'],
    ['JSON within JSON', { Data: JSON.stringify({ Data: JSON.stringify({ Password: 'open sesame' }) }) }],
    ['broken JSON within JSON', { Data: '{\\"Password\\": \\"open sesame\\", bad' }],
    ['a part of a form', '--x\r\nContent-Disposition: form-data; name="Password"\r\n\r\nopen sesame\r\n--x--'],
    ['broken JSON with an escaped name', '{"Pass\\u0077ord": "open sesame", bad'],
    ['a member with spaces around its name', { ' Password ': 'open sesame' }],
    ['a member with NUL in its name', { 'Pass\0word': 'open sesame' }],
    ['a form with an escaped name', 'Title=x&%50ass%2577ord=open+sesame'],
    ['a form with a semicolon', 'Password=;open;sesame&Title=x'],
    ['a form in a member', { Note: 'Title=x&Password=;open;sesame' }],
    ['a name of another value', { List: [{ Name: 'Password', Value: 'open sesame' }] }],
    ['a quote that JSON has not', "{'Password': 'open sesame'}"],
    ['a name without a colon', '{"Password" "open sesame"}'],
    ['UTF-16', Buffer.from('{"Password": "open sesame"}', 'utf16le')],
  ])('keeps a password out that was sent in %s', async (_, body) => {
    expect((await keptOf('/Webservice/Shop/echo', body)).replaceAll(/\W|u0000/g, '')).not.toMatch(/sesame/);
  });

  it.each([
    ['an escaped name', '%50assword=open-sesame'],
    ['a name that is escaped twice', '%2550assword=open-sesame'],
    ['a semicolon', 'Password=;open-sesame'],
    ['a name without a value', 'Password&=open-sesame'],
  ])('keeps a password out of addresses with %s', async (_, query) => {
    await harness.call(`/Webservice/Shop/nowhere?Title=x&${query}`);
    await harness.gateway.drain();
    expect(JSON.stringify(harness.entries)).not.toMatch(/sesame/);
    expect(JSON.stringify(harness.entries)).toContain('Title=x&');
  });

  it('masks parameters under every name that readers of query strings may give them', async () => {
    await harness.call('/Webservice/Shop/echo?Title=x&Password=open;sesame&Limit=5');
    await harness.gateway.drain();
    expect(JSON.stringify(harness.entries)).not.toMatch(/sesame/);
    expect(JSON.stringify(harness.entries)).toContain('Limit');
  });

  it.each([
    [
      '{ [{"Title": "open sesame", bad',
      '31 bytes (no type) which are not a JSON object or list. They begin with "{ [{".',
    ],
    ['Password: open sesame', '21 bytes (no type) which are not a JSON object or list. They begin with "".'],
    ['"open sesame"', '13 bytes (no type) which are not a JSON object or list. They begin with "".'],
  ])('records length, type and beginning of a body that cannot be read: %s', async (body, recordedBody) => {
    const kept = await keptOf('/Webservice/Shop/echo', body);
    expect(kept).not.toMatch(/sesame|Title/);
    expect(kept).toContain(JSON.stringify(`Not recorded: ${recordedBody}`).slice(1, -1));
  });

  it('records the type of a body that cannot be read, and nothing else of its header', async () => {
    const headers = { 'Content-Type': 'application/x-open; charset=utf-8; password=sesame' };
    await harness.call('/Webservice/Quiet/echo', { method: 'POST', body: 'open', headers });
    await harness.call('/Webservice/Shop/echo', { method: 'POST', body: 'open', headers });
    await harness.gateway.drain();
    const kept = JSON.stringify(harness.entries);
    expect(kept).toContain('Not recorded: 4 bytes (application/x-open)');
    expect(kept).not.toContain('sesame');
  });

  it('masks what a mapping makes a secret by a pattern of its name', async () => {
    expect(await keptOf('/Webservice/Patterns/echo', { Kennwort: 'abc', Note: 'shown' })).not.toMatch(/"abc/);
  });

  it('masks a request entirely when it has more secrets than an honest one', async () => {
    const secrets = Array.from({ length: 50 }, (_, index) => `open sesame ${index}`);
    const kept = await keptOf('/Webservice/Shop/echo', { Password: secrets, Note: 'nothing to see' });
    expect(kept).not.toMatch(/sesame|nothing to see/);
  });

  it('records requests whose secrets cannot be encoded', async () => {
    const answer = await harness.call('/Webservice/Quiet/fail', {
      method: 'POST',
      body: '{ "How": "error", "Password": "half a pair: \\ud800" }',
    });
    expect(answer.status).toBe(200);
    expect(await recorded()).toEqual(['error Request that failed', 'error Fail.AccessDenied']);
  });
});
