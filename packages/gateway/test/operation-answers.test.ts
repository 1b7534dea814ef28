import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { defineOperation, reply, stream, type StreamOptions } from '@ticketgate/sdk';
import { untilTrue } from '../../../test/support/index.js';

import { service, startGateway, type GatewayHarness } from './gateway-harness.js';

const PARTS = { summary: 'Answers.', effect: 'reads', input: { type: 'object' } } as const;

let orders = 0;

const order = defineOperation({
  ...PARTS,
  type: 'Custom::Order',
  effect: 'writes',
  takesIdempotencyKey: true,
  run: async () => reply({ OrderID: ++orders }, { status: 201, headers: { Location: `/orders/${orders}` } }),
});

/** What the next download is, and what became of the last one. */
let next: {
  readonly parts: Iterable<string | Buffer> | AsyncIterable<Buffer>;
  readonly options: Partial<StreamOptions>;
};
let last: Readable;

const download = defineOperation({
  ...PARTS,
  type: 'Custom::Download',
  async run() {
    last = Readable.from(next.parts);
    return stream(last, { contentType: 'text/html', ...next.options });
  },
});

const keyedDownload = defineOperation({
  ...PARTS,
  type: 'Custom::KeyedDownload',
  effect: 'writes',
  takesIdempotencyKey: true,
  run: download.run,
});

const signed = defineOperation({
  ...PARTS,
  type: 'Custom::Signed',
  headers: {
    'X-Signature': { description: 'Proves who sent it.', secret: true },
    'If-Match': { description: 'The version that the client knows.' },
  },
  run: async (_input, { headers }) => ({ Headers: headers }),
});

let gateway: GatewayHarness;

beforeAll(async () => {
  gateway = await startGateway([order, download, keyedDownload, signed]);
});

afterAll(() => gateway.close());

beforeEach(async () => {
  await gateway.gateway.drain();
  gateway.entries.length = 0;
  gateway.log.length = 0;
});

const publish = (type: string, options = '{}', level = 'debug') =>
  gateway.publish({ Answers: service({ gateway: options, level }).replaceAll('Test::Echo', type) });

const WHOLE = '{ Debugger: { Failures: true } }';

const call = (method: string, headers: Readonly<Record<string, string>> = {}) =>
  gateway.call('/Webservice/Answers/echo', { method, headers });

describe('reply', () => {
  it.each([
    ['{}', '{"OrderID":1}'],
    ['{ Answer: envelope }', '{"Success":1,"ErrorMessage":"","Data":{"OrderID":2}}'],
    ['{ Answer: problem }', '{"OrderID":3}'],
  ])('sends data with its status and headers, in the form of the service: %s', async (options, text) => {
    publish('Custom::Order', options);
    const answer = await call('POST');
    expect(answer).toMatchObject({ status: 201, text, headers: { location: `/orders/${orders}` } });
  });

  it('is the same when it is replayed', async () => {
    publish('Custom::Order');
    const first = await call('POST', { 'Idempotency-Key': 'a' });
    const second = await call('POST', { 'Idempotency-Key': 'a' });
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect([second.status, second.text, second.headers.location]).toEqual([201, first.text, first.headers.location]);
  });
});

describe('stream', () => {
  it.each(['{}', '{ Answer: envelope }', '{ Answer: problem }'])('sends bytes as they are: %s', async (options) => {
    publish('Custom::Download', options);
    next = { parts: ['<p>', Buffer.from('ü')], options: { filename: 'Grüße "1"/x.html', length: 5 } };
    const { status, text, headers } = await call('GET');
    expect([status, text]).toEqual([200, '<p>ü']);
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'content-length': '5',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Gr__e _1__x.html"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22_x.html`,
    });
  });

  it('sends a part with its own status and headers', async () => {
    publish('Custom::Download');
    const headers = { 'Content-Range': 'bytes 0-1/9', 'Accept-Ranges': 'bytes' };
    next = { parts: ['ab'], options: { status: 206, length: 2, headers } };
    expect(await call('GET')).toMatchObject({
      status: 206,
      text: 'ab',
      headers: { 'content-range': 'bytes 0-1/9', 'accept-ranges': 'bytes', 'content-disposition': 'attachment' },
    });
  });

  it('is counted but not kept by the debug log', async () => {
    publish('Custom::Download');
    next = { parts: ['top', ' secret'], options: {} };
    expect((await call('GET')).headers['transfer-encoding']).toBe('chunked');
    await gateway.gateway.drain();
    const text = JSON.stringify(gateway.entries);
    expect(text).toContain(String.raw`\"BytesSent\":10,\"IsWhole\":true`);
    expect(text).not.toContain('secret');
  });

  it('answers HEAD with its headers, and is not read', async () => {
    gateway.publish({
      Answers: service({ gateway: '{ Profile: contract }' }).replaceAll('Test::Echo', 'Custom::Download'),
    });
    next = { parts: ['ab'], options: { length: 2 } };
    expect(await call('HEAD')).toMatchObject({ status: 200, text: '', headers: { 'content-length': '2' } });
    await untilTrue(async () => last.destroyed);
  });

  it.each([
    ['more', ['abc', 'def'], 'The stream has more than the 5 bytes that the operation announced.'],
    ['less', ['abc'], 'The stream has less than the 5 bytes that the operation announced.'],
  ])('cuts the connection when there is %s than was announced', async (_, parts, reason) => {
    publish('Custom::Download');
    next = { parts, options: { length: 5 } };
    await expect(call('GET')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    await untilTrue(async () => gateway.log.some((line) => line.includes(reason)));
  });

  it('counts as a failure of the operation when it destroys its stream early', async () => {
    publish('Custom::Download', WHOLE, 'error');
    next = { parts: destroying(), options: {} };
    await expect(call('GET')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    await gateway.gateway.drain();
    expect(gateway.log.join()).toContain('an answer could not be streamed to its end');
    expect(gateway.entries[0]).toMatchObject({ level: 'error', summary: { errorCode: 'Gateway.InternalError' } });
  });

  it('cuts the connection when the stream fails, and counts as a failure', async () => {
    publish('Custom::Download', WHOLE, 'error');
    next = { parts: failing(), options: {} };
    await expect(call('GET')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    await untilTrue(async () => gateway.log.some((line) => line.includes('the disk is gone')));
    await gateway.gateway.drain();
    expect(gateway.entries[0]).toMatchObject({ level: 'error', summary: { errorCode: 'Gateway.InternalError' } });
  });

  it('stops when the client leaves, which is recorded whole where a service says so', async () => {
    publish('Custom::Download', WHOLE, 'error');
    next = { parts: endless(), options: {} };
    const client = httpRequest({ port: gateway.port, path: '/Webservice/Answers/echo', agent: false }).end();
    const [response] = (await once(client, 'response')) as [Readable];
    await once(response, 'data');
    client.destroy();
    await untilTrue(async () => last.destroyed);
    await gateway.gateway.drain();
    expect(gateway.log.filter((line) => line.includes('could not'))).toEqual([]);
    const [entry] = gateway.entries;
    expect(entry?.summary).toMatchObject({ status: 200, errorCode: 'Gateway.ClientLeft' });
    expect(entry?.contents.map(({ subject }) => subject)).toContain('Communication sequence started');
  });

  it('is not for operations that take an Idempotency-Key', async () => {
    publish('Custom::KeyedDownload');
    next = { parts: ['ab'], options: {} };
    expect(await call('POST', { 'Idempotency-Key': 'b' })).toMatchObject({ status: 500 });
    expect(last.destroyed).toBe(true);
    expect(gateway.log.join()).toContain('Custom::KeyedDownload has takesIdempotencyKey, so it cannot answer a stream');
    expect(await call('POST')).toMatchObject({ status: 500 });
  });
});

describe('request headers', () => {
  it('are readable when the operation declares them, and masked when they are secret', async () => {
    publish('Custom::Signed');
    const { text } = await call('GET', { 'x-signature': 'abcdef', 'if-match': '"7"', 'x-other': '1' });
    expect(JSON.parse(text)).toEqual({ Headers: { 'X-Signature': 'abcdef', 'If-Match': '"7"' } });
    await gateway.gateway.drain();
    const recorded = JSON.stringify(gateway.entries);
    expect(recorded).toContain('x-other');
    expect(recorded).not.toContain('abcdef');
  });
});

async function* destroying(): AsyncGenerator<Buffer> {
  yield Buffer.from('half of it');
  last.destroy();
  yield Buffer.from('the rest');
}

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(10);
  throw new Error('the disk is gone');
}

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(100_000);
}
