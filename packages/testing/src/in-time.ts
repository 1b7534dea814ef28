import { setTimeout as wait } from 'node:timers/promises';

/** Whether a promise settles in time. Rejects with it. */
export async function inTime(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const over = wait(milliseconds, false, { signal: timer.signal });
  over.catch(() => undefined);
  try {
    return await Promise.race([work.then(() => true), over]);
  } finally {
    timer.abort();
  }
}
