import { setTimeout as wait } from 'node:timers/promises';
import { createDebuggerSink, DebugLogRetention, ServiceStore, type DebuggerEntryRow } from '@ticketgate/database';
import { startTestDatabase, type TestDatabase } from '../support/index.js';

/** Requests that are too old. */
const OLD = 60_000;
/** Requests that are recorded each second, more than two cores answer at `DebugThreshold: debug`. */
const RATE = 1_000;
const BATCH = 100;
/** Milliseconds. */
const CLEANING = 20_000;

const NOW = new Date('2026-11-22T10:00:00Z');
/** What a TicketGet leaves: six texts, two of them with the whole answer. */
const LENGTHS = [300, 0, 0, 100, 4_000, 4_000];

/** A minute on a machine with two cores. */
describe('a debug log that grows by a thousand requests a second', () => {
  let test: TestDatabase;
  let serviceID: number;
  let written = 0;

  beforeAll(async () => {
    test = await startTestDatabase();
    const store = new ServiceStore(test.database);
    serviceID = (await store.save({ name: 'A', config: 'a: 1', userID: 1, time: '2026-11-22 10:00:00' })).id;
    const old = new Date('2026-01-01T00:00:00Z');
    for (let count = 0; count < OLD; count += BATCH) await sink().write(entriesAt(old));
    await test.database.query('vacuum analyze');
  }, 300_000);

  afterAll(() => test.stop());

  const sink = () => createDebuggerSink(test.database, (time) => time.toISOString().slice(0, 19).replace('T', ' '), 0);

  const entriesAt = (time: Date): DebuggerEntryRow[] =>
    Array.from({ length: BATCH }, () => ({
      communicationID: String((written += 1)).padStart(32, '0'),
      communicationType: 'Provider',
      remoteIP: '127.0.0.1',
      webServiceID: serviceID,
      time,
      path: '/Webservice/A/things',
      contents: LENGTHS.map((length) => ({
        level: 'debug',
        subject: 'A point',
        content: 'text '.repeat(length / 5),
        time,
      })),
      level: 'debug',
      isTruncated: false,
      summary: {
        ...{ requestID: undefined, traceID: undefined, operation: 'TicketGet', method: 'GET', status: 200 },
        ...{ errorCode: undefined, milliseconds: 5, caller: 'anna', bytesReceived: 0, bytesSent: 4_000 },
      },
    }));

  it('loses more old requests than it gets new ones', async () => {
    const end = AbortSignal.timeout(CLEANING);
    const cleaning = new DebugLogRetention(test.database).clean({ keepDays: 30, keepMegabytes: undefined }, NOW, end);
    const over = new AbortController();
    const recording = (async () => {
      for (let due = performance.now(); !over.signal.aborted; due += (BATCH / RATE) * 1_000) {
        await wait(Math.max(0, due - performance.now()));
        await sink().write(entriesAt(NOW));
      }
    })();
    const cleaned = await cleaning;
    over.abort();
    await recording;
    process.stderr.write(`${JSON.stringify(cleaned)} within ${CLEANING / 1_000} s at most\n`);
    expect(cleaned.recorded).toBeGreaterThan(0);
    expect(cleaned.deleted).toBeGreaterThan(cleaned.recorded);
  }, 120_000);
});
