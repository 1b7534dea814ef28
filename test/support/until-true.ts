import { setTimeout as wait } from 'node:timers/promises';

/** Well below the time limit of a test. */
const PATIENCE_MILLISECONDS = 40_000;

/** Waits until `condition` holds; fails with its last error, or with its text. */
export async function untilTrue(condition: () => Promise<boolean>, patience = PATIENCE_MILLISECONDS): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      if (await condition()) return;
      if (Date.now() > end) throw new Error(`This never became true: ${condition.toString()}`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await wait(20);
  }
}

/** Waits until `check` passes: what a page shows follows what somebody did there, sooner or later. Fails with its last error. */
export function untilHolds(check: () => Promise<void>, patience?: number): Promise<void> {
  return untilTrue(async () => {
    await check();
    return true;
  }, patience);
}
