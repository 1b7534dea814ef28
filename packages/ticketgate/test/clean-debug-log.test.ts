import { collectingLogger } from '../../../test/support/index.js';

import { cleanDebugLog } from '../src/serving/maintenance-jobs.js';

const FASTER = /"warn".*recorded faster than old ones can be deleted.*"deleted":1000,"recorded":2000/;

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
