import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { defineOperation, stream } from '@ticketgate/sdk';

import { stripCodingFromTags } from '../src/transports/http/compression.js';
import { LIMITS, service, startGateway, type GatewayHarness } from './gateway-harness.js';

const LONG = 'Printers burn. '.repeat(100);

/** Answers a secret beside what it was given. */
const logIn = defineOperation({
  type: 'Custom::LogIn',
  summary: 'Answers a secret.',
  effect: 'reads',
  input: { type: 'object', properties: { Name: { type: 'string' } } },
  output: { type: 'object', properties: { Token: { type: 'string', secret: true }, Name: { type: 'string' } } },
  run: async ({ Name }) => ({ Token: 'a secret', Name }),
});

const ROWS = 'Title;State\n'.repeat(1000);
let goOn: () => void = () => undefined;
const waits = new Promise<void>((resolve) => (goOn = resolve));

async function* slowRows(): AsyncGenerator<string> {
  yield 'first\n';
  await waits;
  yield 'last\n';
}

const exportRows = defineOperation({
  type: 'Custom::Export',
  summary: 'Answers rows.',
  effect: 'reads',
  input: { type: 'object', properties: { Kind: { type: 'string' } } },
  output: { type: 'string', contentMediaType: 'text/csv' },
  async run({ Kind }) {
    if (Kind === 'slow') return stream(Readable.from(slowRows()), { contentType: 'text/csv' });
    const headers = { ETag: '"rows"', ...(Kind === 'resumable' && { 'Accept-Ranges': 'bytes' }) };
    const text = Kind === 'short' ? 'row\n' : ROWS;
    return stream(Readable.from([text]), {
      contentType: Kind === 'pdf' ? 'application/pdf' : 'text/csv',
      length: text.length,
      headers,
    });
  },
});

const BODY_LENGTH = 3_000_000;
const READING = { ...LIMITS.reading, bodyLength: BODY_LENGTH };
const withLogIn = (text: string) =>
  text
    .replace(`MaxLength: '1000'`, '')
    .replace('    Gone: {', `    LogIn: { Type: 'Custom::LogIn' }\n    Export: { Type: 'Custom::Export' }\n    Gone: {`)
    .replace(
      '        Gone: {',
      '        LogIn: { Route: /login, RequestMethod: [POST] }\n        Export: { Route: /export, RequestMethod: [GET, HEAD] }\n        Gone: {',
    );
const SERVICES = {
  Strict: withLogIn(
    service({
      gateway: '{ Profile: contract, ErrorStatus: http, Cors: { Origins: [https://a.example] } }',
      transport: `OutboundHeaders: { Common: { ETag: '"v1"' } }`,
    }),
  ),
  Family: withLogIn(service()),
  Short: service(),
};

let harness: GatewayHarness;

beforeAll(async () => {
  harness = await startGateway([logIn, exportRows], {
    reading: READING,
    bodies: { total: 2_000_000, perOwner: 2_000_000 },
  });
  harness.publish(SERVICES);
});

afterAll(() => harness.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  harness.callPlainly(`/Webservice/${path}`, { method: 'POST', body, headers });

describe('an answer over 1 kB', () => {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync };

  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
  ] as const)('to a client that accepts "%s" comes in %s', async (accepted, coding) => {
    const answer = await post('Family/echo', { Name: LONG }, { 'Accept-Encoding': accepted });
    expect(answer.headers).toMatchObject({
      'content-encoding': coding,
      vary: 'Accept-Encoding',
      'content-length': String(answer.bytes.length),
      'content-type': 'application/json; charset=UTF-8',
    });
    expect(answer.bytes.length).toBeLessThan(300);
    expect(JSON.parse(unpack[coding](answer.bytes).toString())).toMatchObject({ Input: { Name: LONG } });
  });

  it('is not recorded as one that the client did not wait for', async () => {
    harness.exchanges.length = 0;
    for (const Name of [LONG, 'a'.repeat(1_200_000)])
      await post('Family/echo', { Name }, { 'Accept-Encoding': 'gzip' });
    await harness.gateway.drain();
    expect(harness.exchanges.map(({ status, errorCode }) => [status, errorCode])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
  });

  it.each([[undefined], ['deflate'], ['identity'], ['gzip;q=0, br;q=0'], ['']])(
    'to a client that accepts %p comes as it is, and says that it might not',
    async (accepted) => {
      const headers: Record<string, string> = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
      const answer = await post('Family/echo', { Name: LONG }, headers);
      expect(JSON.parse(answer.text)).toMatchObject({ Input: { Name: LONG } });
      expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(answer.bytes.length) });
      expect(answer.headers).not.toHaveProperty('content-encoding');
    },
  );

  it('comes in pieces when it is large', async () => {
    const body = { Name: 'a'.repeat(1_200_000) };
    const answer = await post('Family/echo', body, { 'Accept-Encoding': 'gzip' });
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(JSON.parse(gunzipSync(answer.bytes).toString())).toMatchObject({ Input: body });
  });

  it('has a strong ETag of its own', async () => {
    const headers = { 'Accept-Encoding': 'gzip', Origin: 'https://a.example' };
    const answer = await post('Strict/echo', { Name: LONG }, headers);
    expect(answer.headers).toMatchObject({ etag: '"v1-gzip"', vary: 'Origin, Accept-Encoding' });
    const plain = await post('Strict/echo', { Name: LONG });
    expect(plain.headers.etag).toBe('"v1"');
  });

  it('has an ETag that matches like the plain one when a client sends it back', () => {
    const headers = { 'if-match': '"v1-gzip", "v2-br", W/"v3"', 'if-none-match': '"gzip"', host: 'a' };
    stripCodingFromTags(headers);
    expect(headers).toEqual({ 'if-match': '"v1", "v2", W/"v3"', 'if-none-match': '"gzip"', host: 'a' });
  });

  it('has the same headers for HEAD, except for the length, which is unknown before compressing', async () => {
    const answer = await harness.callPlainly(`/Webservice/Strict/echo?Name=${encodeURIComponent(LONG)}`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(answer).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding', etag: '"v1-gzip"' },
    });
    expect(answer.headers).not.toHaveProperty('content-length');
  });

  it('is not compressed when its operation answers secrets, because its length would reveal a right guess', async () => {
    const answer = await post('Family/login', { Name: LONG }, { 'Accept-Encoding': 'gzip' });
    expect(JSON.parse(answer.text)).toEqual({ Token: 'a secret', Name: LONG });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).not.toHaveProperty('vary');
  });
});

describe('a stream', () => {
  const fetchRows = (kind: string, headers: Record<string, string> = { 'Accept-Encoding': 'gzip' }) =>
    harness.callPlainly(`/Webservice/Strict/export?Kind=${kind}`, { headers });

  it('is compressed, with an ETag of its own and without a length, which is unknown before compressing', async () => {
    const answer = await fetchRows('all');
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', etag: '"rows-gzip"' });
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.bytes.length).toBeLessThan(ROWS.length / 10);
    expect(gunzipSync(answer.bytes).toString()).toBe(ROWS);
    expect(brotliDecompressSync((await fetchRows('all', { 'Accept-Encoding': 'br' })).bytes).toString()).toBe(ROWS);
    expect(await fetchRows('all', {})).toMatchObject({ text: ROWS, headers: { etag: '"rows"' } });
  });

  it.each([['resumable'], ['pdf'], ['short']])('that is %s comes as it is, with its length', async (kind) => {
    const { headers, bytes } = await fetchRows(kind);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['content-length']).toBe(String(bytes.length));
  });

  it('does not hold back a part while the next one is produced', async () => {
    const url = `http://127.0.0.1:${harness.port}/Webservice/Strict/export?Kind=slow`;
    const request = get(url, { headers: { 'Accept-Encoding': 'gzip' } });
    const [answer] = (await once(request, 'response')) as [Readable];
    const unpacked = answer.pipe(createGunzip());
    const [first] = (await once(unpacked, 'data')) as [Buffer];
    expect(first.toString()).toBe('first\n');
    goOn();
    expect(await text(unpacked)).toBe('last\n');
  });
});

it('sends an answer up to 1 kB as it is', async () => {
  const answer = await post('Family/echo', { Name: 'a'.repeat(900) }, { 'Accept-Encoding': 'gzip' });
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.headers).not.toHaveProperty('vary');
});

describe('a body in gzip', () => {
  const GZIP = { 'Content-Encoding': 'gzip' };
  const answerOf = async (path: string, body: Buffer | string, headers: Record<string, string> = GZIP) => {
    const { status, text: answer } = await post(path, body, headers);
    return [status, answer];
  };
  const containing = (code: string) => expect.stringContaining(code) as unknown;

  it.each([['gzip'], ['x-gzip'], ['GZIP']])('is read when its Content-Encoding is %s', async (coding) => {
    const body = gzipSync(JSON.stringify({ Name: 'é'.repeat(20_000) }));
    const answer = await post('Strict/echo', body, { 'Content-Encoding': coding });
    expect(JSON.parse(answer.text)).toMatchObject({ Input: { Name: 'é'.repeat(20_000) } });
    expect((await post('Family/echo', body, { 'Content-Encoding': coding })).status).toBe(200);
  });

  it('is bounded by MaxLength when it is unpacked', async () => {
    const fits = { Name: 'a'.repeat(900) };
    expect((await answerOf('Short/echo', gzipSync(JSON.stringify(fits))))[0]).toBe(200);
    const body = gzipSync(JSON.stringify({ Name: 'a'.repeat(1100) }));
    expect(body.length).toBeLessThan(100);
    expect(await answerOf('Short/echo', body)).toEqual([413, 'Payload Too Large']);
  });

  it('is bounded by the limits for JSON while it is unpacked', async () => {
    const bomb = gzipSync(`{"a":[${'1,'.repeat(1_000_000)}1]}`);
    expect(await answerOf('Strict/echo', bomb)).toEqual([413, containing('Gateway.BodyTooComplex')]);
  });

  it('is refused as soon as more comes out than the service accepts, without memory for the rest', async () => {
    const megabyte = gzipSync(Buffer.alloc(1_000_000, 'a'));
    const bomb = Buffer.concat([gzipSync('{"a":"'), ...Array.from({ length: 400 }, () => megabyte)]);
    const before = process.memoryUsage.rss();
    expect(await answerOf('Strict/echo', bomb)).toEqual([413, containing('Gateway.PayloadTooLarge')]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
    expect((await answerOf('Strict/echo', '{"a":1}', {}))[0]).toBe(200);
  });

  it('takes what comes out of it from the budget of bodies in flight, next to the bodies of others', async () => {
    const announced = 1_500_000;
    const start = `{"a":"${'b'.repeat(announced - 100)}`;
    const hold = () => {
      const socket = connect(harness.port, '127.0.0.1');
      // A body that comes while others fill the budget is refused itself.
      socket.once('data', () => {
        socket.destroy();
        other = hold();
      });
      socket.write(`POST /Webservice/Strict/echo HTTP/1.1\r\nHost: a\r\nContent-Length: ${announced}\r\n\r\n${start}`);
      return socket;
    };
    let other = hold();
    const zipped = gzipSync(JSON.stringify({ Name: 'a'.repeat(1_000_000) }));
    let answer: unknown[] = [];
    while (answer[0] !== 503) answer = await answerOf('Strict/echo', zipped);
    expect(answer).toEqual([503, containing('Gateway.BodiesInFlight')]);
    other.destroy();
    await once(other, 'close');
    while (answer[0] !== 200) answer = await answerOf('Strict/echo', zipped);
  });

  it('is malformed when it is not gzip or ends too early', async () => {
    const whole = gzipSync(JSON.stringify({ Name: 'a'.repeat(10_000) }));
    for (const body of ['{"a":1}', whole.subarray(0, -20)]) {
      expect(await answerOf('Strict/echo', body)).toEqual([400, containing('The body is not gzip')]);
      expect(await answerOf('Family/echo', body)).toEqual([500, 'Error while decoding request content.']);
    }
  });

  it('is refused when it is longer than the limit, even if it unpacks to nothing', async () => {
    const nothing = Buffer.concat(Array.from({ length: 200 }, () => gzipSync('')));
    expect(await answerOf('Short/echo', nothing)).toEqual([413, 'Payload Too Large']);
    const socket = connect(harness.port, '127.0.0.1');
    const head = 'POST /Webservice/Short/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Encoding: gzip\r\n';
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${nothing.length.toString(16)}\r\n`);
    socket.write(nothing);
    socket.write('\r\n0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is abandoned when its client leaves', async () => {
    const socket = connect(harness.port, '127.0.0.1');
    const zipped = gzipSync(JSON.stringify({ Name: 'a'.repeat(10_000) }));
    const head = 'POST /Webservice/Strict/write HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\n';
    socket.write(`${head}Content-Length: 10000\r\n\r\n`);
    socket.write(zipped);
    await once(socket, 'connect');
    socket.destroy();
    await harness.gateway.drain();
    expect(harness.log.join('\n')).not.toContain('could not be answered');
  });
});

it('refuses a body in another coding (Gateway.UnsupportedEncoding); the family does not look', async () => {
  const answer = await post('Strict/echo', '{"a":1}', { 'Content-Encoding': 'br' });
  expect(answer).toMatchObject({ status: 415, headers: { 'accept-encoding': 'gzip' } });
  expect(answer.text).toContain('Gateway.UnsupportedEncoding');
  expect((await post('Family/echo', '{"a":1}', { 'Content-Encoding': 'utf-8' })).status).toBe(200);
  expect((await post('Strict/echo', '{"a":1}', { 'Content-Encoding': 'identity' })).status).toBe(200);
});
