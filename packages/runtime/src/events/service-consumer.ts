import { findHttp } from '@ticketgate/definition';
import { ByteLimit, clip, type CompiledService, type DebuggerEntry, type Mask } from '@ticketgate/gateway';
import { explainError, isData, type Data, type DeliveredEvent } from '@ticketgate/sdk';
import { objectsIn } from '@ticketgate/sdk/schema';

import { decideSafely, type RetryDecision, type RetryState } from '../invokers/call/index.js';
import { type Consumer, type NextAttempt, isDatabaseAway, persist } from './consumer.js';
import type { System } from '../system/open-system.js';
import { CALL_ENDED } from './awaited-calls.js';
import type { CallCounts, CountedCall } from './call-counts.js';
import { describeSent, explainFailure, newMask } from '../invokers/describe-sent.js';
import type { Invokers, ServiceCallResult } from '../invokers/invokers.js';
import type { QueuedCall } from './subscriptions.js';

/** Concurrent calls of a web service: as many as it has connections. */
const CONCURRENCY = 10;
/** Seconds until a call is repeated if its process ended, or our own side failed. */
const RESTART_DELAY = 5;
const RESTART_DELAYS = [RESTART_DELAY];
/** A call during which so many processes ended may be the reason, so it is given up. */
const MOST_RESTARTS = 5;
/** After so many failed calls in a row, a web service is paused, with one call per interval (milliseconds). */
const MOST_FAILURES = 20;
const PAUSE = 60_000;
/** Time limit of a call in seconds if its transport has none. */
const DEFAULT_TIMEOUT = 300;
/** Statuses by which the other system refuses all requests for a while, not only this one. */
const BUSY: readonly number[] = [429, 503];

export interface ServiceConsumerParts {
  readonly system: System;
  readonly invokers: Invokers;
  /** The published version; undefined if there is none. */
  readonly service: () => CompiledService | undefined;
  /** Writes an entry to the debug log; false if it is only counted. */
  readonly record: (entry: DebuggerEntry, service: CompiledService) => boolean;
  readonly counts: CallCounts;
}

/** Calls the invokers of a web service for events. */
export class ServiceConsumer implements Consumer {
  readonly name: string;
  readonly timeoutOption = 'Timeout of the transport';
  readonly delays = RESTART_DELAYS;
  readonly allowsOvertaking = true;
  readonly #parts: ServiceConsumerParts;
  readonly #memory: ByteLimit;
  #failures = 0;
  #pausedUntil = 0;
  /** Until when the other system wants no requests, in milliseconds since 1970. */
  #quietUntil = 0;

  constructor(name: string, parts: ServiceConsumerParts) {
    this.name = name;
    this.#parts = parts;
    const { maxBody } = parts.system.configuration.requester;
    this.#memory = new ByteLimit({ total: maxBody, perOwner: maxBody });
  }

  get timeout(): number {
    const { service, system } = this.#parts;
    const transport = service()?.webService.requester?.transport;
    const seconds = Number(findHttp(transport)?.timeout ?? 0);
    // A large payload may have to wait for all other calls, and the database may be slow both before and after the request.
    const ofDatabase = 2 * system.configuration.database.statementTimeout;
    return (seconds > 0 ? seconds : DEFAULT_TIMEOUT) * CONCURRENCY + ofDatabase + 5;
  }

  /** While the web service is paused, one call per interval. */
  capacity(now: Date): number {
    if (this.#parts.service() === undefined || now.getTime() < this.#quietUntil) return 0;
    if (this.#failures < MOST_FAILURES) return CONCURRENCY;
    if (now.getTime() < this.#pausedUntil) return 0;
    this.#pausedUntil = now.getTime() + PAUSE;
    return 1;
  }

  async handle(event: DeliveredEvent, signal: AbortSignal): Promise<void> {
    const { invokers, service, record, system } = this.#parts;
    const compiled = service();
    if (compiled === undefined) throw new Error('The web service is not served.');
    // Only `Subscriptions` writes events for this consumer.
    const { Invoker: invoker, Data: data, Depth: depth = 0, Waits: waits } = event.data as unknown as QueuedCall;
    const past = toPast(event);
    if (event.attempt > (past?.count ?? 0) + MOST_RESTARTS)
      throw new Error('The process ended during each of its calls.');
    const headers = { 'Idempotency-Key': `ticketgate-event-${event.id}` };
    const call = { service: compiled, invoker, data, signal, headers, past, isAsynchronous: waits !== true };
    const result = await invokers.call({
      ...call,
      callDepth: depth + 1,
      memory: this.#memory,
      persist: (work) => persist(work, signal),
    });
    const isRecorded = result.entry !== undefined && record(result.entry, compiled);
    const isRetried = !result.isSuccess && (result.isOwnFault || this.#decide(event, result, system.now()) !== null);
    this.#count({ service: compiled, invoker, result, isRetried });
    if (!result.isSuccess) throw new CallFailed(result, compiled, isRecorded);
  }

  planRetry(event: DeliveredEvent, error: unknown, now: Date): NextAttempt | undefined {
    if (isDatabaseAway(error) || (error instanceof CallFailed && error.result.isOwnFault)) {
      return { at: new Date(now.getTime() + RESTART_DELAY * 1_000), isUncounted: true };
    }
    const decision = error instanceof CallFailed ? this.#decide(event, error.result, now) : null;
    if (decision === null) return undefined;
    return { at: decision.plannedAt, data: { ...event.data, Past: { ...decision }, Tries: addTry(event, error, now) } };
  }

  describeFailure(event: DeliveredEvent, error: unknown, now: Date): Data {
    return { ...(error instanceof CallFailed && error.describe()), Tries: addTry(event, error, now) };
  }

  async afterAttempt({ id, data }: DeliveredEvent): Promise<void> {
    if (data.Waits === true) await this.#parts.system.database.notifications.notify(CALL_ENDED, id);
  }

  #decide(event: DeliveredEvent, result: ServiceCallResult, now: Date): RetryDecision {
    if (result.retry !== undefined) return result.retry;
    const isSafe = this.#parts.system.configuration.requester.retry === 'safe';
    return isSafe ? decideSafely({ ...result, past: toPast(event), now }) : null;
  }

  #count(call: CountedCall): void {
    const { system, counts } = this.#parts;
    const { service, result } = call;
    if (!service.debugger.testMode) counts.called(call);
    const { answer } = result.requests.at(-1) ?? {};
    if (answer === undefined) return;
    if (BUSY.includes(answer.status) && result.notBefore !== undefined) {
      this.#quietUntil = Math.min(result.notBefore.getTime(), system.now().getTime() + PAUSE);
    }
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
  readonly result: ServiceCallResult;
  /** Of its entry in the debug log. */
  readonly communicationID: string | undefined;
  readonly #mask: Mask;

  constructor(result: ServiceCallResult, service: CompiledService, isRecorded: boolean) {
    const mask = newMask(service, result);
    super(explainFailure(result, mask));
    this.result = result;
    this.communicationID = isRecorded ? result.entry?.communicationID : undefined;
    this.#mask = mask;
  }

  /** The last request and its answer. */
  describe(): Data {
    const sent = this.result.requests.at(-1);
    return sent === undefined ? {} : { Sent: describeSent(sent, this.#mask) };
  }
}

/** Most tries of a call that are kept, the latest ones, and most characters of each reason. */
const MOST_TRIES = 20;
const REASON_LENGTH = 500;

/** All tries of a call with the one that just failed, for administrators; `Request` leads to its entry in the debug log. */
function addTry({ data: { Tries: before } }: DeliveredEvent, error: unknown, now: Date): readonly Data[] {
  const call = error instanceof CallFailed ? error : undefined;
  const failed = {
    At: now.toISOString(),
    Status: call?.result.requests.at(-1)?.answer?.status ?? null,
    Reason: clip(explainError(error), REASON_LENGTH),
    Request: call?.communicationID ?? null,
  };
  return [...objectsIn(before), failed].slice(-MOST_TRIES);
}

/** Undefined for the first attempt, also after an administrator has reset the event. */
function toPast({ attempt, data: { Past: past } }: DeliveredEvent): RetryState | undefined {
  if (attempt < 2 || !isData(past)) return undefined;
  return {
    firstAt: new Date(String(past.firstAt)),
    count: Number(past.count),
    interval: past.interval === undefined ? undefined : Number(past.interval),
    plannedAt: new Date(String(past.plannedAt)),
  };
}
