import { EVENT_CHANNEL } from '@ticketgate/database';

import type { ReadyOperations } from '../plugins/set-up-plugins.js';
import type { System } from '../system/open-system.js';
import { EventDelivery } from './event-delivery.js';
import { addEventMetrics } from './event-metrics.js';

/** Milliseconds between two looks for what is due again, and for plugins whose events nobody delivers since a process ended. */
const LOOK = 2_000;
/** Sent on the channel of events by a process that gives up its plugins. */
const RELEASED = 'released';

/** Delivers events in this process, as far as no other one does. Where no plugin listens, nothing is started. */
export async function startEvents(system: System, { listeners }: Pick<ReadyOperations, 'listeners'>): Promise<void> {
  if (listeners.length === 0) return;
  const { database, closing, logger } = system;
  const count = addEventMetrics(system);
  const deliveries = listeners.map((listener) => new EventDelivery(system, listener, count));
  const wake = () => {
    for (const delivery of deliveries) if (database.claims.has(delivery.name)) delivery.wake();
  };
  const look = async () => {
    try {
      for (const { name } of deliveries) await database.claims.claim(name);
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
    clearInterval(timer);
    stopListening();
    await looking;
    await Promise.all(deliveries.map((delivery) => delivery.stop()));
    await database.claims.release();
    await database.notifications.notify(EVENT_CHANNEL, RELEASED);
  });
  await lookOnce();
}
