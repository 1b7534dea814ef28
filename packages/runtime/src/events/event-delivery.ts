import { setTimeout } from 'node:timers/promises';
import { EventQueue } from '@ticketgate/database';
import type { DeliveredEvent } from '@ticketgate/sdk';

import { TimeoutExceeded, withTimeout } from '../plugins/with-timeout.js';
import type { System } from '../system/open-system.js';
import type { Consumer } from './consumer.js';

/** How an attempt to deliver an event ended. */
export interface DeliveryOutcome {
  readonly consumer: string;
  readonly event: DeliveredEvent;
  /** `postponed`: it is tried again. `dead`: it is not. */
  readonly kind: 'handled' | 'postponed' | 'dead';
  /** Why it was not handled. */
  readonly error?: unknown;
}

/** Milliseconds that handlers get to end by themselves when the server stops, and again once their signal is aborted. */
const STOP_PATIENCE = 5_000;
/** Milliseconds in which events gather before more are taken: one statement for several takes little more than for one. */
const GATHER = 10;
/** Characters that are kept of an error. */
const LONGEST_ERROR = 1_000;

/** Delivers events to one consumer: those of a key one after the other, those of several keys at a time. */
export class EventDelivery {
  readonly #system: System;
  readonly #consumer: Consumer;
  readonly #queue: EventQueue;
  readonly #onOutcome: (outcome: DeliveryOutcome) => void;
  readonly #stopping = new AbortController();
  /** The calls that are being handled, by key. */
  readonly #busy = new Map<string, Promise<void>>();
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

  /** Events that are being handled. */
  get busy(): number {
    return this.#busy.size;
  }

  /** Delivers the events that are due, until none is left. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    this.#taking ??= this.#take().finally(() => (this.#taking = undefined));
  }

  /** Resolves when nothing is being delivered. */
  async settled(): Promise<void> {
    while (this.#taking !== undefined || this.#busy.size > 0) {
      await Promise.all([this.#taking, ...this.#busy.values()]);
    }
  }

  /** Stops taking events, and waits up to a time limit for those that are being handled. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const settled = () => this.settled();
    await withTimeout(settled, STOP_PATIENCE / 1000).catch(() => undefined);
    this.#stopping.abort(new Error('The server stops.'));
    await withTimeout(settled, STOP_PATIENCE / 1000).catch(() => undefined);
  }

  async #take(): Promise<void> {
    try {
      while (this.#isWanted && !this.#isStopped) {
        this.#isWanted = false;
        await this.#takeOnce();
        await setTimeout(GATHER);
      }
    } catch (error) {
      // Somebody looks again soon, and others log that the database is away.
      this.#system.logger.debug('events could not be read', { consumer: this.name, error });
    }
  }

  async #takeOnce(): Promise<void> {
    const { name: consumer, delays, passes } = this.#consumer;
    const now = this.#system.now();
    const limit = this.#consumer.capacity(now) - this.#busy.size;
    if (limit <= 0) return;
    const busyKeys = [...this.#busy.keys()];
    for (const event of await this.#queue.take({ consumer, now, limit, busyKeys, delays, passes })) {
      const handled = this.#handle(event).finally(() => {
        this.#busy.delete(event.key);
        this.wake();
      });
      this.#busy.set(event.key, handled);
    }
  }

  async #handle(event: DeliveredEvent): Promise<void> {
    const { logger } = this.#system;
    const about = { consumer: this.name, event: event.name, eventId: event.id, key: event.key, attempt: event.attempt };
    try {
      const outcome = await this.#attempt(event);
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
      const failure = await this.#failureOf(event);
      if (failure === undefined) {
        await this.#queue.done(event.id);
        return { consumer, event, kind: 'handled' };
      }
      const { error } = failure;
      return { consumer, event, kind: await this.#fail(event, error), error };
    } finally {
      await this.#consumer.ended?.(event);
    }
  }

  async #failureOf(event: DeliveredEvent): Promise<{ readonly error: unknown } | undefined> {
    try {
      await this.#call(event);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  async #fail(event: DeliveredEvent, error: unknown): Promise<'postponed' | 'dead'> {
    const failed = { consumer: this.name, key: event.key, id: event.id, error: textOf(error) };
    // It is tried again as after a kill.
    if (this.#stopping.signal.aborted) return 'postponed';
    const now = this.#system.now();
    const next = this.#consumer.next(event, error, now);
    if (next === undefined) {
      await this.#queue.markDead(failed, now);
      return 'dead';
    }
    if (next.data === undefined) await this.#queue.postpone(failed, next.at);
    else await this.#queue.retry({ ...failed, data: next.data }, next.at);
    return 'postponed';
  }

  async #call(event: DeliveredEvent): Promise<void> {
    const { timeout, timeoutOption } = this.#consumer;
    const timeUp = new AbortController();
    const signal = AbortSignal.any([timeUp.signal, this.#stopping.signal]);
    try {
      await withTimeout(() => this.#consumer.handle(event, signal), timeout);
    } catch (error) {
      if (!(error instanceof TimeoutExceeded)) throw error;
      timeUp.abort(error);
      throw new Error(`The handler did not end within ${timeout} s (${timeoutOption}).`, { cause: error });
    }
  }
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR).replaceAll('\0', '');
}
