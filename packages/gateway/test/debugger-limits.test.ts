import { OperationError } from '@ticketgate/sdk';
import { collectingLogger } from '../../../test/support/index.js';

import { Debugger } from '../src/debugger/debugger.js';
import { FailureLimits } from '../src/debugger/failure-limits.js';
import { SecretNames } from '../src/debugger/secret-names.js';
import { Trace } from '../src/debugger/trace.js';
import type { DebuggerEntry, DebuggerSink } from '../src/ports.js';
import { LIMITS, service, startGateway, type GatewayHarness } from './gateway-harness.js';

const TIME = new Date('2026-11-22T10:00:00Z');
const QUEUE = { queueLength: 1_000, queueBytes: 1_000_000, interval: 60_000, batch: 200, batchBytes: 100_000 };

function entry(communicationID: string, content = ''): DebuggerEntry {
  const contents = [{ level: 'error' as const, subject: 'Something failed', content, time: TIME }];
  const head = { communicationID, communicationType: 'Provider', remoteIP: undefined, webServiceID: 1 } as const;
  return { ...head, time: TIME, path: '/', contents, level: 'error', isTruncated: false };
}

describe('the queue of the debug log', () => {
  const logger = collectingLogger();
  let written: (readonly string[])[];

  beforeEach(() => {
    written = [];
    logger.lines.length = 0;
  });

  /** Stores everything but `poison`. */
  const sink = (poison?: string, error: Error = new Error('value too long')): DebuggerSink => ({
    indent: 0,
    async write(entries) {
      const ids = entries.map(({ communicationID }) => communicationID);
      if (poison !== undefined && ids.includes(poison)) throw error;
      written.push(ids);
    },
  });

  const fill = (queue: Debugger, count: number, content = '') => {
    for (let index = 0; index < count; index += 1) queue.add(entry(String(index), content));
    return queue.flush();
  };

  it('drops the oldest entries when their texts have too many bytes, and says how many', async () => {
    const queue = new Debugger(sink(), logger, QUEUE);
    await fill(queue, 100, 'x'.repeat(10_000));
    const kept = written.flat();
    expect(kept.length).toBeGreaterThan(40);
    expect(kept.length).toBeLessThan(50);
    expect(kept.at(-1)).toBe('99');
    expect(queue.dropped).toBe(100 - kept.length);
    expect(logger.lines.join()).toContain(`"dropped":${queue.dropped}`);
  });

  it('is written in batches of so many entries or bytes', async () => {
    await fill(new Debugger(sink(), logger, { ...QUEUE, batchBytes: Infinity }), 450);
    await fill(new Debugger(sink(), logger, QUEUE), 10, 'x'.repeat(20_000));
    expect(written.map(({ length }) => length)).toEqual([200, 200, 50, 2, 2, 2, 2, 2]);
  });

  it('loses only the entry that cannot be stored', async () => {
    const queue = new Debugger(sink('77'), logger, QUEUE);
    await fill(queue, 90);
    expect(written.flat()).toHaveLength(89);
    expect(queue.dropped).toBe(1);
    expect(logger.lines).toEqual([expect.stringContaining('"requests":1,"reason":"value too long"')]);
  });

  /** Fails the first `times`, as when the database is away. */
  const absentSink = (times: number): DebuggerSink => {
    let calls = 0;
    return {
      indent: 0,
      async write(entries) {
        calls += 1;
        if (calls <= times) throw new OperationError('Database.Unavailable', 'It is away.', { reason: 'Unavailable' });
        await sink().write(entries);
      },
    };
  };

  it('keeps a batch whose connection was lost, and writes it on the next one', async () => {
    const queue = new Debugger(absentSink(1), logger, QUEUE);
    await fill(queue, 90);
    expect([written.map(({ length }) => length), queue.dropped, logger.lines]).toEqual([[90], 0, []]);
  });

  it('keeps what fits while the database is away, and tries again later', async () => {
    const queue = new Debugger(absentSink(2), logger, { ...QUEUE, queueLength: 80 });
    await fill(queue, 90);
    expect([written, queue.waiting.requests, queue.dropped]).toEqual([[], 80, 10]);
    await queue.flush();
    expect(written.flat().at(0)).toBe('10');
    expect(queue.waiting).toEqual({ requests: 0, bytes: 0 });
  });
});

describe('the debug log', () => {
  let harness: GatewayHarness;

  beforeEach(async () => {
    const debugLog = {
      ...LIMITS.debugLog,
      maxTextLength: 500,
      maxUnauthenticatedTextLength: 100,
      unauthenticatedFailures: 3,
    };
    harness = await startGateway([], { debugLog });
    const gateway = '{ Debugger: { Failures: true } }';
    harness.publish({ Shop: service({ level: 'debug' }), Quiet: service(), Whole: service({ gateway }) });
  });

  afterEach(() => harness.close());

  it('cuts long texts and says that it did', async () => {
    await harness.call('/Webservice/Shop/echo', { method: 'POST', body: { Note: 'x'.repeat(700) } });
    await harness.gateway.drain();
    const received = harness.entries[0]?.contents.find(({ subject }) => subject.startsWith('Received'));
    expect(received?.content).toMatch(/^\{"Note":"x{491}\n\[cut: 711 characters came, 500 are recorded\]$/);
  });

  it('bounds the texts of a request that is recorded because it failed', async () => {
    const parts = Object.fromEntries(Array.from({ length: 8 }, (_part, index) => [`Part${index}`, 'x'.repeat(100)]));
    const body = { How: 'error', UserLogin: 'agent-1', ...parts };
    await harness.call('/Webservice/Whole/fail', { method: 'POST', body });
    await harness.gateway.drain();
    const [entry] = harness.entries;
    const kept = entry?.contents.filter(({ level }) => level === 'debug') ?? [];
    const length = kept.reduce((sum, { content }) => sum + content.replace(/\n\[cut: .*$/, '').length, 0);
    expect([entry?.isTruncated, kept.length > 4, length]).toEqual([true, true, 4 * 100]);
  });

  it('counts failures of unknown callers beyond a rate instead of recording them, and cuts the others shorter', async () => {
    for (let index = 0; index < 8; index += 1) await harness.call(`/Webservice/Quiet/nowhere/${'x'.repeat(3_000)}`);
    await harness.gateway.drain();
    expect(harness.entries).toHaveLength(3);
    expect(JSON.stringify(harness.entries[0]).length).toBeLessThan(2_000);
    expect(harness.log.join()).toContain('{"service":"Quiet","notRecorded":5,"recorded":3}');
  });
});

it.each([
  ['whole', 'x '.repeat(60_000), false],
  ['cut, when it is too long to be looked through for secrets', `no password, ${'x '.repeat(60_000)}`, true],
])('a recorded text is %s', (_how, Note, isTruncated) => {
  const options = { threshold: 'debug', testMode: false, secretNames: new SecretNames() } as const;
  const trace = new Trace(options, { now: () => TIME, indent: 0, describeRequest: () => undefined });
  trace.debug('Incoming data', () => ({ Note }));
  const head = { communicationID: '1', communicationType: 'Provider', remoteIP: undefined } as const;
  expect(trace.finish({ ...head, webServiceID: 1, time: TIME, path: '/' }, 1_000_000)).toMatchObject({ isTruncated });
});

describe('failures that are recorded whole', () => {
  const added: DebuggerEntry[] = [];
  const limits = new FailureLimits({
    logger: collectingLogger(),
    now: () => TIME,
    unauthenticatedFailures: 3,
    add: (entry) => added.push(entry),
  });
  const service = (keepsFailures: boolean) => ({
    id: 7,
    name: 'Shop',
    debugger: { threshold: 'error', testMode: false, keepsFailures, secretNames: new SecretNames() } as const,
  });
  const summary = { operation: 'Get', method: 'GET', status: 200, errorCode: 'Shop.Closed' };
  /** How many of 25 are recorded. */
  const recorded = (caller: string | undefined, keepsFailures = true) =>
    Array.from({ length: 25 }, () =>
      limits.admit({ type: 'Provider', service: service(keepsFailures), summary: { ...summary, caller } }),
    ).filter((isRecorded) => isRecorded).length;

  afterEach(() => {
    limits.report();
    added.length = 0;
  });

  it('are ten of a kind in a minute, and one entry that says how many more there were', () => {
    expect([recorded('agent-1'), recorded('agent-2')]).toEqual([10, 10]);
    limits.report();
    expect(added).toHaveLength(2);
    expect(added[0]).toMatchObject({
      webServiceID: 7,
      times: 15,
      level: 'error',
      summary: { ...summary, caller: 'agent-1' },
      contents: [{ level: 'error', content: '15 more failed like this within a minute.' }],
    });
    expect(recorded('agent-1')).toBe(10);
  });

  it('are fewer of unknown callers, for all kinds together', () => {
    expect(recorded(undefined)).toBe(3);
  });

  it('have no limit of their own where a service records them as the family does', () => {
    expect([recorded('agent-1', false), recorded(undefined, false)]).toEqual([25, 3]);
    limits.report();
    expect(added).toEqual([]);
  });
});
