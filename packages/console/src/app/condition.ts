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
  const look = () => {
    if (document.hidden) return;
    lookAgain();
    call('GET /doctor').then(({ findings: found }) => {
      findings.value = found.filter(({ severity }) => severity !== 'fine');
    }, ignore);
  };
  look();
  const timer = setInterval(look, REFRESH);
  return () => clearInterval(timer);
}

/** After something that may have changed it. */
export function lookAgain(): void {
  call('GET /condition').then((found) => (condition.value = found), ignore);
}

/** A server that does not answer is told of by whatever the screen shows. */
function ignore(): void {
  // Nothing else to do.
}

/** How much needs somebody at a place of the navigation. */
export function needsAt(path: string): number {
  const found = condition.value;
  if (path === '/') return found?.broken.length ?? 0;
  if (path === '/invokers') return found?.events.dead ?? 0;
  if (path === '/log') return found?.failing.reduce((sum, { failed }) => sum + failed, 0) ?? 0;
  return path === '/system' ? (findings.value?.length ?? 0) : 0;
}
