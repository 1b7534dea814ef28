import { type ErrorHandlingDefinition } from '@ticketgate/definition';
import type { Trace } from '@ticketgate/gateway';
import { compilePerlPattern, isData } from '@ticketgate/sdk';

import type { CallStage } from '../call-failure.js';
import { nextAttempt, retryMistake, SAFE_RETRY, type RetryState } from './request-retry.js';

export type { RetryState } from './request-retry.js';

/** The decision of ErrorHandling about a failed call: the next attempt, or null for none. */
export type RetryDecision = RetryState | null;

/** A call that has failed. */
interface FailedCall {
  readonly invoker: string;
  readonly stage: CallStage;
  readonly message: string;
  readonly detail: unknown;
  readonly past: RetryState | undefined;
  /** The other system has answered with 2xx. */
  readonly isAccepted: boolean;
  /** The time before which the other system wants no further request. */
  readonly notBefore: Date | undefined;
  readonly now: Date;
  readonly formatTime: (moment: Date) => string;
  readonly trace: Trace;
}

/** The only supported type of modules; others are skipped. */
const RETRY = 'RequestRetry';
/** Values of `StopAfterMatch` that skip later modules of the same type, or of any type. With one type they mean the same. */
const STOPS: readonly string[] = ['backend', 'all'];

/** The decision of a module, in the form that mappings may include. */
type ModuleOutput = Readonly<Record<'ModuleName' | 'ModuleConfig' | 'ModuleData', unknown>>;

interface Decided {
  /** That of the last module that applies; undefined if none applies. */
  readonly decision: RetryDecision | undefined;
  readonly outputs: readonly ModuleOutput[];
}

/** Runs ErrorHandling for a failed call. Returns the decision, or the mistake in the options of a module. */
export function decideRetry(
  modules: readonly ErrorHandlingDefinition[],
  failed: FailedCall,
): Decided | { readonly mistake: string } {
  let decision: RetryDecision | undefined;
  const outputs: ModuleOutput[] = [];
  for (const module of modules) {
    if (module.type !== RETRY || !applies(module, failed)) continue;
    const mistake = retryMistake(module.options);
    if (mistake !== undefined) {
      failed.trace.error(mistake);
      return { mistake };
    }
    decision = nextAttempt(module.options, failed.past, failed) ?? null;
    tellWhy(module, decision, failed);
    outputs.push({
      ModuleName: module.name,
      ModuleConfig: module.options,
      ModuleData: describeDecision(decision, failed.formatTime),
    });
    if (STOPS.includes(module.stopAfterMatch)) break;
  }
  const last = decision;
  if (last) failed.trace.notice('Request will be retried again at:', () => failed.formatTime(last.plannedAt));
  return { decision, outputs };
}

/** Statuses below 500 that can be different the next time: time-out, too early, too many requests. */
const PASSING: readonly number[] = [408, 425, 429];

type EndedCall = Pick<FailedCall, 'isAccepted' | 'notBefore' | 'past' | 'now'> & { status?: number | undefined };

/** What `requester.retry: safe` decides where no module does. A call without an answer has no status. */
export function decideSafely({ status = 500, isAccepted, past, ...times }: EndedCall): RetryDecision {
  if (isAccepted || (status < 500 && !PASSING.includes(status))) return null;
  return nextAttempt(SAFE_RETRY, past, times) ?? null;
}

function applies(
  { invokerFilter, stageFilter, messageFilter }: ErrorHandlingDefinition,
  { invoker, stage, message, detail, isAccepted, trace }: FailedCall,
): boolean {
  if (invokerFilter.length > 0 && !invokerFilter.includes(invoker)) return false;
  // An accepted call is only made again where the definition names the stage.
  if ((stageFilter.length > 0 || isAccepted) && !stageFilter.includes(stage)) return false;
  if (messageFilter === '') return true;
  const pattern = compilePerlPattern(messageFilter, 'part');
  if (pattern !== undefined) return pattern.test(message) || (isData(detail) && pattern.test(JSON.stringify(detail)));
  trace.error('The ErrorMessageContentFilter is not a regular expression, so it never matches', () => messageFilter);
  return false;
}

function tellWhy({ name, options }: ErrorHandlingDefinition, decision: RetryDecision, failed: FailedCall): void {
  const { trace, formatTime, message } = failed;
  trace.debug(`Executed error handling module '${name}'`, () => ({ ModuleConfig: options, ErrorMessage: message }));
  trace.info(`Got reschedule decision from error handling '${name}'`, () => describeDecision(decision, formatTime));
}

/** A decision in the family's form. */
export function describeDecision(
  decision: RetryDecision,
  formatTime: (moment: Date) => string,
): Readonly<Record<string, unknown>> {
  if (decision === null) return { ReSchedule: 0 };
  const { firstAt, count, interval, plannedAt } = decision;
  return {
    ReSchedule: 1,
    ExecutionTime: formatTime(plannedAt),
    PastExecutionData: {
      InitialRequestDateTime: formatTime(firstAt),
      RetryCount: count,
      RetryInterval: interval,
      RetryDateTime: formatTime(plannedAt),
    },
  };
}

/** Some calls are made again without end. */
const MOST = 100;

/** A call that the other system always refuses for now. */
const BUSY = {
  stage: 'RequesterRequestPerform',
  message: "HTTP request failed. Response code '503'.",
  detail: undefined,
  isAccepted: false,
  notBefore: undefined,
  formatTime: String,
} as const;

/**
 * Seconds after the first attempt at which a call is made again while the other system is busy: at most 100 of them, by `isSafe` if no module
 * decides. A text is the mistake in the options of a module.
 */
export function plannedRetries(
  modules: readonly ErrorHandlingDefinition[],
  { invoker, trace, isSafe }: Pick<FailedCall, 'invoker' | 'trace'> & { readonly isSafe: boolean },
): readonly number[] | string {
  const seconds: number[] = [];
  let past: RetryState | undefined;
  while (seconds.length < MOST) {
    const now: Date = past?.plannedAt ?? new Date(0);
    const decided = decideRetry(modules, { ...BUSY, invoker, trace, past, now });
    if ('mistake' in decided) return decided.mistake;
    const { decision = isSafe ? decideSafely({ ...BUSY, past, now }) : null } = decided;
    if (decision === null) break;
    past = decision;
    seconds.push(past.plannedAt.getTime() / 1_000);
  }
  return seconds;
}
