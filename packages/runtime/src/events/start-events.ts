import { EventQueue, Leases } from '@ticketgate/database';
import { EVENT_CHANNEL } from '@ticketgate/database/postgres';
import { Debugger, FailureLimits, type CompiledService, type DebuggerEntry } from '@ticketgate/gateway';

import type { ReadyOperations } from '../plugins/set-up-plugins.js';
import { countCalls } from './call-counts.js';
import { ServiceConsumer } from './service-consumer.js';
import { makeOnce } from '../system/make-once.js';
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
export async function startEvents(system: System, ready: Ready): Promise<void> {
  const { subscriptions, logger } = system;
  let followServices: (() => Promise<void>) | undefined;
  const follow = async () => {
    if (ready.listeners.length + subscriptions.services.size === 0) return;
    followServices ??= deliverEvents(system, ready);
    await followServices();
  };
  subscriptions.onChange(() => {
    follow().catch((error: unknown) => logger.error('the events of a web service cannot be delivered', { error }));
  });
  await follow();
}

type Ready = Pick<ReadyOperations, 'listeners' | 'invokers'>;

/** @returns delivers to the web services that are published now, too */
function deliverEvents(system: System, { listeners, invokers }: Ready): () => Promise<void> {
  const { subscriptions } = system;
  const countAttempt = addEventMetrics(system);
  const { record, closeRecord } = openRecord(system);
  const parts = { system, invokers, counts: countCalls(system), record };
  const plugins = new Map(
    listeners.map((listener) => {
      const consumer = pluginConsumer(system, listener);
      return [consumer.name, new EventDelivery(system, consumer, countAttempt)];
    }),
  );
  const services = new Map<string, EventDelivery>();
  const { start, checkOnce } = followEvents(system, { plugins, services, closeRecord });
  const startOnce = makeOnce(start);
  return async () => {
    const before = services.size;
    for (const name of subscriptions.services.keys()) {
      if (services.has(name)) continue;
      const consumer = new ServiceConsumer(name, { ...parts, service: () => subscriptions.services.get(name) });
      services.set(name, new EventDelivery(system, consumer, countAttempt));
    }
    if (plugins.size + services.size > 0) await startOnce();
    // Other processes may already have written events for them.
    if (services.size > before) await checkOnce();
  };
}

/** Writes calls to the debug log; failures beyond the limits are only counted. */
function openRecord(system: System) {
  const { logger, configuration } = system;
  const debugLog = new Debugger(openDebuggerSink(system), logger, configuration.debugLog);
  const add = (entry: DebuggerEntry) => debugLog.add(entry);
  const failures = new FailureLimits({ ...configuration.debugLog, logger, now: () => system.now(), add });
  const record = (entry: DebuggerEntry, service: CompiledService): boolean => {
    const { summary } = entry;
    const isCounted = summary?.errorCode !== undefined && !failures.admit({ type: 'Requester', service, summary });
    if (!isCounted) add(entry);
    return !isCounted;
  };
  const closeRecord = async (): Promise<void> => {
    failures.report();
    await debugLog.flush();
  };
  return { record, closeRecord };
}

interface Deliveries {
  readonly plugins: ReadonlyMap<string, EventDelivery>;
  readonly services: ReadonlyMap<string, EventDelivery>;
  readonly closeRecord: () => Promise<void>;
}

/** Wakes deliveries whose lease this process has, for events that are due. */
function followEvents({ database, logger, closing, now }: System, { plugins, services, closeRecord }: Deliveries) {
  const leases = new Leases(database);
  const queue = new EventQueue(database);
  /** @param name of a consumer; undefined or empty for all consumers */
  const wake = (name: string | undefined) => {
    for (const [consumer, delivery] of [...plugins, ...services]) {
      const lease = plugins.has(consumer) ? consumer : REQUESTER;
      if ((name === undefined || name === '' || name === consumer) && leases.has(lease)) delivery.wake();
    }
  };
  const check = async () => {
    try {
      for (const name of plugins.keys()) await leases.claim(name);
      if (services.size > 0) await leases.claim(REQUESTER);
      for (const name of await queue.due(now())) wake(name);
    } catch (error) {
      logger.debug('due events could not be read', { error });
    }
  };
  let checking: Promise<void> | undefined;
  const checkOnce = () => (checking ??= check().finally(() => (checking = undefined)));
  const start = async () => {
    const stopListening = await database.notifications.listen(EVENT_CHANNEL, (payload) => {
      if (payload === RELEASED) void checkOnce();
      else wake(payload);
    });
    const timer = setInterval(() => void checkOnce(), CHECK_INTERVAL).unref();
    closing.add('the delivery of events', async () => {
      stopListening();
      // The timer renews the leases until the running attempts have ended.
      await Promise.all([...plugins.values(), ...services.values()].map((delivery) => delivery.stop()));
      clearInterval(timer);
      await checking;
      await leases.release();
      await closeRecord();
      await database.notifications.notify(EVENT_CHANNEL, RELEASED);
    });
    await checkOnce();
  };
  return { start, checkOnce };
}
