import { RequestCounts } from '@ticketgate/database';
import { compileUnpublished, OperationRegistry, type CompiledService } from '@ticketgate/gateway';
import { Closing, defaultConfiguration, type ServiceCallResult } from '@ticketgate/runtime';
import { silentLogger, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

import { createMetrics } from '../src/metrics/metrics-registry.js';
import { countCalls } from '../src/events/call-counts.js';

const NOW = new Date('2026-11-22T10:30:00Z');
const CONFIG = `Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config: { Host: http://x, DefaultCommand: POST, Timeout: 5, InvokerControllerMapping: { Tell: { Controller: '/rooms/:Room' } } }
  Invoker: { Tell: { Type: Generic::PassThrough } }
`;

function resultOf(status: number): ServiceCallResult {
  const request = { method: 'POST', body: '{"a":1}' };
  const answer = { status, body: Buffer.from('{}') };
  const requests = [{ request, answer, milliseconds: 9 }];
  const ended = { isSuccess: status === 200, status, requests, milliseconds: 12 };
  // What is not counted is not there.
  return ended as unknown as ServiceCallResult;
}

describe('calls of invokers', () => {
  let test: TestDatabase;
  let service: CompiledService;

  beforeAll(async () => {
    test = await startTestDatabase();
    const record = { id: 3, name: 'Chat', config: CONFIG, validID: 1 };
    const compiled = await compileUnpublished(record, new OperationRegistry());
    if (compiled === undefined) throw new Error('The definition cannot be served.');
    service = compiled;
  });

  afterAll(() => test.stop());

  it('are counted by service, invoker and outcome, in the statistics and in the metrics', async () => {
    const closing = new Closing(silentLogger);
    const configuration = { ...defaultConfiguration('/tmp'), metrics: { listen: null, token: 'x'.repeat(20) } };
    const metrics = await createMetrics(configuration);
    const { database } = test;
    const counts = countCalls({ database, logger: silentLogger, closing, metrics, now: () => NOW });
    for (const [status, isRetried] of [
      [200, false],
      [503, true],
      [503, false],
    ] as const) {
      counts.called({ service, invoker: 'Tell', result: resultOf(status), isRetried });
    }
    counts.paused(service, true);
    const text = (await metrics?.registry.metrics()) ?? '';
    for (const outcome of ['succeeded', 'retried', 'given_up']) {
      expect(text).toContain(`ticketgate_invoker_calls_total{service="Chat",invoker="Tell",outcome="${outcome}"} 1`);
    }
    expect(text).toContain('ticketgate_invoker_duration_seconds_count{service="Chat",invoker="Tell"} 3');
    expect(text).toContain('ticketgate_invokers_paused{service="Chat"} 1');
    await closing.close();
    const day = { from: new Date(NOW.getTime() - 86_400_000), to: new Date(NOW.getTime() + 60_000), step: 60 };
    const periods = await new RequestCounts(database).periods({ ...day, type: 'Requester', by: 'route', limit: 9 });
    expect(periods).toMatchObject([
      {
        ...{ serviceID: 3, operation: 'Tell', method: 'POST', route: '/rooms/:Room', requests: 3, failed: 2 },
        ...{ errors: { 'Requester.Retried': 1, 'Requester.Failed': 1 }, bytesSent: 21, bytesReceived: 6 },
      },
    ]);
  });
});
