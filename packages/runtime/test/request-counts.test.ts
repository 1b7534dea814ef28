import { claimChore, RequestCounts, type RequestCount } from '@ticketgate/database';
import type { FinishedRequest } from '@ticketgate/gateway';
import { collectingLogger, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

import { openRequestCounter } from '../src/statistics/request-counter.js';

const NOW = new Date('2026-11-22T10:30:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

function exchange(parts: Partial<FinishedRequest> = {}): FinishedRequest {
  return {
    id: 'a',
    traceparent: undefined,
    time: NOW,
    service: { id: 1, name: 'Helpdesk' },
    operation: 'TicketGet',
    route: '/ticket/:TicketID',
    method: 'GET',
    path: () => '/Webservice/Helpdesk/ticket/1',
    status: 200,
    errorCode: undefined,
    milliseconds: 4,
    bytesReceived: 1,
    bytesSent: 100,
    caller: undefined,
    address: '192.0.2.1',
    userAgent: 'tests',
    record: undefined,
    ...parts,
  };
}

describe('a process counts its requests', () => {
  const logger = collectingLogger();
  const written: RequestCount[] = [];
  let isDown = false;
  let failing: Promise<never> | undefined;
  const write = async (counts: readonly RequestCount[]) => {
    await failing;
    if (isDown) throw new Error('the database is down');
    written.push(...counts);
  };
  const counter = openRequestCounter(write, logger);

  beforeEach(() => {
    isDown = false;
    written.length = 0;
    logger.lines.length = 0;
  });

  it('by service, operation, route and minute, with errors by code and durations in steps', async () => {
    counter.listen(exchange());
    counter.listen(exchange({ milliseconds: 70, status: 403, errorCode: 'TicketGet.AccessDenied' }));
    counter.listen(exchange({ milliseconds: 70_000, status: 499 }));
    counter.listen(
      exchange({ operation: undefined, route: undefined, method: 'BREW', errorCode: 'Gateway.RouteNotFound' }),
    );
    counter.listen(exchange({ service: undefined }));
    await counter.write();
    expect(written).toMatchObject([
      {
        operation: 'TicketGet',
        method: 'GET',
        route: '/ticket/:TicketID',
        minute: NOW,
        requests: 3,
        errors: { 'TicketGet.AccessDenied': 1, 'HTTP 499': 1 },
        durations: { 5: 1, 100: 1, more: 1 },
        bytesSent: 300,
      },
      { operation: '', method: '', route: '', requests: 1, errors: { 'Gateway.RouteNotFound': 1 } },
    ]);
  });

  it('and writes each once, although its minute goes on', async () => {
    counter.listen(exchange());
    await counter.write();
    counter.listen(exchange());
    await counter.write();
    expect(written.map(({ minute, requests }) => ({ minute, requests }))).toEqual([
      { minute: NOW, requests: 1 },
      { minute: NOW, requests: 1 },
    ]);
  });

  it('and keeps what the database refuses, together with later counts', async () => {
    isDown = true;
    counter.listen(exchange());
    await counter.write();
    counter.listen(exchange());
    await counter.write();
    isDown = false;
    await counter.write();
    expect(written).toMatchObject([{ requests: 2, durations: { 5: 2 } }]);
    expect(logger.lines.join()).toContain('could not be stored');
  });

  it('and holds only so many counts also when more come while writing fails', async () => {
    for (const folder of ['a', 'b', 'c']) {
      let fail: (error: Error) => void = () => undefined;
      failing = new Promise((_resolve, reject) => (fail = reject));
      counter.listen(exchange({ route: '/first' }));
      const writing = counter.write();
      await new Promise((resolve) => setImmediate(resolve));
      for (let index = 0; index < 20_000; index += 1) counter.listen(exchange({ route: `/${folder}/${index}` }));
      fail(new Error('the database is down'));
      await writing;
    }
    failing = undefined;
    await counter.write();
    expect(written).toHaveLength(20_000);
    expect(written.reduce((sum, { requests }) => sum + requests, 0)).toBe(20_000);
    expect(logger.lines.join()).toContain('"requests":40003');
  });

  it('and holds only so many counts and error codes, whatever happens', async () => {
    for (let index = 0; index < 20_010; index += 1) counter.listen(exchange({ route: `/${index}` }));
    for (let index = 0; index < 100; index += 1) counter.listen(exchange({ route: '/1', errorCode: `Code${index}` }));
    await counter.write();
    expect(written).toHaveLength(20_000);
    const errors = written.find(({ route }) => route === '/1')?.errors ?? {};
    expect(Object.keys(errors)).toHaveLength(51);
    expect(errors.other).toBe(50);
    expect(logger.lines.join()).toContain('"requests":10');
  });
});

describe('the counts of all processes', () => {
  let test: TestDatabase;
  let counts: RequestCounts;

  beforeAll(async () => {
    test = await startTestDatabase();
    counts = new RequestCounts(test.database);
    const count: RequestCount = {
      ...{ serviceID: 1, operation: 'TicketGet', method: 'GET', route: '/ticket/:TicketID', minute: hoursAgo(1) },
      ...{ requests: 3, errors: { Denied: 1 }, durations: { 5: 2, more: 1 }, milliseconds: 10.5 },
      ...{ bytesReceived: 0, bytesSent: 100 },
    };
    const old = { ...count, requests: 2, errors: {}, durations: { 5: 2 } };
    await counts.add([count, { ...count, minute: hoursAgo(2) }]);
    await counts.add([{ ...count, operation: 'TicketList', route: '/ticket' }, count]);
    await counts.add([hoursAgo(40), hoursAgo(40.1), hoursAgo(41)].map((minute) => ({ ...old, minute })));
    await counts.add([
      { ...count, minute: hoursAgo(40) },
      { ...count, minute: hoursAgo(31 * 24) },
      { ...count, type: 'Requester', operation: 'Announce', route: '/rooms/:Room', requests: 5 },
      { ...count, type: 'Requester', operation: 'Announce', route: '/rooms/:Room', minute: hoursAgo(40) },
    ]);
  });

  afterAll(() => test.stop());

  it('tell how often each route was called since a moment', async () => {
    expect(await counts.calls(hoursAgo(168))).toEqual([
      { serviceID: 1, operation: 'TicketGet', method: 'GET', route: '/ticket/:TicketID', requests: 18, failed: 4 },
      { serviceID: 1, operation: 'TicketList', method: 'GET', route: '/ticket', requests: 3, failed: 1 },
    ]);
  });

  it('are added up by the hour after a day without changing what they tell, and deleted after 30 days', async () => {
    const before = await counts.calls(hoursAgo(168));
    await counts.rollUp(NOW);
    await counts.rollUp(NOW);
    expect(await counts.calls(hoursAgo(168))).toEqual(before);
    const periods = await counts.periods({
      ...({ serviceID: 1, from: hoursAgo(1000), to: hoursAgo(-1), step: 60, by: 'route', limit: 100 } as const),
    });
    const rows = periods.map(({ begin, requests, failed, errors, durations, milliseconds }) => [
      begin.toISOString(),
      ...[requests, failed, errors, durations, milliseconds],
    ]);
    expect(rows).toEqual([
      ['2026-11-20T17:00:00.000Z', 2, 0, {}, { 5: 2 }, 10.5],
      ['2026-11-20T18:00:00.000Z', 7, 1, { Denied: 1 }, { 5: 6, more: 1 }, 31.5],
      ['2026-11-22T08:30:00.000Z', 3, 1, { Denied: 1 }, { 5: 2, more: 1 }, 10.5],
      ['2026-11-22T09:30:00.000Z', 6, 2, { Denied: 2 }, { 5: 4, more: 2 }, 21],
      ['2026-11-22T09:30:00.000Z', 3, 1, { Denied: 1 }, { 5: 2, more: 1 }, 10.5],
    ]);
  });

  it('keep requests that were sent apart from those that were answered', async () => {
    const range = { from: hoursAgo(100), to: hoursAgo(-1), step: 60 } as const;
    const sent = await counts.periods({ ...range, type: 'Requester', by: 'operation', limit: 9 });
    expect(sent.map(({ operation, requests }) => [operation, requests])).toEqual([
      ['Announce', 3],
      ['Announce', 5],
    ]);
  });

  it('are rolled up by one process per hour', async () => {
    const claim = (now: Date) => claimChore(test.database, { name: 'test', interval: 3600, now });
    expect(await Promise.all([claim(NOW), claim(NOW)])).toEqual(expect.arrayContaining([true, false]));
    expect(await claim(new Date(NOW.getTime() + 3_599_000))).toBe(false);
    expect(await claim(new Date(NOW.getTime() + 3_600_000))).toBe(true);
  });
});
