import { OperationError, type Database } from '@ticketgate/sdk';
import { silentLogger, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';
import {
  createDebuggerSink,
  type DebuggerEntryRow,
  DebugLog,
  type DebugLogFilter,
  type DebugLogPage,
  DebugLogRetention,
  RecordedRequests,
  ServiceStore,
  setTextIndex,
} from '@ticketgate/database';
import { openDatabase } from '@ticketgate/database/postgres';

import { DebugLogSize, nextBatchSize, pauseAfter } from '../src/debug-log/debug-log-retention.js';

const NOW = new Date('2026-11-22T10:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

type Summary = NonNullable<DebuggerEntryRow['summary']>;

const SUMMARY: Summary = {
  ...{
    requestID: undefined,
    traceID: undefined,
    operation: 'TicketGet',
    method: 'GET',
    status: 200,
    errorCode: undefined,
  },
  ...{ milliseconds: 5, caller: 'anna', bytesReceived: 0, bytesSent: 100 },
};

describe('the debug log by its own rows', () => {
  let test: TestDatabase;
  let log: RecordedRequests;
  let sink: ReturnType<typeof createDebuggerSink>;
  const services: number[] = [];

  /** Ten ordinary requests, and then one of each kind, a minute apart; `id` counts from 0. */
  const kinds: readonly Partial<
    Summary & { level: string; remoteIP: string; type: string; service: number; content: string; path: string }
  >[] = [
    ...Array.from({ length: 10 }, () => ({})),
    { service: 1, type: 'Requester' },
    { operation: 'TicketSearch', method: 'PATCH', path: '/Webservice/A/tickets/7' },
    { level: 'error', errorCode: 'TicketGet.AccessDenied' },
    { status: 404, path: '/Webservice/A/50%25_x' },
    { remoteIP: '192.0.2.9' },
    { caller: 'bert', apiKey: 'shop' },
    { milliseconds: 900 },
    { requestID: 'order-1', traceID: 'f'.repeat(32) },
    { content: 'The printer is on Fire' },
  ];

  beforeAll(async () => {
    test = await startTestDatabase();
    const store = new ServiceStore(test.database);
    for (const name of ['A', 'B']) {
      services.push((await store.save({ name, config: 'a: 1', userID: 1, time: '2026-11-22 10:00:00' })).id);
    }
    const formatTime = (time: Date) => time.toISOString().slice(0, 19).replace('T', ' ');
    sink = createDebuggerSink(test.database, formatTime, 0);
    for (const [index, kind] of kinds.entries()) {
      const {
        level = 'debug',
        remoteIP = '127.0.0.1',
        service = 0,
        content = 'nothing',
        path = '/',
        type = 'Provider',
        ...summary
      } = kind;
      const time = minutesAgo(kinds.length - index);
      const contents = [{ level, subject: 'Received', content, time }];
      const head = { communicationID: String(index).padStart(32, '0'), communicationType: type, remoteIP };
      const webServiceID = services[service] ?? 0;
      const entry = { ...head, webServiceID, time, path, contents, level, isTruncated: false };
      await sink.write([{ ...entry, summary: { ...SUMMARY, ...summary } }]);
    }
    log = new RecordedRequests(test.database);
  });

  afterAll(() => test.stop());

  const numbers = async (filter: DebugLogFilter) =>
    (await log.list(filter, { limit: 50 })).map(({ communicationID }) => Number(communicationID));

  it.each<[string, () => DebugLogFilter, number]>([
    ['service', () => ({ serviceIDs: [services[1] ?? 0] }), 10],
    ['type', () => ({ type: 'Requester' }), 10],
    ['operation', () => ({ operation: 'TicketSearch' }), 11],
    ['level', () => ({ level: 'error' }), 12],
    ['error code', () => ({ errorCode: 'TicketGet.AccessDenied' }), 12],
    ['status', () => ({ status: 404 }), 13],
    ['address', () => ({ address: '192.0.2.9' }), 14],
    ['caller', () => ({ caller: 'bert' }), 15],
    ['API key', () => ({ apiKey: 'shop' }), 15],
    ['duration', () => ({ slowerThan: 500 }), 16],
    ['id of the client', () => ({ id: 'order-1' }), 17],
    ['id of the trace', () => ({ id: 'f'.repeat(32) }), 17],
    ['id of the communication', () => ({ id: '3'.padStart(32, '0') }), 3],
    ['method', () => ({ method: 'PATCH' }), 11],
    ['path', () => ({ path: '/Webservice/A/tickets/7' }), 11],
    ['beginning of a path', () => ({ path: '/Webservice/A/tickets/*' }), 11],
    ['beginning of a path, as it is written', () => ({ path: '/Webservice/A/50%25_*' }), 13],
    ['time', () => ({ from: minutesAgo(16), to: minutesAgo(15.5) }), 3],
  ])('finds requests by %s', async (_name, filter, number) => {
    expect(await numbers(filter())).toEqual([number]);
  });

  it('finds a request by the number that lists show, also where a client chose the same as its id', async () => {
    const [newest] = await log.list({}, { limit: 1 });
    expect(await log.find(String(newest?.id))).toEqual(newest);
    expect(await log.find('999999999999999')).toBeUndefined();
  });

  it('pages through all requests, each once, from the newest and from the oldest', async () => {
    const down: number[] = [];
    for (let before: number | undefined; ;) {
      const page = await log.list({}, { limit: 7, before });
      down.push(...page.map(({ communicationID }) => Number(communicationID)));
      before = page.at(-1)?.id;
      if (page.length < 7) break;
    }
    expect(down).toEqual(kinds.map((_kind, index) => index).reverse());
    const up: number[] = [];
    for (let after: number | undefined; ;) {
      const page = await log.list({}, { limit: 7, order: 'oldest', after });
      up.push(...page.map(({ communicationID }) => Number(communicationID)));
      after = page.at(-1)?.id;
      if (page.length < 7) break;
    }
    expect(up).toEqual([...down].reverse());
  });

  it('goes on after a request that was deleted meanwhile', async () => {
    class Undo extends Error {}
    const goOn = async (deleted: string) => {
      const found: unknown[] = [];
      const all = (await log.list({}, { limit: 50, order: 'oldest' })).map(({ id }) => id);
      const undone = test.database.withTransaction(async (transaction) => {
        const remaining = new RecordedRequests(transaction);
        const place = all[3] ?? 0;
        await transaction.query(`delete from ticketgate.debug_entry where id ${deleted} $1`, [place]);
        const idsOf = async (page: DebugLogPage) => (await remaining.list({}, page)).map(({ id }) => all.indexOf(id));
        found.push(await idsOf({ limit: 50, before: place }), await idsOf({ limit: 2, order: 'oldest', after: place }));
        throw new Undo();
      });
      await expect(undone).rejects.toThrow(Undo);
      return found;
    };
    expect(await goOn('=')).toEqual([
      [2, 1, 0],
      [4, 5],
    ]);
    // As retention deletes: the oldest first.
    expect(await goOn('<=')).toEqual([[], [4, 5]]);
    expect(await goOn('>=')).toEqual([[2, 1, 0], []]);
  });

  it.each<[string, DebugLogFilter, string]>([
    ['all requests', {}, 'debug_entry_created_at'],
    ['those of a caller', { caller: 'anna' }, 'debug_entry_caller'],
    ['those of an API key', { apiKey: 'shop' }, 'debug_entry_api_key'],
  ])('pages through %s from both ends with the same index', async (_name, filter, index) => {
    const place = (await log.list({}, { limit: 1 }))[0]?.id;
    const plans = await test.database.withTransaction(async (transaction) => {
      // So few rows are read as a whole, and sorted, otherwise.
      await transaction.query('set local enable_seqscan = off');
      await transaction.query('set local enable_sort = off');
      await transaction.query('set local enable_bitmapscan = off');
      const explain: Database['query'] = (sql, values) => transaction.query(`explain ${sql}`, values);
      const explained = new RecordedRequests({ query: explain } as Database); // all that is used of it
      const [newest, oldest] = [
        await explained.list(filter, { limit: 50, before: place }),
        await explained.list(filter, { limit: 50, order: 'oldest', after: place }),
      ];
      return [newest, oldest].map((rows) => JSON.stringify(rows));
    });
    expect(plans[0]).toContain(`Index Scan Backward using ${index} on debug_entry`);
    expect(plans[1]).toContain(`Index Scan using ${index} on debug_entry`);
  });

  it('pages in the order of time, whenever requests were written', async () => {
    // What an outage kept waiting is written late: its ids are the highest.
    const late = { communicationID: 'late'.padStart(32, '0'), communicationType: 'Provider', remoteIP: undefined };
    const entry = {
      ...late,
      webServiceID: services[0] ?? 0,
      path: '/',
      contents: [],
      level: 'debug',
      isTruncated: false,
    };
    await sink.write([{ ...entry, time: minutesAgo(12.5), summary: SUMMARY }]);
    const pagesOf = async (filter: DebugLogFilter, order: 'newest' | 'oldest' = 'newest') => {
      const found: string[] = [];
      for (let last: number | undefined; ;) {
        const page = await log.list(filter, { limit: 2, order, [order === 'newest' ? 'before' : 'after']: last });
        found.push(...page.map(({ communicationID }) => communicationID.replace(/^0+(?=.)/, '')));
        last = page.at(-1)?.id;
        if (page.length < 2) return found;
      }
    };
    const period = { from: minutesAgo(16), to: minutesAgo(11) };
    expect(await pagesOf(period)).toEqual(['8', '7', 'late', '6', '5', '4', '3']);
    expect(await pagesOf(period, 'oldest')).toEqual(['3', '4', '5', '6', 'late', '7', '8']);
    expect((await pagesOf({ caller: 'anna' })).slice(9, 12)).toEqual(['8', '7', 'late']);
    const [newest] = await log.list({ ids: [await log.newestID()] }, { limit: 1 });
    expect(newest).toMatchObject({ communicationID: late.communicationID });
    await test.database.query(`delete from gi_debugger_entry where communication_id like '%late'`);
    await test.database.query('delete from ticketgate.debug_entry where id not in (select id from gi_debugger_entry)');
  });

  it('finds requests that hold a text, in any case', async () => {
    const { requests, cutAt } = await log.listWithText('ON FIRE', {}, { limit: 5 });
    expect(requests.map(({ communicationID }) => Number(communicationID))).toEqual([18]);
    expect(cutAt).toBeUndefined();
    const numbersOf = async (page: DebugLogPage) =>
      (await log.listWithText('nothing', {}, page)).requests.map(({ communicationID }) => Number(communicationID));
    expect(await numbersOf({ limit: 2, order: 'oldest' })).toEqual([0, 1]);
    const [, second] = await log.list({}, { limit: 2, order: 'oldest' });
    expect(await numbersOf({ limit: 2, order: 'oldest', after: second?.id })).toEqual([2, 3]);
  });

  it('says where looking for a text took too long, also when that was at once', async () => {
    const searchOf = (most: number) => {
      let searches = 0;
      const query: Database['query'] = (sql, values, options) => {
        const isTooSlow = options?.isSearch === true && (searches += 1) > most;
        if (isTooSlow) return Promise.reject(new OperationError('Database.SearchTooSlow', 'Too slow.'));
        return test.database.query(sql, values, options);
      };
      // All that is used of it.
      return new RecordedRequests({ query } as Database).listWithText('on fire', {}, { limit: 5 });
    };
    expect(await searchOf(1)).toMatchObject({ requests: [{ caller: 'anna' }], isCut: false });
    expect(await searchOf(0)).toEqual({ requests: [], isCut: true, cutAt: undefined });
  });

  it('finds a text by its index too, which is made and dropped while others write', async () => {
    const contents = (await test.database.query<{ id: number }>('select id from gi_debugger_entry limit 1'))[0];
    const insert = (text: string, database: Database = test.database) =>
      database.query(
        `insert into gi_debugger_entry_content (gi_debugger_entry_id, debug_level, subject, content, create_time)
         values ($1, 'debug', 'x', $2, now())`,
        [contents?.id, text],
      );
    const unlimited = await openDatabase({ url: test.url, poolSize: 1, statementTimeout: 0, logger: silentLogger });
    const found = async (text: string) =>
      (await log.listWithText(text, {}, { limit: 5 })).requests.map(({ communicationID }) => Number(communicationID));
    const before = [await found('ON FIRE'), await found('100%_'), await found('on')];
    let making: Promise<unknown> | undefined;
    await test.database.withTransaction(async (transaction) => {
      await insert('first', transaction);
      // It waits for this transaction, but nobody waits for it.
      making = setTextIndex(unlimited, true);
      await insert('100%_ ink');
    });
    expect(await making).toBe('made');
    expect([await found('ON FIRE'), await found('100%_'), await found('100%x')]).toEqual([before[0], [0], []]);
    expect([before[0], before[1]]).toEqual([[18], []]);
    expect([await setTextIndex(unlimited, true), await setTextIndex(unlimited, false)]).toEqual([undefined, 'dropped']);
    expect([await setTextIndex(unlimited, false), await found('on fire')]).toEqual([undefined, [18]]);
    await unlimited.close();
  });

  it('shows everything about a request', async () => {
    expect(await log.find('order-1')).toMatchObject({
      ...{ service: 'A', operation: 'TicketGet', method: 'GET', level: 'debug', status: 200, errorCode: null },
      ...{ milliseconds: 5, caller: 'anna', address: '127.0.0.1', bytesSent: 100, isTruncated: false },
      ...{ requestID: 'order-1', created: minutesAgo(2) },
    });
  });

  it('deletes what is too old or too much, oldest first, but nothing that a host wrote', async () => {
    await test.database.query(
      `insert into gi_debugger_entry (communication_id, communication_type, webservice_id, create_time)
       values ('host', 'Requester', $1, '2020-01-01')`,
      [services[0]],
    );
    const retention = new DebugLogRetention(test.database);
    const day = 1440;
    const stopped = await retention.clean({ keepDays: undefined, keepMegabytes: 0 }, NOW, AbortSignal.abort());
    expect(stopped).toEqual({ deleted: 0, recorded: 0, isDone: false });
    const later = new Date(NOW.getTime() + (day - 9.5) * 60_000);
    expect(await retention.clean({ keepDays: 1, keepMegabytes: 1 }, later)).toMatchObject({
      deleted: 10,
      isDone: true,
    });
    expect(await numbers({})).toEqual([18, 17, 16, 15, 14, 13, 12, 11, 10]);
    // Each request counts some 1,200 bytes.
    expect(await retention.clean({ keepDays: undefined, keepMegabytes: 0.004 }, NOW)).toMatchObject({ deleted: 9 });
    const left = await test.database.query<{ id: string }>(
      'select communication_id as id from gi_debugger_entry union all select subject from gi_debugger_entry_content',
    );
    expect(left).toEqual([{ id: 'host' }]);
    expect(await new DebugLog(test.database).contents('3'.padStart(32, '0'))).toEqual([]);
  });

  const write = (communicationID: string, service = 0, contents: DebuggerEntryRow['contents'] = []) => {
    const entry = {
      communicationID,
      communicationType: 'Provider',
      remoteIP: undefined,
      time: NOW,
      path: '/',
      contents,
    };
    const webServiceID = services[service] ?? 0;
    return sink.write([{ ...entry, webServiceID, level: 'debug', isTruncated: false, summary: SUMMARY }]);
  };

  it('keeps the milliseconds between what was recorded of a request', async () => {
    const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
    const text = { level: 'debug', content: '' };
    await write('t'.repeat(32), 0, [
      { ...text, subject: 'the error, said first', time: at(1200) },
      { ...text, subject: 'came', time: at(0) },
      { ...text, subject: 'went', time: at(1250) },
    ]);
    const contents = await new DebugLog(test.database).contents('t'.repeat(32));
    expect(contents.map(({ subject, start }) => `${subject}: ${start}`).toSorted()).toEqual([
      'came: 0',
      'the error, said first: 1200',
      'went: 1250',
    ]);
    await new DebugLog(test.database).cleanup('2100-01-01 00:00:00');
  });

  it('says how many requests were recorded while old ones were deleted', async () => {
    await test.database.query(
      `with entry as (
         insert into gi_debugger_entry (communication_id, communication_type, webservice_id, create_time)
         select 'old' || number, 'Provider', $1, now() from generate_series(1, 600) number returning id
       )
       insert into ticketgate.debug_entry (id, created_at, service_id, method, level, status, milliseconds, bytes_received,
         bytes_sent, bytes, is_truncated)
       select id, '2026-01-01', $1, 'GET', 'debug', 200, 5, 0, 0, 600, false from entry`,
      [services[0]],
    );
    let batches = 0;
    const { database } = test;
    // All that is used of it: after each batch, a request comes.
    const busy = {
      query: (...words: Parameters<Database['query']>) => database.query(...words),
      withTransaction: async (work: (transaction: Database) => Promise<number>) => {
        const count = await database.withTransaction(work);
        await write(`new${(batches += 1)}`);
        return count;
      },
    } as Database;
    const cleaned = await new DebugLogRetention(busy).clean({ keepDays: 30, keepMegabytes: undefined }, NOW);
    expect(cleaned).toMatchObject({ deleted: 600, isDone: true });
    // The last batch was not followed by a look.
    expect(cleaned.recorded).toBe(batches - 1);
    expect(batches).toBeGreaterThan(1);
  });

  it('knows how large it is from what is written and deleted, and counts once a day', async () => {
    const [size, daily] = [new DebugLogSize(test.database), new DebugLogSize(test.database)];
    const sum = async () =>
      (await test.database.query<{ sum: number }>('select sum(bytes)::bigint from ticketgate.debug_entry'))[0]?.sum;
    expect(await size.read(NOW)).toBe(await sum());
    await daily.read(NOW);
    await write('another');
    await write('of-b', 1);
    const written = await sum();
    expect(await size.read(NOW)).toBe(written);
    await new ServiceStore(test.database).remove('B');
    await new DebugLog(test.database).cleanup('2026-11-22 09:59:59');
    expect(await sum()).toBeLessThan(written ?? 0);
    expect(await size.read(NOW)).toBe(await sum());
    await test.database.query('update ticketgate.debug_entry set bytes = 7');
    expect(await size.read(NOW)).not.toBe(await sum());
    expect(await daily.read(new Date(NOW.getTime() + 24 * 60 * 60_000))).toBe(await sum());
  });
});

describe('what deletes old requests', () => {
  it('rests nineteen times as long as it deleted, and as long while more requests are recorded than deleted', () => {
    const half = { deleted: 1000, recorded: 500 };
    expect(pauseAfter(100, half)).toBe(1900);
    expect(pauseAfter(100, { ...half, recorded: 501 })).toBe(100);
    expect(pauseAfter(0.5, half)).toBe(20);
  });

  it('deletes fewer at a time where that takes long, and more where it does not', () => {
    expect([nextBatchSize(100, 10), nextBatchSize(300, 10), nextBatchSize(300, 100)]).toEqual([200, 500, 300]);
    expect([nextBatchSize(100, 600), nextBatchSize(20, 600)]).toEqual([25, 10]);
  });
});
