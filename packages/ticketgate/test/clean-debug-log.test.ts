import { defaultConfiguration, type System } from '@ticketgate/runtime';
import { collectingLogger, silentLogger } from '../../../test/support/index.js';

import { cleanDebugLog, startMaintenanceJobs } from '../src/serving/maintenance-jobs.js';

const FASTER = /"warn".*recorded faster than old ones can be deleted.*"deleted":1000,"recorded":2000/;

it('events are cleaned up also where no plugin listens, since calls of invokers are events', async () => {
  const statements: string[] = [];
  const query = (text: string) => {
    statements.push(text);
    // Each job may run.
    return Promise.resolve([{}]);
  };
  let run: () => Promise<void> = () => Promise.resolve();
  const closing = { add: () => undefined, repeat: (_name: string, _every: number, work: typeof run) => (run = work) };
  const system = {
    closing,
    database: { query, withTransaction: (work: (database: object) => unknown) => work({ query }) },
  };
  const configuration = defaultConfiguration('/');
  // All that the jobs reach.
  startMaintenanceJobs({
    ...system,
    configuration,
    plugins: [],
    logger: silentLogger,
    now: () => new Date(),
  } as unknown as System);
  await run();
  expect(statements.join()).toMatch(/(?:delete from|update) ticketgate\.event\b/);
});

describe('cleaning the debug log', () => {
  const logOf = async (cleaned: { deleted: number; isDone: boolean }, signal = new AbortController().signal) => {
    const logger = collectingLogger();
    const retention = { clean: () => Promise.resolve({ ...cleaned, recorded: 2000 }) };
    await cleanDebugLog({ retention, limits: { keepDays: 30, keepMegabytes: 1000 }, logger }, new Date(), signal);
    return logger.lines.join('\n');
  };

  it('is logged as too slow when more requests were recorded meanwhile than deleted', async () => {
    expect(await logOf({ deleted: 1000, isDone: false })).toMatch(FASTER);
  });

  it.each([
    ['it came to its end', { deleted: 1000, isDone: true }, undefined],
    ['it caught up with some of what had been left', { deleted: 3000, isDone: false }, undefined],
    ['the server stopped it', { deleted: 1000, isDone: false }, AbortSignal.abort()],
  ])('is not logged as too slow when %s', async (_name, cleaned, signal) => {
    expect(await logOf(cleaned, signal)).not.toContain('warn');
  });
});
