import { setTimeout } from 'node:timers/promises';
import { EventQueue, EventAdministration, type EventCount } from '@ticketgate/database';
import { type DeliveredEvent, explainError } from '@ticketgate/sdk';

import { TimeoutExceeded, limited } from '../plugins/plugin-time-limit.js';
import { addReadings } from '../metrics/metrics-registry.js';
import type { System } from '../system/open-system.js';
import { type Consumer, persist } from './consumer.js';

/** The outcome of an attempt to handle an event. */
export interface DeliveryOutcome {
  readonly consumer: string;
  readonly event: DeliveredEvent;
  /** `postponed` events are retried, `dead` ones are not. */
  readonly kind: 'handled' | 'postponed' | 'dead';
  /** Why it was not handled. */
  readonly error?: unknown;
}

/** Seconds that running handlers get when the server stops, and again after their signal was aborted. */
const STOP_TIMEOUT = 5;
/** Milliseconds between two reads, so that one statement reads several events. */
const READ_INTERVAL = 10;
/** Most characters of a stored error. */
const LONGEST_ERROR = 1_000;

/** Delivers events to one consumer: one at a time for each key, different keys in parallel. */
export class EventDelivery {
  readonly #system: System;
  readonly #consumer: Consumer;
  readonly #queue: EventQueue;
  readonly #onOutcome: (outcome: DeliveryOutcome) => void;
  readonly #stopping = new AbortController();
  /** The running attempts. A key has two of them if an event that failed is due together with a later one. */
  readonly #busy = new Map<DeliveredEvent, Promise<void>>();
  #isWanted = false;
  #isStopped = false;
  #taking: Promise<void> | undefined;

  constructor(system: System, consumer: Consumer, onOutcome: (outcome: DeliveryOutcome) => void = () => undefined) {
    this.#system = system;
    this.#consumer = consumer;
    this.#queue = new EventQueue(system.database);
    this.#onOutcome = onOutcome;
  }

  get name(): string {
    return this.#consumer.name;
  }

  /** Starts to deliver the events that are due. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    this.#taking ??= this.#take().finally(() => (this.#taking = undefined));
  }

  /** Resolves when nothing is being delivered. */
  async settled(): Promise<void> {
    while (this.#taking !== undefined || this.#busy.size > 0) await Promise.all([this.#taking, ...this.#busy.values()]);
  }

  /** Takes no further events, and waits for running attempts until a time limit. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const settled = () => this.settled();
    await limited(settled, STOP_TIMEOUT).catch(() => undefined);
    this.#stopping.abort(new Error('The server stops.'));
    await limited(settled, STOP_TIMEOUT).catch(() => undefined);
  }

  async #take(): Promise<void> {
    try {
      while (this.#isWanted && !this.#isStopped) {
        this.#isWanted = false;
        await this.#takeOnce();
        await setTimeout(READ_INTERVAL);
      }
    } catch (error) {
      // The next check for due events retries. That the database is unavailable is logged elsewhere.
      this.#system.logger.debug('events could not be read', { consumer: this.name, error });
    }
  }

  async #takeOnce(): Promise<void> {
    const { name: consumer, delays, allowsOvertaking } = this.#consumer;
    const now = this.#system.now();
    const limit = this.#consumer.capacity(now) - this.#busy.size;
    if (limit <= 0) return;
    const busyKeys = [...this.#busy.keys()].map(({ key }) => key);
    for (const event of await this.#queue.take({ consumer, now, limit, busyKeys, delays, allowsOvertaking })) {
      const handled = this.#handle(event).finally(() => {
        this.#busy.delete(event);
        this.wake();
      });
      this.#busy.set(event, handled);
    }
  }

  async #handle(event: DeliveredEvent): Promise<void> {
    const { logger } = this.#system;
    const about = { consumer: this.name, event: event.name, eventId: event.id, key: event.key, attempt: event.attempt };
    try {
      // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for the promise of its function
      const outcome = await this.#attempt(event).finally(() =>
        // Those who wait for the attempt also look at intervals.
        this.#consumer.afterAttempt?.(event).catch(() => undefined),
      );
      const { kind, error } = outcome;
      if (kind === 'postponed') logger.warn('an event was not handled; it will be tried again', { ...about, error });
      if (kind === 'dead') logger.error('an event was not handled and is not tried again', { ...about, error });
      this.#onOutcome(outcome);
    } catch (error) {
      logger.warn('the outcome of an event could not be recorded; it will be tried again', { ...about, error });
    }
  }

  async #attempt(event: DeliveredEvent): Promise<DeliveryOutcome> {
    const consumer = this.name;
    try {
      await this.#call(event);
    } catch (error) {
      return { consumer, event, kind: await this.#fail(event, error), error };
    }
    await this.#record(() => this.#queue.done(event.id));
    return { consumer, event, kind: 'handled' };
  }

  async #fail(event: DeliveredEvent, error: unknown): Promise<'postponed' | 'dead'> {
    const text = explainError(error).slice(0, LONGEST_ERROR).replaceAll('\0', '');
    const failed = { consumer: this.name, key: event.key, id: event.id, error: text };
    // Retried like an attempt during which the process was killed.
    if (this.#stopping.signal.aborted) return 'postponed';
    const now = this.#system.now();
    const next = this.#consumer.planRetry(event, error, now);
    if (next === undefined) {
      await this.#record(() => this.#queue.markDead(failed, now, this.#consumer.describeFailure?.(event, error, now)));
      return 'dead';
    }
    const { at, data, isUncounted } = next;
    if (data === undefined) await this.#record(() => this.#queue.postpone(failed, at, isUncounted));
    else await this.#record(() => this.#queue.retry({ ...failed, data }, at));
    return 'postponed';
  }

  /** If the outcome were lost, the work would be repeated. */
  #record(write: () => Promise<void>): Promise<void> {
    return persist(write, this.#stopping.signal);
  }

  async #call(event: DeliveredEvent): Promise<void> {
    const { timeout, timeoutOption } = this.#consumer;
    const timeUp = new AbortController();
    const signal = AbortSignal.any([timeUp.signal, this.#stopping.signal]);
    try {
      await limited(() => this.#consumer.handle(event, signal), timeout);
    } catch (error) {
      if (!(error instanceof TimeoutExceeded)) throw error;
      timeUp.abort(error);
      throw new Error(`The handler did not end within ${timeout} s (${timeoutOption}).`, { cause: error });
    }
  }
}

/**
 * Adds metrics of event delivery: attempts, and the backlog, which is queried when the metrics are read.
 *
 * @returns counts an attempt
 */
export function addEventMetrics({ metrics, database }: System): (outcome: DeliveryOutcome) => void {
  if (metrics === undefined) return () => undefined;
  const { client, registry } = metrics;
  const events = new EventAdministration(database);
  const attempts = new client.Counter({
    name: 'ticketgate_event_attempts_total',
    help: 'Attempts to deliver events, by consumer, event and how they ended: handled, postponed, dead.',
    labelNames: ['consumer', 'event', 'outcome'],
    registers: [registry],
  });
  // Both are read at the same moment.
  let counting: Promise<readonly EventCount[]> | undefined;
  const count = () => (counting ??= events.count().finally(() => (counting = undefined)));
  addReadings(metrics, [
    {
      name: 'events',
      help: 'Events by consumer (a plugin, or service:<name> for invokers) and state: waiting, or dead, which are not tried again.',
      labelNames: ['consumer', 'state'],
      isShared: true,
      read: async () =>
        (await count()).flatMap(({ consumer, waiting, dead }) => [
          [{ consumer, state: 'waiting' }, waiting] as const,
          [{ consumer, state: 'dead' }, dead] as const,
        ]),
    },
    {
      name: 'events_overdue_seconds',
      help: 'How long the attempt that has waited longest has been due, by consumer.',
      labelNames: ['consumer'],
      isShared: true,
      read: async () => (await count()).map(({ consumer, overdueSeconds }) => [{ consumer }, overdueSeconds] as const),
    },
  ]);
  return ({ consumer, event, kind }) => attempts.inc({ consumer, event: event.name, outcome: kind });
}
