import { EventQueue } from '@ticketgate/database';
import type { CompiledService, DebuggerEntry } from '@ticketgate/gateway';
import { nextAttempt, type RetryDecision, type RetryState } from '@ticketgate/requester';
import { isData, type Data, type DeliveredEvent } from '@ticketgate/sdk';

import type { Consumer, NextAttempt } from '../events/consumer.js';
import type { System } from '../system/open-system.js';
import { CALL_ENDED } from './awaited-calls.js';
import { ByteSemaphore } from './byte-semaphore.js';
import type { CallCounts, CountedCall } from './call-counts.js';
import { describeSent, maskOf, redirectAdvice } from './describe-sent.js';
import type { Requester, RequesterResult } from './requester.js';
import type { QueuedCall } from './subscriptions.js';

/** Concurrent calls of a web service: as many as it has connections. */
const CONCURRENCY = 10;
/** Seconds until a call is repeated if its process ended. */
const RESTART_DELAYS = [5];
/** A call during which so many processes ended may be the reason, so it is given up. */
const MOST_RESTARTS = 5;
/** After so many failed calls in a row, a web service is paused, with one call per interval (milliseconds). */
const MOST_FAILURES = 20;
const PAUSE = 60_000;
/** Time limit of a call in seconds if its transport has none. */
const DEFAULT_TIMEOUT = 300;
/** `requester.retry: safe` as the configuration of an ErrorHandling module. */
const SAFE_RETRY: Data = { ScheduleRetry: '1', RetryIntervalStart: '1', RetryIntervalFactor: '2', RetryCountMax: '5' };

export interface ServiceConsumerParts {
  readonly system: System;
  readonly requester: Requester;
  /** The published version; undefined if there is none. */
  readonly service: () => CompiledService | undefined;
  /** Writes an entry to the debug log. */
  readonly record: (entry: DebuggerEntry) => void;
  readonly counts: CallCounts;
}

/** Calls the invokers of a web service for events. */
export class ServiceConsumer implements Consumer {
  readonly name: string;
  readonly timeoutOption = 'Timeout of the transport';
  readonly delays = RESTART_DELAYS;
  readonly allowsOvertaking = true;
  readonly #parts: ServiceConsumerParts;
  readonly #memory: ByteSemaphore;
  #failures = 0;
  #pausedUntil = 0;

  constructor(name: string, parts: ServiceConsumerParts) {
    this.name = name;
    this.#parts = parts;
    this.#memory = new ByteSemaphore(parts.system.configuration.requester.maxBody);
  }

  get timeout(): number {
    const transport = this.#parts.service()?.webService.requester?.transport;
    const seconds = transport?.kind === 'rest' ? Number(transport.rest.timeout) : 0;
    // A large payload may have to wait for all other calls.
    return (seconds > 0 ? seconds : DEFAULT_TIMEOUT) * CONCURRENCY + 5;
  }

  /** While the web service is paused, one call per interval. */
  capacity(now: Date): number {
    if (this.#parts.service() === undefined) return 0;
    if (this.#failures < MOST_FAILURES) return CONCURRENCY;
    if (now.getTime() < this.#pausedUntil) return 0;
    this.#pausedUntil = now.getTime() + PAUSE;
    return 1;
  }

  async handle(event: DeliveredEvent, signal: AbortSignal): Promise<void> {
    const { requester, service, record, system } = this.#parts;
    const compiled = service();
    if (compiled === undefined) throw new Error('The web service is not served.');
    const { Invoker: invoker, Data: data, Depth: depth = 0, Waits: waits } = readCall(event);
    const past = pastOf(event);
    if (event.attempt > (past?.count ?? 0) + MOST_RESTARTS)
      throw new Error('The process ended during each of its calls.');
    const headers = { 'Idempotency-Key': `ticketgate-event-${event.id}` };
    const call = { service: compiled, invoker, data, signal, headers, past, isAsynchronous: waits !== true };
    const result = await requester.call({ ...call, callDepth: depth + 1, memory: this.#memory });
    if (result.entry !== undefined) record(result.entry);
    const isRetried = !result.isSuccess && this.#decide(event, result, system.now()) !== null;
    this.#count({ service: compiled, invoker, result, isRetried });
    if (result.isSuccess) return;
    if (!isRetried) await this.#storeRequest(event, compiled, result);
    throw new CallFailed(result);
  }

  planRetry(event: DeliveredEvent, error: unknown, now: Date): NextAttempt | undefined {
    const decision = error instanceof CallFailed ? this.#decide(event, error.result, now) : null;
    if (decision === null) return undefined;
    return { at: decision.plannedAt, data: { ...event.data, Past: { ...decision } } };
  }

  async afterAttempt({ id, data }: DeliveredEvent): Promise<void> {
    if (data.Waits === true) await this.#parts.system.database.notifications.notify(CALL_ENDED, id);
  }

  /** Stores the last request for administrators. Must run before the event is marked as dead, when it becomes visible to them. */
  async #storeRequest({ id }: DeliveredEvent, service: CompiledService, result: RequesterResult): Promise<void> {
    const sent = result.requests.at(-1);
    if (sent === undefined) return;
    const { database } = this.#parts.system;
    await new EventQueue(database).describe(id, { Sent: describeSent(sent, maskOf(service, result)) });
  }

  #decide(event: DeliveredEvent, { retry, status }: RequesterResult, now: Date): RetryDecision {
    if (retry !== undefined) return retry;
    const isRefused = status !== undefined && status >= 400 && status < 500;
    if (isRefused || this.#parts.system.configuration.requester.retry !== 'safe') return null;
    return nextAttempt(SAFE_RETRY, pastOf(event), now) ?? null;
  }

  #count(call: CountedCall): void {
    const { system, counts } = this.#parts;
    const { service, result } = call;
    if (!service.debugger.testMode) counts.called(call);
    const { answer } = result.requests.at(-1) ?? {};
    if (answer === undefined) return;
    // Other statuses show that the system works.
    this.#failures = answer.status < 500 ? 0 : this.#failures + 1;
    counts.paused(service, this.#failures >= MOST_FAILURES);
    if (this.#failures !== MOST_FAILURES) return;
    this.#pausedUntil = system.now().getTime() + PAUSE;
    system.logger.warn(`${MOST_FAILURES} calls in a row have failed; the other system is asked once a minute`, {
      consumer: this.name,
    });
  }
}

class CallFailed extends Error {
  readonly result: RequesterResult;

  constructor(result: RequesterResult) {
    const redirect = result.requests.at(-1)?.answer?.redirect;
    const advice = redirect === undefined ? [] : [redirectAdvice(redirect)];
    const message = result.errorMessage.trim();
    super([result.reason === undefined ? message : `${message}: ${result.reason}`, ...advice].join(' '));
    this.result = result;
  }
}

function readCall({ data }: DeliveredEvent): QueuedCall {
  // Only `Subscriptions` writes events for this consumer.
  return data as unknown as QueuedCall;
}

/** Undefined for the first attempt, also after an administrator has reset the event. */
function pastOf({ attempt, data: { Past: past } }: DeliveredEvent): RetryState | undefined {
  if (attempt < 2 || !isData(past)) return undefined;
  return {
    firstAt: new Date(String(past.firstAt)),
    count: Number(past.count),
    interval: past.interval === undefined ? undefined : Number(past.interval),
    plannedAt: new Date(String(past.plannedAt)),
  };
}
