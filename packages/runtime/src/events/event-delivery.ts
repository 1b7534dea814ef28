import { EventQueue } from '@ticketgate/database';
import type { DeliveredEvent } from '@ticketgate/sdk';

import { NotInTime, withTimeout } from '../plugins/with-timeout.js';
import type { System } from '../system/open-system.js';
import { eventContext } from './event-context.js';
import type { Listener } from './listener.js';

/** How an attempt to deliver an event ended. */
export interface DeliveryOutcome {
  readonly plugin: string;
  readonly event: DeliveredEvent;
  /** `postponed`: it is tried again. `dead`: it is not. */
  readonly kind: 'handled' | 'postponed' | 'dead';
  /** Why it was not handled. */
  readonly error?: unknown;
}

/** Milliseconds that handlers get to end by themselves when the server stops, and again once their signal is aborted. */
const STOP_PATIENCE = 5_000;
/** Characters that are kept of an error. */
const LONGEST_ERROR = 1_000;

/** Calls the handlers of one plugin: the events of a key one after the other, those of several keys at a time. */
export class EventDelivery {
  readonly #system: System;
  readonly #listener: Listener;
  readonly #queue: EventQueue;
  readonly #onOutcome: (outcome: DeliveryOutcome) => void;
  readonly #stopping = new AbortController();
  /** The calls that are being handled, by key. */
  readonly #busy = new Map<string, Promise<void>>();
  #isWanted = false;
  #isStopped = false;
  #taking: Promise<void> | undefined;

  constructor(system: System, listener: Listener, onOutcome: (outcome: DeliveryOutcome) => void = () => undefined) {
    this.#system = system;
    this.#listener = listener;
    this.#queue = new EventQueue(system.database);
    this.#onOutcome = onOutcome;
  }

  get name(): string {
    return this.#listener.plugin.name;
  }

  /** Events that are being handled. */
  get busy(): number {
    return this.#busy.size;
  }

  /** Delivers what is due, and what becomes due while it does so. */
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

  /** Takes no more events, and waits for those that are being handled, within patience. */
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
      }
    } catch (error) {
      // Somebody looks again soon, and others log that the database is away.
      this.#system.logger.debug('events could not be read', { plugin: this.name, error });
    }
  }

  async #takeOnce(): Promise<void> {
    const { atATime, delays } = this.#system.configuration.events;
    const limit = atATime - this.#busy.size;
    if (limit <= 0) return;
    const now = this.#system.now();
    const busyKeys = [...this.#busy.keys()];
    for (const event of await this.#queue.take({ plugin: this.name, now, limit, busyKeys, delays })) {
      const handled = this.#handle(event).finally(() => {
        this.#busy.delete(event.key);
        this.wake();
      });
      this.#busy.set(event.key, handled);
    }
  }

  async #handle(event: DeliveredEvent): Promise<void> {
    const { logger } = this.#system;
    const about = { plugin: this.name, event: event.name, eventId: event.id, key: event.key, attempt: event.attempt };
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
    const plugin = this.name;
    const { attempts, delays } = this.#system.configuration.events;
    try {
      await this.#call(event);
      await this.#queue.done(event.id);
      return { plugin, event, kind: 'handled' };
    } catch (error) {
      const failed = { plugin, key: event.key, id: event.id, error: textOf(error) };
      const now = this.#system.now();
      if (event.attempt >= attempts) {
        await this.#queue.markDead(failed, now);
        return { plugin, event, kind: 'dead', error };
      }
      const seconds = delays[Math.min(event.attempt, delays.length) - 1] ?? 0;
      await this.#queue.postpone(failed, new Date(now.getTime() + seconds * 1000));
      return { plugin, event, kind: 'postponed', error };
    }
  }

  async #call(event: DeliveredEvent): Promise<void> {
    const { attempts, timeout } = this.#system.configuration.events;
    // An attempt counts from its beginning, so this one is beyond the last: that one never came to its end.
    if (event.attempt > attempts) throw new Error('The process ended while the event was handled.');
    const handler = this.#listener.plugin.events?.[event.name];
    if (handler === undefined) throw new Error(`The plugin no longer listens to "${event.name}".`);
    const timeUp = new AbortController();
    const signal = AbortSignal.any([timeUp.signal, this.#stopping.signal]);
    const context = eventContext(this.#system, this.#listener, { event, signal });
    try {
      await withTimeout(() => handler(event, context), timeout);
    } catch (error) {
      if (!(error instanceof NotInTime)) throw error;
      timeUp.abort(error);
      throw new Error(`The handler did not end within ${timeout} s (events.timeout).`, { cause: error });
    }
  }
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR).replaceAll('\0', '');
}
