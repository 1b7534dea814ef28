import { EVENT_CHANNEL, Leases } from '@ticketgate/database';

import type { ReadyOperations } from '../plugins/set-up-plugins.js';
import type { System } from '../system/open-system.js';
import { EventDelivery } from './event-delivery.js';
import { addEventMetrics } from './event-metrics.js';

/** Milliseconds between two looks for what is due again, for plugins whose events nobody delivers, and to keep the leases of others. */
const LOOK = 2_000;
/** Sent on the channel of events by a process that gives up its plugins. */
const RELEASED = 'released';

/** Delivers events in this process, as far as no other one does. Where no plugin listens, nothing is started. */
export async function startEvents(system: System, { listeners }: Pick<ReadyOperations, 'listeners'>): Promise<void> {
  if (listeners.length === 0) return;
  const { database, closing, logger } = system;
  const count = addEventMetrics(system);
  const leases = new Leases(database);
  const deliveries = listeners.map((listener) => new EventDelivery(system, listener, count));
  const wake = () => {
    for (const delivery of deliveries) if (leases.has(delivery.name)) delivery.wake();
  };
  const look = async () => {
    try {
      for (const { name } of deliveries) await leases.claim(name);
    } catch (error) {
      logger.debug('due events could not be read', { error });
    }
    wake();
  };
  let looking: Promise<void> | undefined;
  const lookOnce = () => (looking ??= look().finally(() => (looking = undefined)));
  const stopListening = await database.notifications.listen(EVENT_CHANNEL, (payload) => {
    if (payload === RELEASED) void lookOnce();
    else wake();
  });
  const timer = setInterval(() => void lookOnce(), LOOK).unref();
  closing.add('the delivery of events', async () => {
    stopListening();
    // Leases are renewed until nothing is being delivered.
    await Promise.all(deliveries.map((delivery) => delivery.stop()));
    clearInterval(timer);
    await looking;
    await leases.release();
    await database.notifications.notify(EVENT_CHANNEL, RELEASED);
  });
  await lookOnce();
}
