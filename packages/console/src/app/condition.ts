import { signal } from '@preact/signals';

import type { Condition, Finding } from '../api/admin-api.js';
import { call } from '../api/call.js';

/** What needs somebody, for the first screen and the badges of the navigation. */
export const condition = signal<Condition | undefined>(undefined);
/** What the doctor finds wrong; it takes longer. */
export const findings = signal<readonly Finding[] | undefined>(undefined);

/** Milliseconds between two looks. */
const REFRESH = 60_000;

/** Looks again and again until the result is called. */
export function watchCondition(): () => void {
  const look = async () => {
    if (document.hidden) return;
    condition.value = await call('GET /condition');
    const found = await call('GET /doctor');
    findings.value = found.findings.filter(({ severity }) => severity !== 'fine');
  };
  // A server that does not answer is told of by whatever the screen shows.
  const start = () => void look().catch(() => undefined);
  start();
  const timer = setInterval(start, REFRESH);
  return () => clearInterval(timer);
}

/** How much needs somebody at a place of the navigation. */
export function needsAt(path: string): number {
  const found = condition.value;
  if (path === '/') return found?.broken.length ?? 0;
  if (path === '/invokers') return found?.events.dead ?? 0;
  if (path === '/log') return found?.failing.reduce((sum, { failed }) => sum + failed, 0) ?? 0;
  return path === '/system' ? (findings.value?.length ?? 0) : 0;
}
