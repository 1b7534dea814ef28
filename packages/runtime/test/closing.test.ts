import { jest } from '@jest/globals';
import { OperationError } from '@ticketgate/sdk';
import { collectingLogger, untilTrue } from '../../../test/support/index.js';

import { gatherThroughPrimary } from '../src/metrics/gather-metrics.js';
import { Closing } from '../src/system/closing.js';

it('work that is repeated is done again after it failed, and its failures are logged', async () => {
  const logger = collectingLogger();
  const closing = new Closing(logger);
  const failures = [
    new OperationError('Database.Unavailable', 'The database is away.', { reason: 'Unavailable' }),
    new Error('It is broken.'),
  ];
  let done = 0;
  closing.repeat('the watering of plants', 1, async () => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    done += 1;
  });
  await untilTrue(async () => done > 1);
  await closing.close();
  expect(logger.lines).toEqual([
    expect.stringMatching(/debug.*the watering of plants failed.*The database is away/s),
    expect.stringMatching(/warn.*the watering of plants failed.*It is broken/s),
  ]);
});

it('a worker whose metrics cannot be read answers without them', async () => {
  const sent: unknown[] = [];
  // What a worker has and this process has not.
  const worker = { connected: true, send: (message: unknown) => sent.push(message) };
  const before = Object.fromEntries(Object.keys(worker).map((name) => [name, Reflect.get(process, name) as unknown]));
  Object.assign(process, worker);
  const listen = jest.spyOn(process, 'on');
  const registry = { getMetricsAsJSON: () => Promise.reject(new Error('No.')) };
  gatherThroughPrimary({ registry } as never);
  const hear = listen.mock.calls.at(-1)?.[1] as (message: unknown) => void;
  hear({ kind: 'ask-metrics', id: '7' });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('message', hear);
  Object.assign(process, before);
  expect(sent).toEqual([{ kind: 'tell-metrics', id: '7', metrics: undefined }]);
});
