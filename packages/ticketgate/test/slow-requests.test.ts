import type { FinishedRequest } from '@ticketgate/gateway';
import type { LogFields, Logger } from '@ticketgate/sdk';
import { silentLogger } from '../../../test/support/index.js';

import { monitorEventLoop } from '../src/serving/event-loop-monitor.js';
import { slowRequests } from '../src/serving/observe.js';

function loggerOf(lines: LogFields[]): Logger {
  return {
    ...silentLogger,
    warn: (_message, fields = {}) => {
      lines.push(fields);
    },
  };
}

function finished(parts: Partial<FinishedRequest>): FinishedRequest {
  return {
    ...{ id: 'r1', traceparent: undefined, time: new Date(0), service: { id: 1, name: 'Rooms' }, operation: 'Book' },
    ...{ route: '/book', method: 'POST', path: () => '/book', status: 200, errorCode: undefined, milliseconds: 1 },
    ...{ bytesReceived: 0, bytesSent: 0, caller: undefined, address: '127.0.0.1', userAgent: '', record: undefined },
    ...parts,
  };
}

describe('a slow request', () => {
  it('is logged with its operation, and others of the same second are counted', () => {
    const lines: LogFields[] = [];
    let now = 0;
    const listen = slowRequests(2, loggerOf(lines), () => now);
    listen(finished({ milliseconds: 1999 }));
    listen(finished({ id: 'slow', milliseconds: 2000.4 }));
    listen(finished({ milliseconds: 5000 }));
    listen(finished({ milliseconds: 5000 }));
    now = 1000;
    listen(finished({ id: 'later', milliseconds: 3000 }));
    const fields = { service: 'Rooms', operation: 'Book', status: 200 };
    expect(lines).toEqual([
      { requestId: 'slow', milliseconds: 2000, ...fields },
      { requestId: 'later', milliseconds: 3000, othersSinceTheLastLine: 2, ...fields },
    ]);
  });
});

describe('a blocked process', () => {
  const underWay = [{ id: 'r2', serviceName: 'Rooms', operation: 'Plan' }];

  it('is logged with its duration and the operations that were running or had just been answered', () => {
    const lines: LogFields[] = [];
    let now = 0;
    const watch = monitorEventLoop(
      loggerOf(lines),
      () => underWay,
      () => now,
    );
    watch.listen(finished({ id: 'r1' }));
    now = 8_100;
    watch.check();
    expect(lines).toEqual([{ milliseconds: 8000, operations: ['Rooms Book (r1)', 'Rooms Plan (r2)'] }]);
  });

  it('is not logged for short delays, and does not name requests answered long before', () => {
    const lines: LogFields[] = [];
    let now = 0;
    const watch = monitorEventLoop(
      loggerOf(lines),
      () => [],
      () => now,
    );
    watch.listen(finished({ id: 'before' }));
    now = 500;
    watch.check();
    expect(lines).toEqual([]);
    now = 2_000;
    watch.check();
    expect(lines).toEqual([{ milliseconds: 1400, operations: [] }]);
  });

  it('names few of many requests', () => {
    const lines: LogFields[] = [];
    let now = 0;
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...underWay[0]!, id: `r${index}` }));
    const watch = monitorEventLoop(
      loggerOf(lines),
      () => many,
      () => now,
    );
    now = 1000;
    watch.check();
    expect(lines[0]?.operations).toHaveLength(10);
  });
});
