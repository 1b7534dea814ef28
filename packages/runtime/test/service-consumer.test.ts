import { compileUnpublished, OperationRegistry } from '@ticketgate/gateway';
import { defaultConfiguration, type ServiceCallResult } from '@ticketgate/runtime';
import type { DeliveredEvent } from '@ticketgate/sdk';
import { silentLogger } from '../../../test/support/index.js';

import { ServiceConsumer, type ServiceConsumerParts } from '../src/events/service-consumer.js';

const CONFIG = `Debugger: { DebugThreshold: error }
Requester:
  Transport: { Type: HTTP::REST, Config: { Host: http://x, DefaultCommand: POST, Timeout: 5 } }
  Invoker: { Tell: { Type: Generic::PassThrough } }
`;
const START = new Date('2026-11-22T10:30:00Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000);

/** @param status of the answer; undefined: nothing was sent */
function resultOf(status: number | undefined): ServiceCallResult {
  const requests = status === undefined ? [] : [{ answer: { status } }];
  const retry = { firstAt: START, count: 1, interval: 1, plannedAt: START };
  // What is not looked at is not there.
  return { isSuccess: status === 200, errorMessage: '', requests, status, retry } as unknown as ServiceCallResult;
}

async function makeConsumer(result = resultOf, retry: 'none' | 'safe' = 'none') {
  const service = await compileUnpublished(
    { id: 1, name: 'Chat', config: CONFIG, validID: 1 },
    new OperationRegistry(),
  );
  let status: number | undefined;
  const defaults = defaultConfiguration('/tmp');
  const configuration = { ...defaults, requester: { ...defaults.requester, retry } };
  const parts = {
    system: { configuration, now: () => START, logger: silentLogger },
    invokers: { call: () => Promise.resolve(result(status)) },
    service: () => service,
    record: () => true,
    counts: { called: () => undefined, paused: () => undefined },
  };
  const consumer = new ServiceConsumer('service:Chat', parts as unknown as ServiceConsumerParts);
  const event = { id: '1', name: 'TicketCreate', key: 'ticket:1', attempt: 1, data: { Invoker: 'Tell', Data: {} } };
  const call = async (times: number, answered?: number) => {
    status = answered;
    for (let time = 0; time < times; time += 1) {
      await consumer.handle(event as never, new AbortController().signal).catch(() => undefined);
    }
  };
  return { consumer, call, event };
}

describe('the invokers of a web service', () => {
  it('rest when 20 calls in a row have failed, and ask once a minute until one is answered', async () => {
    const { consumer, call } = await makeConsumer();
    await call(19, 503);
    expect(consumer.capacity(at(1))).toBe(10);
    await call(1, 500);
    expect([1, 59, 61, 62, 120, 122].map((seconds) => consumer.capacity(at(seconds)))).toEqual([0, 0, 1, 0, 0, 1]);
    await call(1, 404);
    expect(consumer.capacity(at(123))).toBe(10);
  });

  it('do not rest for calls that have sent nothing, such as those for tickets that were deleted', async () => {
    const { consumer, call } = await makeConsumer();
    await call(30);
    expect(consumer.capacity(at(1))).toBe(10);
  });

  it('give up a call with the reason that the message of the family does not have', async () => {
    const reason = 'The template, or its data of 54.0 MB, is too much for the 256 MB of memory of a mapping.';
    const failed = { ...resultOf(undefined), errorMessage: 'Could not map data', reason };
    const { consumer, event } = await makeConsumer(() => failed);
    const { signal } = new AbortController();
    await expect(consumer.handle(event as never, signal)).rejects.toThrow(`Could not map data: ${reason}`);
  });

  it.each([
    [undefined, [1, 2, 4, 8, 16, undefined]],
    [500, [1, 2, 4, 8, 16, undefined]],
    [408, [1, 2, 4, 8, 16, undefined]],
    [425, [1, 2, 4, 8, 16, undefined]],
    [429, [1, 2, 4, 8, 16, undefined]],
    [503, [1, 2, 4, 8, 16, undefined]],
    [301, [undefined]],
    [404, [undefined]],
    [200, [undefined]],
  ])(
    'make a call that failed (%s) again where requester.retry is safe, unless it was refused or accepted',
    async (status, waits) => {
      const failed = { ...resultOf(undefined), status, isAccepted: status === 200, retry: undefined };
      const { consumer, event } = await makeConsumer(() => failed, 'safe');
      let data: DeliveredEvent['data'] = event.data;
      let now = START;
      for (const [index, wait] of waits.entries()) {
        const attempted = { ...event, data, attempt: index + 1 } as DeliveredEvent;
        const error: unknown = await consumer.handle(attempted, new AbortController().signal).catch((e: unknown) => e);
        const next = consumer.planRetry(attempted, error, now);
        expect(next && (next.at.getTime() - now.getTime()) / 1000).toBe(wait);
        if (next !== undefined) [data, now] = [next.data ?? data, next.at];
        else data = consumer.describeFailure(attempted, error, now);
      }
      expect(data.Tries).toHaveLength(waits.length);
    },
  );

  it('wait as long as the other system asks for, where requester.retry is safe, and ask it nothing else for a minute at most', async () => {
    const busy = { ...resultOf(429), retry: undefined, notBefore: at(300) };
    const { consumer, event } = await makeConsumer(() => busy, 'safe');
    const error: unknown = await consumer.handle(event as never, new AbortController().signal).catch((e: unknown) => e);
    expect(consumer.planRetry(event as never, error, START)?.at).toEqual(at(300));
    expect([0, 59, 60].map((seconds) => consumer.capacity(at(seconds)))).toEqual([0, 0, 10]);
  });

  it('postpone a call that failed because of our own side, whatever requester.retry says, and do not count it', async () => {
    const failed = { ...resultOf(undefined), retry: undefined, isOwnFault: true };
    const { consumer, event } = await makeConsumer(() => failed);
    const error: unknown = await consumer.handle(event as never, new AbortController().signal).catch((e: unknown) => e);
    expect(consumer.planRetry(event as never, error, START)).toEqual({ at: at(5), isUncounted: true });
  });
});
