import { once } from 'node:events';
import { Readable } from 'node:stream';
import { defineOperation, stream } from '@ticketgate/sdk';
import { untilTrue } from '../../../test/support/index.js';

import { service, startGateway, type GatewayHarness } from './gateway-harness.js';

/** Ends the operations that wait, in their order. */
const ends: (() => void)[] = [];
let aborted = 0;
let last: Readable | undefined;

const wait = defineOperation({
  type: 'Custom::Wait',
  summary: 'Waits until the test lets it end.',
  effect: 'reads',
  input: { type: 'object', properties: { Stream: { type: 'boolean' } } },
  async run({ Stream }, { request }) {
    request.signal.addEventListener('abort', () => (aborted += 1));
    await new Promise<void>((resolve) => ends.push(resolve));
    if (Stream !== true) return { Done: 1 };
    last = Readable.from(['late']);
    return stream(last, { contentType: 'text/plain' });
  },
});

let gateway: GatewayHarness;

beforeAll(async () => {
  gateway = await startGateway([wait]);
});

afterAll(() => gateway.close());

const publish = (bounds: string, options = '{ ErrorStatus: http }') =>
  gateway.publish({
    Bounded: service({ gateway: options }).replace(
      "Echo: { Type: 'Test::Echo'",
      `Echo: { Type: 'Custom::Wait', ${bounds}`,
    ),
  });

const call = (query = '') => gateway.call(`/Webservice/Bounded/echo${query}`);

describe('Concurrency of an operation', () => {
  it.each([
    ['{ ErrorStatus: http }', /"ErrorCode":"Gateway.OperationBusy"/],
    ['{}', /^Echo carries out 2 requests at a time/],
  ])('refuses further requests, until one has ended: %s', async (options, text) => {
    publish('Concurrency: 2', options);
    const first = [call(), call()];
    await untilTrue(async () => ends.length === 2);
    const refused = await call();
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(refused.text).toMatch(text);
    ends.shift()?.();
    await Promise.race(first);
    const third = call();
    await untilTrue(async () => ends.length === 2);
    for (const end of ends.splice(0)) end();
    expect((await Promise.all([...first, third])).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('Timeout of an operation', () => {
  it('answers 408, tells the operation, and says so in the log; it keeps its place until it has ended', async () => {
    publish("Timeout: '1', Concurrency: '1'");
    const before = aborted;
    expect(await call('?Stream=1')).toMatchObject({ status: 408 });
    expect(aborted).toBe(before + 1);
    expect(gateway.log.join('\n')).toMatch(/a request timed out .*"operation":"Echo","seconds":1/);
    expect(await call()).toMatchObject({ status: 503 });
    ends.shift()?.();
    await untilTrue(async () => last !== undefined);
    if (last?.destroyed === false) await once(last, 'close');
    const next = call();
    await untilTrue(async () => ends.length === 1);
    ends.shift()?.();
    expect(await next).toMatchObject({ status: 200 });
  });

  it.each(['Timeout: 0', 'Concurrency: many'])('has no effect where it is not a number above 0: %s', async (bounds) => {
    publish(bounds);
    const answer = call();
    await untilTrue(async () => ends.length === 1);
    ends.shift()?.();
    expect(await answer).toMatchObject({ status: 200 });
  });
});
