import fc from 'fast-check';

import { HistoryRun, type HistoryOptions, type Step } from './history.js';

const HISTORIES = process.env.TICKETGATE_LONG_TESTS === '1' ? 100_000 : 2_000;

const kind = fc.oneof(
  ...(
    [
      [8, 'message'],
      [8, 'messages'],
      [4, 'write'],
      [8, 'advance'],
      [4, 'wholeWrite'],
      [6, 'read'],
      [6, 'wholeRead'],
      [6, 'receive'],
      [8, 'replay'],
      [1, 'pause'],
      [2, 'look'],
      [1, 'crash'],
      [1, 'promote'],
      [1, 'rewind'],
    ] as const
  ).map(([weight, each]) => ({ weight, arbitrary: fc.constant<Step['kind']>(each) })),
);
const steps = fc.array(fc.record({ kind, pick: fc.nat(1000) }), { minLength: 20, maxLength: 120, size: 'max' });
/** Flushed positions say nothing of commits that did not wait for the disk, nor does a standby keep those (ADR 39). */
const options = fc.constantFrom<HistoryOptions>(
  ...(['caller', 'strict'] as const).flatMap((consistency) => [
    { consistency, isSynchronous: false, acknowledgesEarly: false },
    { consistency, isSynchronous: true, acknowledgesEarly: false },
  ]),
  { consistency: 'strict', isSynchronous: false, acknowledgesEarly: true },
);

describe('reads from standbys', () => {
  it(`show what was acknowledged, and never less than before, in ${HISTORIES} histories with crashes and promotions`, async () => {
    let reads = 0;
    const fallbacks: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(options, steps, async (how, what) => {
        const history = new HistoryRun(how);
        await history.run(what);
        reads += history.reads;
        for (const each of history.fallbacks) fallbacks[each] = (fallbacks[each] ?? 0) + 1;
        expect(history.mistakes).toEqual([]);
      }),
      { numRuns: HISTORIES },
    );
    // Standbys answered some, and each of the reasons why they do not came up.
    expect(Object.keys(fallbacks).sort()).toEqual(['ahead', 'away', 'behind', 'failed']);
    expect(reads).toBeGreaterThan(HISTORIES);
  }, 1_800_000);
});
