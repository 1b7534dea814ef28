import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { defineFamilyOperation } from '@ticketgate/sdk';
import { collectingLogger, untilTrue } from '../../../test/support/index.js';

import type { FinishedRequest } from '../src/http-request-info.js';
import { notifyAll } from '../src/observer.js';
import { service, startGateway, type GatewayHarness } from './gateway-harness.js';

/** Begins, and stops when its client leaves. */
const begun: (() => void)[] = [];
const untilLeft = defineFamilyOperation({
  type: 'Test::Gone',
  summary: 'Waits until its client leaves.',
  effect: 'reads',
  input: { type: 'object' },
  async run(_input, { request }) {
    const left = once(request.signal, 'abort');
    for (const tell of begun.splice(0)) tell();
    await left;
    request.signal.throwIfAborted();
    return {};
  },
});

/** Looks at its signal only when the test lets it. */
const looking: (() => void)[] = [];
const lookLate = defineFamilyOperation({
  type: 'Test::Late',
  summary: 'Looks late whether its client has left.',
  effect: 'reads',
  input: { type: 'object' },
  async run(_input, { request }) {
    await new Promise<void>((resolve) => looking.push(resolve));
    if (!request.signal.aborted) await once(request.signal, 'abort');
    request.signal.throwIfAborted();
    return {};
  },
});

describe('the observer', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway([untilLeft, lookLate]);
    harness.publish({
      Family: service().replace('/unused', '/any/:Any'),
      Contract: service({ gateway: '{ Profile: contract, ErrorStatus: http }' }),
      Late: service().replace('Test::Gone', 'Test::Late'),
    });
  });

  beforeEach(() => {
    harness.exchanges.length = 0;
  });

  afterAll(() => harness.close());

  const observed = async (): Promise<readonly FinishedRequest[]> => {
    await harness.gateway.drain();
    return harness.exchanges;
  };

  it.each([
    ['an answer', '/Webservice/Family/echo', 200, undefined, 'Echo', '/echo'],
    [
      'an error of an operation that has status 200',
      '/Webservice/Family/fail',
      200,
      'Fail.AccessDenied',
      'Fail',
      '/fail',
    ],
    ['an error with a status', '/Webservice/Contract/fail', 403, 'Fail.AccessDenied', 'Fail', '/fail'],
    ['a failure before the operation', '/Webservice/Contract/lost', 404, 'Gateway.RouteNotFound', undefined, undefined],
    ['an unknown service', '/Webservice/Nobody/echo', 404, 'Gateway.ServiceUnknown', undefined, undefined],
  ])('sees %s', async (...[, path, status, errorCode, operation, route]) => {
    await harness.call(path, { method: 'POST', body: { How: 'error' } });
    expect(await observed()).toMatchObject([{ status, errorCode, operation, route, method: 'POST' }]);
  });

  it('sees who called, from where, how long it took and how many bytes went in and out', async () => {
    const body = '{"UserLogin":"anna"}';
    const path = '/Webservice/Contract/fail?How=error';
    const { text: answer } = await harness.call(path, { method: 'POST', body, headers: { 'User-Agent': 'tests' } });
    const [exchange] = await observed();
    expect(exchange).toMatchObject({
      service: { id: 2, name: 'Contract' },
      address: '192.0.2.1',
      userAgent: 'tests',
      bytesReceived: body.length,
    });
    expect(exchange?.milliseconds).toBeGreaterThan(0);
    expect(exchange?.bytesSent).toBeGreaterThan(answer.length);
    expect(exchange?.record?.communicationID).toBe(exchange?.id);
  });

  it('takes the id and the trace of a request from its client, unless they look like something else', async () => {
    const trace = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`;
    const call = (headers: Record<string, string>) =>
      harness.call('/Webservice/Family/fail', { method: 'POST', headers });
    const answered = await call({ 'X-Request-Id': 'order-4711', traceparent: trace });
    expect(answered.headers['x-request-id']).toBe('order-4711');
    for (const id of ['abc', 'a b c d e', 'x'.repeat(129), 'A1b2'.repeat(8), `tg_${'key'.repeat(10)}`, '"><script>']) {
      const { headers } = await call({ 'X-Request-Id': id, traceparent: 'ff-1-2-3' });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    }
    const [first, ...others] = await observed();
    expect(first).toMatchObject({ id: 'order-4711', traceparent: trace });
    expect(first?.record?.communicationID).toMatch(/^[0-9a-f]{32}$/);
    expect(harness.log.join()).toContain('"requestId":"order-4711"');
    expect(others.map(({ traceparent }) => traceparent)).toEqual(others.map(() => undefined));
  });

  it.each([
    ['a path', '/Webservice/Family/echo?Password=tiger-42', '/Webservice/Family/echo'],
    [
      'parameters that are secrets',
      '/Webservice/Family/echo/tiger-42/anna',
      '/Webservice/Family/echo/:SessionID/:Name',
    ],
    [
      'what looks like a key',
      '/x/nph-genericinterface.pl/Webservice/Family/any/tg_tiger-42tiger-42tiger-42',
      '/Webservice/Family/any/*******',
    ],
    ['what no route matches', '/Webservice/Family/lost/tiger-42', '/Webservice/Family/…'],
    ['what no service has', '/Webservice/tiger-42', '/…'],
  ])('tells the path without secrets: %s', async (...[, url, path]) => {
    await harness.call(url);
    const [exchange] = await observed();
    expect(exchange?.path()).toBe(path);
    expect(JSON.stringify({ ...exchange, record: undefined })).not.toContain('tiger-42');
  });

  it('counts every byte once of a connection whose requests came together', async () => {
    const socket = connect(harness.port, '127.0.0.1');
    const request = 'GET /Webservice/Family/echo HTTP/1.1\r\nHost: localhost\r\n';
    socket.write(`${request}\r\n${request}Connection: close\r\n\r\n`);
    const received = await text(socket);
    const sizes = (await observed()).map(({ bytesSent }) => bytesSent);
    expect(sizes).toHaveLength(2);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(Buffer.byteLength(received));
  });

  it('tells requests that look late that their client has left, also one behind another', async () => {
    const socket: Socket = connect(harness.port, '127.0.0.1');
    socket.write('GET /Webservice/Late/gone HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(2));
    await untilTrue(async () => looking.length === 2);
    socket.destroy();
    await harness.call('/Webservice/Family/echo');
    for (const look of looking.splice(0)) look();
    const seen = (await observed()).map(({ errorCode }) => errorCode);
    expect(seen).toEqual([undefined, 'Gateway.ClientLeft', 'Gateway.ClientLeft']);
  });

  it('sees a request whose client left before the answer, and the one that was answered behind it', async () => {
    harness.log.length = 0;
    const socket: Socket = connect(harness.port, '127.0.0.1');
    const request = 'GET /Webservice/Family/gone HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const waiting = new Promise<void>((resolve) => begun.push(resolve));
    socket.write(`${request}${request.replace('gone', 'echo')}`);
    await waiting;
    socket.destroy();
    const seen = (await observed()).map(({ status, route, errorCode }) => [route, status, errorCode]);
    expect(seen.sort()).toEqual([
      ['/echo', 200, undefined],
      ['/gone', 499, 'Gateway.ClientLeft'],
    ]);
    expect(harness.log).toEqual([]);
  });
});

it('a listener that throws is logged, and the other listeners are still called', () => {
  const logger = collectingLogger();
  const told: string[] = [];
  const broken = () => {
    throw new Error('disk full');
  };
  // Only its id is looked at.
  const exchange = { id: 'abc' } as FinishedRequest;
  notifyAll([broken, ({ id }) => told.push(id)], exchange, logger);
  expect(told).toEqual(['abc']);
  expect(logger.lines.join()).toContain('"requestId":"abc"');
});
