import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { ByteLimit } from '../src/byte-limit.js';
import { readBody } from '../src/transports/http/read-body.js';
import { LIMITS, service, startGateway, type GatewayHarness } from './gateway-harness.js';

const READING = {
  ...LIMITS.reading,
  bodyLength: 200_000_000,
  json: { nodes: 100, keys: 50, keyLength: 30, depth: 20 },
  queryParameters: 5,
  mappingCharacters: 1000,
};
const SERVICES = {
  Strict: service({ gateway: '{ Profile: contract, ErrorStatus: http }' }).replace(`MaxLength: '1000'`, ''),
  Family: service().replace(`MaxLength: '1000'`, ''),
  Cities: service({ gateway: '{ Profile: contract }', transport: 'AdditionalHeaders: { X-City: Köln }' }).replace(
    `MaxLength: '1000'`,
    '',
  ),
};

describe('what a body may hold', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway([], { ...LIMITS, reading: READING });
    harness.publish(SERVICES);
  });

  afterAll(() => harness.close());

  const post = async (name: string, body: unknown, headers: Record<string, string> = {}) => {
    const { status, text: answer } = await harness.call(`/Webservice/${name}/echo`, { method: 'POST', body, headers });
    return [status, answer];
  };
  const list = (length: number) => ({ a: Array.from({ length }, () => ({})) });
  const members = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`a.b.c${index}`, 1]));

  it.each([
    ['values', list(98), list(99), 'more than 100 values'],
    ['members', members(50), members(51), 'more than 50 members'],
    ['characters in a name', { ['n'.repeat(30)]: 1 }, { ['n'.repeat(31)]: 1 }, 'a name of more than 30 bytes'],
  ])('more %s than the limit are Gateway.BodyTooComplex (413)', async (...[, most, more, message]) => {
    expect((await post('Strict', most))[0]).toBe(200);
    expect((await post('Family', most))[0]).toBe(200);
    const refused = expect.stringContaining(message) as unknown;
    expect(await post('Strict', more)).toEqual([413, refused]);
    expect(await post('Family', more)).toEqual([413, refused]);
    expect((await post('Strict', more))[1]).toContain('Gateway.BodyTooComplex');
  });

  it.each(['utf-8', 'utf-16le'] as const)(
    'comes back as it was sent in %s, when it has long texts, with headers beyond ASCII in UTF-8',
    async (charset) => {
      const roomy = await startGateway([], { reading: READING, bodies: { total: 1e8, perOwner: 1e8 } });
      roomy.publish(SERVICES);
      const sent = { Name: 'ü'.repeat(600_000), Long: 'x'.repeat(1_500_000), Last: ['"', '\\'.repeat(2_000)] };
      const body = Buffer.from(JSON.stringify(sent), charset === 'utf-8' ? 'utf8' : 'utf16le');
      const headers = { 'Content-Type': `application/json; charset=${charset}` };
      const request = { method: 'POST', body, headers };
      const { text: answer, headers: received } = await roomy.call('/Webservice/Cities/echo', request);
      await roomy.close();
      expect(JSON.parse(answer)).toMatchObject({ Input: sent });
      // Node shows bytes as letters.
      expect(received['x-city']).toBe(Buffer.from('Köln').toString('latin1'));
    },
  );

  it('counts in other charsets too', async () => {
    const body = Buffer.from(JSON.stringify(list(99)), 'utf16le');
    const answer = await post('Strict', body, { 'Content-Type': 'application/json; charset=utf-16le' });
    expect(answer).toEqual([413, expect.stringContaining('Gateway.BodyTooComplex')]);
    const small = Buffer.from('{"Name":"\u2200\u{1f600}"}', 'utf16le');
    expect(await post('Strict', small, { 'Content-Type': 'application/json; charset=utf-16le' })).toEqual([
      200,
      expect.stringContaining('\u2200\u{1f600}'),
    ]);
  });

  it('is malformed when it is nested deeper than the limit; profile otobo answers as the family does', async () => {
    const deep = `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`;
    expect(await post('Strict', deep)).toEqual([400, expect.stringContaining('nested deeper than 20 levels')]);
    expect(await post('Family', deep)).toEqual([500, 'Error while decoding request content.']);
  });

  it('refuses a query string of too many parameters (Gateway.TooManyParameters)', async () => {
    const answer = await harness.call('/Webservice/Strict/echo?a=1&a=2&a=3&a=4&a=5&a=6');
    expect([answer.status, answer.text]).toEqual([414, expect.stringContaining('Gateway.TooManyParameters')]);
    expect((await harness.call('/Webservice/Strict/echo?a=1&a=2&a=3&a=4&a=5')).status).toBe(200);
  });

  it('reads a large body as it reads a small one', async () => {
    const harnessWithRoom = await startGateway([], { reading: READING, bodies: { total: 1e8, perOwner: 1e8 } });
    harnessWithRoom.publish(SERVICES);
    try {
      const body = { Name: 'x'.repeat(3_000_000), Text: 'é"\\\n'.repeat(300_000), N: [1, true, null] };
      const answer = await harnessWithRoom.call('/Webservice/Family/echo', { method: 'POST', body });
      expect((JSON.parse(answer.text) as { Input: unknown }).Input).toEqual(body);
      const broken = await harnessWithRoom.call('/Webservice/Strict/echo', {
        method: 'POST',
        body: JSON.stringify(body).slice(0, -1),
      });
      expect(broken.text).toContain('Gateway.MalformedBody');
    } finally {
      await harnessWithRoom.close();
    }
  });
});

describe('bodies on their way', () => {
  let harness: GatewayHarness;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    const pace = { bytesPerSecond: 1_000_000, patience: 1 };
    const reading = { ...READING, json: { ...READING.json, nodes: 1e6 }, pace };
    harness = await startGateway([], { reading, bodies: { total: 3_000_000, perOwner: 2_000_000 } });
    harness.publish(SERVICES);
  });

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  afterAll(() => harness.close());

  const begin = (announced: number, sent = ''): Socket => {
    const socket = connect(harness.port, '127.0.0.1');
    sockets.push(socket);
    socket.write(`POST /Webservice/Strict/echo HTTP/1.1\r\nHost: a\r\nContent-Length: ${announced}\r\n\r\n${sent}`);
    return socket;
  };
  const answerOf = (socket: Socket) => once(socket, 'data').then(([part]) => String(part));

  it('are abandoned when they arrive too slowly (Gateway.BodyTooSlow)', async () => {
    const answer = await text(begin(1_000_000, '{"a":'));
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*Connection: close.*Gateway\.BodyTooSlow/s);
  });

  it('use no memory before they arrive', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const slow = Array.from({ length: 300 }, () => begin(1_900_000, '{'));
    // One that is complete is answered after those have been read.
    await harness.call('/Webservice/Strict/echo', { method: 'POST', body: { a: 1 } });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    await Promise.all(slow.map(answerOf));
  });

  it('are refused unread as long as there is no room for them (Gateway.BodiesInFlight)', async () => {
    const holding = begin(1_900_000, `{"a":"${'x'.repeat(1_500_000)}`);
    const refused = async () => answerOf(begin(1_000_000));
    let answer = await refused();
    // Its bytes need a moment on their way.
    while (!answer.includes(' 503 ')) answer = await refused();
    expect(answer).toMatch(/Retry-After: 5.*Gateway\.BodiesInFlight/s);
    expect((await harness.call('/Webservice/Strict/echo', { method: 'POST', body: { a: 1 } })).status).toBe(200);
    expect(await answerOf(holding)).toContain(' 408 ');
    const body = { a: 'x'.repeat(1_000_000) };
    expect((await harness.call('/Webservice/Strict/echo', { method: 'POST', body })).status).toBe(200);
  });

  it('are not decompressed further for a client that is gone', async () => {
    let parts = 0;
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const client = connect(port, '127.0.0.1');
    const body = gzipSync(Buffer.alloc(5_000_000));
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`);
    client.write(body);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    const left = once(request.socket, 'close');
    const read = readBody(request, {
      limit: 10_000_000,
      reservation: new ByteLimit({ total: 1e9, perOwner: 1e9 }).open('127.0.0.1'),
      pace: { bytesPerSecond: 0, patience: 10 },
      isZipped: true,
      async onChunk() {
        parts += 1;
        client.destroy();
        await left;
      },
    });
    await expect(read).rejects.toMatchObject({ code: 'Gateway.BodyNotReadable' });
    expect(parts).toBe(1);
    server.close();
  });
});
