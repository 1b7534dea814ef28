import { EventQueue, Leases } from '@ticketgate/database';
import { EVENT_CHANNEL } from '@ticketgate/database/postgres';
import { Debugger, FailureLimits, type CompiledService, type DebuggerEntry } from '@ticketgate/gateway';

import type { ReadyOperations } from '../plugins/set-up-plugins.js';
import { countCalls, type CallCounts } from './call-counts.js';
import { ServiceConsumer } from './service-consumer.js';
import { openDebuggerSink, type System } from '../system/open-system.js';
import { EventDelivery, addEventMetrics } from './event-delivery.js';
import { pluginConsumer } from './plugin-consumer.js';

/** Milliseconds between two checks for due events and free leases, which also renew the leases of this process. */
const CHECK_INTERVAL = 2_000;
/** The message of a process that has released its leases. */
const RELEASED = 'released';
/** The lease for all web services: a single process calls their invokers. */
const REQUESTER = 'requester';

/** Delivers events in this process if it gets the leases. Without listeners, nothing is started. */
export async function startEvents(
  system: System,
  ready: Pick<ReadyOperations, 'listeners' | 'invokers'>,
): Promise<void> {
  const { subscriptions, logger } = system;
  let delivering: EventDeliveries | undefined;
  const follow = async () => {
    if (ready.listeners.length + subscriptions.services.size === 0) return;
    delivering ??= new EventDeliveries(system, ready);
    await delivering.follow();
  };
  subscriptions.onChange(() => {
    follow().catch((error: unknown) => logger.error('the events of a web service cannot be delivered', { error }));
  });
  await follow();
}

class EventDeliveries {
  readonly #system: System;
  readonly #ready: Pick<ReadyOperations, 'invokers'>;
  readonly #leases: Leases;
  readonly #queue: EventQueue;
  readonly #plugins: ReadonlyMap<string, EventDelivery>;
  readonly #services = new Map<string, EventDelivery>();
  readonly #countAttempt: ReturnType<typeof addEventMetrics>;
  readonly #counts: CallCounts;
  readonly #debugger: Debugger;
  readonly #failures: FailureLimits;
  #started: Promise<void> | undefined;
  #checking: Promise<void> | undefined;

  constructor(system: System, ready: Pick<ReadyOperations, 'listeners' | 'invokers'>) {
    this.#system = system;
    this.#ready = ready;
    this.#leases = new Leases(system.database);
    this.#queue = new EventQueue(system.database);
    this.#countAttempt = addEventMetrics(system);
    this.#counts = countCalls(system);
    const { listeners } = ready;
    this.#plugins = new Map(
      listeners.map((listener) => [
        listener.plugin.name,
        new EventDelivery(system, pluginConsumer(system, listener), this.#countAttempt),
      ]),
    );
    const { logger, configuration } = system;
    this.#debugger = new Debugger(openDebuggerSink(system), logger, configuration.debugLog);
    this.#failures = new FailureLimits({
      ...configuration.debugLog,
      logger,
      now: () => system.now(),
      add: (entry) => this.#debugger.add(entry),
    });
  }

  /** Also delivers to web services that were published since the last call. */
  async follow(): Promise<void> {
    const { subscriptions } = this.#system;
    const before = this.#services.size;
    for (const name of subscriptions.services.keys()) {
      if (this.#services.has(name)) continue;
      const consumer = new ServiceConsumer(name, {
        system: this.#system,
        invokers: this.#ready.invokers,
        service: () => subscriptions.services.get(name),
        record: (entry, ofService) => this.#record(entry, ofService),
        counts: this.#counts,
      });
      this.#services.set(name, new EventDelivery(this.#system, consumer, this.#countAttempt));
    }
    if (this.#plugins.size + this.#services.size > 0) await (this.#started ??= this.#start());
    // Other processes may already have written events for them.
    if (this.#services.size > before) await this.#checkOnce();
  }

  #record(entry: DebuggerEntry, service: CompiledService): boolean {
    const { summary } = entry;
    const isCounted =
      summary?.errorCode !== undefined && !this.#failures.admit({ type: 'Requester', service, summary });
    if (!isCounted) this.#debugger.add(entry);
    return !isCounted;
  }

  async #start(): Promise<void> {
    const { database, closing } = this.#system;
    const stopListening = await database.notifications.listen(EVENT_CHANNEL, (payload) => {
      if (payload === RELEASED) void this.#checkOnce();
      else this.#wake(payload);
    });
    const timer = setInterval(() => void this.#checkOnce(), CHECK_INTERVAL).unref();
    closing.add('the delivery of events', async () => {
      stopListening();
      // The timer renews the leases until the running attempts have ended.
      await Promise.all([...this.#plugins.values(), ...this.#services.values()].map((delivery) => delivery.stop()));
      clearInterval(timer);
      await this.#checking;
      await this.#leases.release();
      this.#failures.report();
      await this.#debugger.flush();
      await database.notifications.notify(EVENT_CHANNEL, RELEASED);
    });
    await this.#checkOnce();
  }

  /** @param name of a consumer; undefined or empty for all consumers */
  #wake(name: string | undefined): void {
    for (const [consumer, delivery] of [...this.#plugins, ...this.#services]) {
      const lease = this.#plugins.has(consumer) ? consumer : REQUESTER;
      if ((name === undefined || name === '' || name === consumer) && this.#leases.has(lease)) delivery.wake();
    }
  }

  #checkOnce(): Promise<void> {
    return (this.#checking ??= this.#check().finally(() => (this.#checking = undefined)));
  }

  async #check(): Promise<void> {
    try {
      for (const name of this.#plugins.keys()) await this.#leases.claim(name);
      if (this.#services.size > 0) await this.#leases.claim(REQUESTER);
      for (const name of await this.#queue.due(this.#system.now())) this.#wake(name);
    } catch (error) {
      this.#system.logger.debug('due events could not be read', { error });
    }
  }
}
