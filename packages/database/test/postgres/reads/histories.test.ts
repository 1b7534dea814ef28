import fc from 'fast-check';

import type { Consistency } from '../../../src/postgres/reads/standbys.js';
import { HistoryRun, type HistoryOptions, type Step } from './history-run.js';

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

function repeat(count: number, step: Step): readonly Step[] {
  return Array<Step>(count).fill(step);
}

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

  // The new primary aborts what was running, with as many records as the old one committed it with.
  it('ask no standby whose log of the old primary is as long as that of the new one, with as many transactions', async () => {
    const [b, c, caller] = [1, 2, 2];
    const consistency = fc.constantFrom<Consistency>('caller', 'strict');
    const counts = fc.record({ begun: fc.integer({ min: 1, max: 2 }), whole: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(consistency, counts, fc.nat({ max: 1 }), async (how, { begun, whole }, gateway) => {
        const history = new HistoryRun({ consistency: how, isSynchronous: false, acknowledgesEarly: false });
        await history.run([
          ...[0, 1].slice(0, begun).map((pick): Step => ({ kind: 'write', pick })),
          { kind: 'wholeWrite', pick: caller },
          ...[b, c].map((pick): Step => ({ kind: 'receive', pick })),
          ...repeat(4, { kind: 'replay', pick: b }),
          ...repeat(3 * begun, { kind: 'advance', pick: 0 }),
          ...repeat(whole, { kind: 'wholeWrite', pick: caller }),
          { kind: 'receive', pick: c },
          ...repeat(6, { kind: 'replay', pick: c }),
          { kind: 'promote', pick: b },
          ...repeat(whole, { kind: 'wholeWrite', pick: caller }),
          { kind: 'look', pick: gateway },
          ...repeat(4, { kind: 'messages', pick: 15 }),
          { kind: 'wholeRead', pick: gateway << 3 },
        ]);
        expect(history.mistakes).toEqual([]);
        expect(history.reads).toBe(1);
      }),
    );
  });
});
