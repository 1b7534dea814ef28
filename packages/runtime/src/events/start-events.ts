import { EventQueue, Leases } from '@ticketgate/database';
import { Debugger, DEBUGGER_PACE } from '@ticketgate/gateway';
import { EVENT_CHANNEL } from '@ticketgate/postgres';

import type { ReadyOperations } from '../plugins/set-up-plugins.js';
import { countCalls, type CallCounts } from '../requester/call-counts.js';
import { ServiceConsumer } from '../requester/service-consumer.js';
import { debuggerSinkOf } from '../system/debugger-sink.js';
import type { System } from '../system/open-system.js';
import { EventDelivery } from './event-delivery.js';
import { addEventMetrics } from './event-metrics.js';
import { pluginConsumer } from './plugin-consumer.js';

/** Milliseconds between two looks for what is due again, for consumers whose events nobody delivers, and to keep the leases of others. */
const LOOK = 2_000;
/** Sent on the channel of events by a process that gives up its consumers. */
const RELEASED = 'released';
/** The lease of all web services: one process calls their invokers. */
const REQUESTER = 'requester';

/** Delivers events in this process, as far as no other one does. Where nobody listens, nothing is started. */
export async function startEvents(
  system: System,
  ready: Pick<ReadyOperations, 'listeners' | 'requester'>,
): Promise<void> {
  const { subscriptions, logger } = system;
  let delivering: EventDeliveries | undefined;
  const follow = async () => {
    if (ready.listeners.length + subscriptions.services.size === 0) return;
    delivering ??= new EventDeliveries(system, ready);
    await delivering.follow();
  };
  subscriptions.onChange(() => {
    follow().catch((error: unknown) => {
      logger.error('the events of a web service cannot be delivered', { error });
    });
  });
  await follow();
}

/** The deliveries of this process. */
class EventDeliveries {
  readonly #system: System;
  readonly #ready: Pick<ReadyOperations, 'requester'>;
  readonly #leases: Leases;
  readonly #queue: EventQueue;
  readonly #plugins: ReadonlyMap<string, EventDelivery>;
  readonly #services = new Map<string, EventDelivery>();
  readonly #count: ReturnType<typeof addEventMetrics>;
  readonly #calls: CallCounts;
  readonly #record: Debugger;
  #started: Promise<void> | undefined;
  #looking: Promise<void> | undefined;

  constructor(system: System, ready: Pick<ReadyOperations, 'listeners' | 'requester'>) {
    this.#system = system;
    this.#ready = ready;
    this.#leases = new Leases(system.database);
    this.#queue = new EventQueue(system.database);
    this.#count = addEventMetrics(system);
    this.#calls = countCalls(system);
    const { listeners } = ready;
    this.#plugins = new Map(
      listeners.map((listener) => [
        listener.plugin.name,
        new EventDelivery(system, pluginConsumer(system, listener), this.#count),
      ]),
    );
    const { queueLength, queueBytes } = system.configuration.debugLog;
    const limits = { queueLength, queueBytes, ...DEBUGGER_PACE };
    this.#record = new Debugger(debuggerSinkOf(system), system.logger, limits);
  }

  /** Delivers to the web services that are published now. Events of others wait. */
  async follow(): Promise<void> {
    const { subscriptions } = this.#system;
    const before = this.#services.size;
    for (const name of subscriptions.services.keys()) {
      if (this.#services.has(name)) continue;
      const service = () => subscriptions.services.get(name);
      const record = this.#record.add.bind(this.#record);
      const parts = {
        system: this.#system,
        requester: this.#ready.requester,
        service,
        record,
        counts: this.#calls,
      };
      this.#services.set(name, new EventDelivery(this.#system, new ServiceConsumer(name, parts), this.#count));
    }
    if (this.#plugins.size + this.#services.size > 0) await (this.#started ??= this.#start());
    // Others may have written events for them before this process knew of them.
    if (this.#services.size > before) await this.#lookOnce();
  }

  async #start(): Promise<void> {
    const { database, closing } = this.#system;
    const stopListening = await database.notifications.listen(EVENT_CHANNEL, (payload) => {
      if (payload === RELEASED) void this.#lookOnce();
      else this.#wake(payload);
    });
    const timer = setInterval(() => void this.#lookOnce(), LOOK).unref();
    closing.add('the delivery of events', async () => {
      stopListening();
      // Leases are renewed until nothing is being delivered.
      await Promise.all([...this.#plugins.values(), ...this.#services.values()].map((delivery) => delivery.stop()));
      clearInterval(timer);
      await this.#looking;
      await this.#leases.release();
      await this.#record.flush();
      await database.notifications.notify(EVENT_CHANNEL, RELEASED);
    });
    await this.#lookOnce();
  }

  /** @param name of one consumer; undefined or empty: of any */
  #wake(name: string | undefined): void {
    for (const [consumer, delivery] of [...this.#plugins, ...this.#services]) {
      const lease = this.#plugins.has(consumer) ? consumer : REQUESTER;
      if ((name === undefined || name === '' || name === consumer) && this.#leases.has(lease)) delivery.wake();
    }
  }

  #lookOnce(): Promise<void> {
    return (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)));
  }

  async #look(): Promise<void> {
    try {
      for (const name of this.#plugins.keys()) await this.#leases.claim(name);
      if (this.#services.size > 0) await this.#leases.claim(REQUESTER);
      for (const name of await this.#queue.due(this.#system.now())) this.#wake(name);
    } catch (error) {
      this.#system.logger.debug('due events could not be read', { error });
    }
  }
}
