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

describe('Timeout of an operation', () => {
  it('answers 408, tells the operation, and says so in the log', async () => {
    publish("Timeout: '1'");
    const before = aborted;
    expect(await call('?Stream=1')).toMatchObject({ status: 408 });
    expect(aborted).toBe(before + 1);
    expect(gateway.log.join('\n')).toMatch(/a request timed out .*"operation":"Echo","seconds":1/);
    ends.shift()?.();
    await untilTrue(async () => last !== undefined);
    if (last?.destroyed === false) await once(last, 'close');
    const next = call();
    await untilTrue(async () => ends.length === 1);
    ends.shift()?.();
    expect(await next).toMatchObject({ status: 200 });
  });

  it.each(['Timeout: 0', 'Timeout: many'])('has no effect where it is not a number above 0: %s', async (bounds) => {
    publish(bounds);
    const answer = call();
    await untilTrue(async () => ends.length === 1);
    ends.shift()?.();
    expect(await answer).toMatchObject({ status: 200 });
  });
});
