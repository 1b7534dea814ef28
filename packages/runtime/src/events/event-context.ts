import type { DeliveredEvent, EventContext } from '@ticketgate/sdk';

import { fetchWithin, hostsOf } from '../fetching/fetcher.js';
import type { System } from '../system/open-system.js';
import type { Listener } from './listener.js';

/** The context of an event handler. */
export function eventContext(
  system: System,
  { plugin, services }: Listener,
  { event, signal }: { readonly event: DeliveredEvent; readonly signal: AbortSignal },
): EventContext<never> {
  const { settings, database, accounts, configuration } = system;
  const requestID = `event-${event.id}`;
  return {
    // What `services` of this plugin made.
    services: services as never,
    logger: system.logger.child({ plugin: plugin.name, event: event.name, eventId: event.id }),
    settings,
    database,
    accounts,
    signal,
    fetch(url, options = {}) {
      const { fetchSeconds: seconds, fetchBytes: bytes } = configuration.limits;
      return fetchWithin(url, options, { ...hostsOf(plugin, settings), seconds, bytes, requestID, signal });
    },
    now: () => system.now(),
    formatTime: system.formatTime,
  };
}
