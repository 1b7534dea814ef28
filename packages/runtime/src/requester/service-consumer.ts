import { EventQueue } from '@ticketgate/database';
import type { CompiledService, DebuggerEntry } from '@ticketgate/gateway';
import { nextAttempt, type RetryDecision, type RetryState } from '@ticketgate/requester';
import { isData, type Data, type DeliveredEvent } from '@ticketgate/sdk';

import type { Consumer, NextAttempt } from '../events/consumer.js';
import type { System } from '../system/open-system.js';
import { CALL_ENDED } from './awaited-calls.js';
import { ByteRoom } from './byte-room.js';
import type { CallCounts, CountedCall } from './call-counts.js';
import { describeSent, maskOf, redirectAdvice } from './describe-sent.js';
import type { Requester, RequesterResult } from './requester.js';
import type { QueuedCall } from './subscriptions.js';

/** Calls of one web service at a time, as many as it has connections. */
const AT_A_TIME = 10;
/** Seconds after which another process makes a call again whose process ended. */
const AFTER_END = [5];
/** Ends of processes during one call before it is given up: it may be the reason. */
const MOST_ENDS = 5;
/** Calls in a row that fail before the other system is left alone, and the milliseconds until it is asked again. */
const FAILURES = 20;
const REST = 60_000;
/** Seconds of a call whose transport has no limit. */
const LONGEST = 300;
/** `requester.retry: safe` as the keys of a module. */
const SAFE: Data = { ScheduleRetry: '1', RetryIntervalStart: '1', RetryIntervalFactor: '2', RetryCountMax: '5' };

export interface ServiceConsumerParts {
  readonly system: System;
  readonly requester: Requester;
  /** As it is published now; undefined: it is not. */
  readonly service: () => CompiledService | undefined;
  /** Keeps what the debug log has of a call. */
  readonly record: (entry: DebuggerEntry) => void;
  readonly counts: CallCounts;
}

/** Calls the invokers of a web service for the events that wait for it. */
export class ServiceConsumer implements Consumer {
  readonly name: string;
  readonly timeoutOption = 'Timeout of the transport';
  readonly delays = AFTER_END;
  readonly passes = true;
  readonly #parts: ServiceConsumerParts;
  readonly #room: ByteRoom;
  #failures = 0;
  #restsUntil = 0;

  constructor(name: string, parts: ServiceConsumerParts) {
    this.name = name;
    this.#parts = parts;
    this.#room = new ByteRoom(parts.system.configuration.requester.maxBody);
  }

  get timeout(): number {
    const transport = this.#parts.service()?.webService.requester?.transport;
    const seconds = transport?.kind === 'rest' ? Number(transport.rest.timeout) : 0;
    // A large payload waits for those of all others.
    return (seconds > 0 ? seconds : LONGEST) * AT_A_TIME + 5;
  }

  /** One that has failed too often is asked once in a while. */
  capacity(now: Date): number {
    if (this.#parts.service() === undefined) return 0;
    if (this.#failures < FAILURES) return AT_A_TIME;
    if (now.getTime() < this.#restsUntil) return 0;
    this.#restsUntil = now.getTime() + REST;
    return 1;
  }

  async handle(event: DeliveredEvent, signal: AbortSignal): Promise<void> {
    const { requester, service, record, system } = this.#parts;
    const compiled = service();
    if (compiled === undefined) throw new Error('The web service is not served.');
    const { Invoker: invoker, Data: data, Depth: depth = 0, Waits: waits } = readCall(event);
    const past = pastOf(event);
    if (event.attempt > (past?.count ?? 0) + MOST_ENDS) throw new Error('The process ended during each of its calls.');
    const headers = { 'Idempotency-Key': `ticketgate-event-${event.id}` };
    const call = { service: compiled, invoker, data, signal, headers, past, isAsynchronous: waits !== true };
    const result = await requester.call({ ...call, callDepth: depth + 1, room: this.#room });
    if (result.entry !== undefined) record(result.entry);
    const isRetried = !result.isSuccess && this.#decide(event, result, system.now()) !== null;
    this.#count({ service: compiled, invoker, result, isRetried });
    if (result.isSuccess) return;
    if (!isRetried) await this.#keepRequest(event, compiled, result);
    throw new CallFailed(result);
  }

  next(event: DeliveredEvent, error: unknown, now: Date): NextAttempt | undefined {
    const decision = error instanceof CallFailed ? this.#decide(event, error.result, now) : null;
    if (decision === null) return undefined;
    return { at: decision.plannedAt, data: { ...event.data, Past: { ...decision } } };
  }

  async ended({ id, data }: DeliveredEvent): Promise<void> {
    if (data.Waits === true) await this.#parts.system.database.notifications.notify(CALL_ENDED, id);
  }

  /** Before the row is dead: then somebody may look at it. */
  async #keepRequest({ id }: DeliveredEvent, service: CompiledService, result: RequesterResult): Promise<void> {
    const sent = result.requests.at(-1);
    if (sent === undefined) return;
    const { database } = this.#parts.system;
    await new EventQueue(database).describe(id, { Sent: describeSent(sent, maskOf(service, result)) });
  }

  #decide(event: DeliveredEvent, { retry, status }: RequesterResult, now: Date): RetryDecision {
    if (retry !== undefined) return retry;
    const isRefused = status !== undefined && status >= 400 && status < 500;
    if (isRefused || this.#parts.system.configuration.requester.retry !== 'safe') return null;
    return nextAttempt(SAFE, pastOf(event), now) ?? null;
  }

  #count(call: CountedCall): void {
    const { system, counts } = this.#parts;
    const { service, result } = call;
    if (!service.debugger.testMode) counts.called(call);
    const { answer } = result.requests.at(-1) ?? {};
    if (answer === undefined) return;
    // A refusal is an answer.
    this.#failures = answer.status < 500 ? 0 : this.#failures + 1;
    counts.paused(service, this.#failures >= FAILURES);
    if (this.#failures !== FAILURES) return;
    this.#restsUntil = system.now().getTime() + REST;
    system.logger.warn(`${FAILURES} calls in a row have failed; the other system is asked once a minute`, {
      consumer: this.name,
    });
  }
}

class CallFailed extends Error {
  readonly result: RequesterResult;

  constructor(result: RequesterResult) {
    const redirect = result.requests.at(-1)?.answer?.redirect;
    const advice = redirect === undefined ? [] : [redirectAdvice(redirect)];
    super([result.errorMessage.trim(), ...advice].join(' '));
    this.result = result;
  }
}

function readCall({ data }: DeliveredEvent): QueuedCall {
  // Rows of this consumer are written by `Subscriptions` alone.
  return data as unknown as QueuedCall;
}

/** Undefined at the first attempt, also of one that an administrator tries again. */
function pastOf({ attempt, data: { Past: past } }: DeliveredEvent): RetryState | undefined {
  if (attempt < 2 || !isData(past)) return undefined;
  return {
    firstAt: new Date(String(past.firstAt)),
    count: Number(past.count),
    interval: past.interval === undefined ? undefined : Number(past.interval),
    plannedAt: new Date(String(past.plannedAt)),
  };
}
