import type { ErrorHandlingDefinition } from '@ticketgate/definition';
import type { Trace } from '@ticketgate/gateway';

import { decideRetry } from './decide-retry.js';
import type { RetryState } from './request-retry.js';

/** Some calls are made again without end. */
const MOST = 100;

/** A call that the other system answers so each time. */
const BUSY = {
  stage: 'RequesterRequestPerform',
  message: "HTTP request failed. Response code '503'.",
  detail: undefined,
  isAccepted: false,
  notBefore: undefined,
  formatTime: String,
} as const;

/**
 * When a call is made again as long as the other system is busy: seconds after the first attempt, at most 100 of them. Undefined if no module
 * decides; a text is the mistake in the options of one.
 */
export function plannedRetries(
  modules: readonly ErrorHandlingDefinition[],
  { invoker, trace }: { readonly invoker: string; readonly trace: Trace },
): readonly number[] | string | undefined {
  const seconds: number[] = [];
  let past: RetryState | undefined;
  while (seconds.length < MOST) {
    const decided = decideRetry(modules, { ...BUSY, invoker, trace, past, now: past?.plannedAt ?? new Date(0) });
    if ('mistake' in decided) return decided.mistake;
    if (decided.decision === undefined) return undefined;
    if (decided.decision === null) break;
    past = decided.decision;
    seconds.push(past.plannedAt.getTime() / 1_000);
  }
  return seconds;
}
