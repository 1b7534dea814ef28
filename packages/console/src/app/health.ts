import { signal } from '@preact/signals';

import type { Finding, GetHealthAnswer } from '../api/admin-api.js';
import { call, isReachable } from '../api/call.js';
import { may } from './may.js';

/** The last result: the first screen, System and its badge show the same. */
export const health = signal<GetHealthAnswer | undefined>(undefined);

/** Milliseconds between two checks. */
const REFRESH = 60_000;

/** Checks regularly until the result is called. */
export function watchCondition(): () => void {
  const look = () => {
    if (!document.hidden) lookAgain();
  };
  look();
  const timer = setInterval(look, REFRESH);
  return () => clearInterval(timer);
}

let looks = 0;

/** To be called after something that may have changed it. Of several checks at a time, the last one counts. */
export function lookAgain(): void {
  if (!may('look')) return;
  const look = (looks += 1);
  // The screen itself shows if the server does not answer.
  call('GET /health').then(
    (found) => look === looks && (health.value = found),
    () => undefined,
  );
}

/** Whether nothing is wrong; undefined if that is not known, or no longer. */
export function isWell(): boolean | undefined {
  return health.value === undefined || !isReachable.value ? undefined : matters().length === 0;
}

/** What is wrong, the worst first. */
export function matters(): readonly Finding[] {
  const found = health.value?.findings.filter(({ severity }) => severity !== 'fine') ?? [];
  return found.toSorted((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'));
}
