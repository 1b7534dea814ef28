import { EventRefused, type DeliveredEvent, type EventContext, type Plugin } from '@ticketgate/sdk';

import { fetchWithin, readAllowedHosts } from '../fetching/fetcher.js';
import type { System } from '../system/open-system.js';
import { type Consumer, isDatabaseAway } from './consumer.js';

/** A plugin that listens to events, and what its `services` returned. */
export interface Listener {
  readonly plugin: Plugin;
  readonly services: unknown;
}

/** Calls the handlers of a plugin. An event is tried up to `events.attempts` times, and later events of its key wait for it. */
export function pluginConsumer(system: System, listener: Listener): Consumer {
  const { attempts, delays, timeout, atATime } = system.configuration.events;
  const { plugin } = listener;
  return {
    name: plugin.name,
    timeout,
    timeoutOption: 'events.timeout',
    delays,
    allowsOvertaking: false,
    capacity: () => atATime,
    async handle(event, signal) {
      // Attempts are counted when they begin: the process ended during the last one.
      if (event.attempt > attempts) throw new Error('The process ended while the event was handled.');
      const handler = plugin.events?.[event.name];
      if (handler === undefined) throw new Error(`The plugin no longer listens to "${event.name}".`);
      await handler(event, eventContext(system, listener, { event, signal }));
    },
    planRetry({ attempt }, error, now) {
      const isUncounted = isDatabaseAway(error);
      if (isRefused(error) || (attempt >= attempts && !isUncounted)) return undefined;
      const seconds = delays[Math.min(attempt, delays.length) - 1] ?? 0;
      return { at: new Date(now.getTime() + seconds * 1000), ...(isUncounted && { isUncounted }) };
    },
  };
}

/** Also true for errors created by another copy of the SDK. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && error.name === EventRefused.name;
}

function eventContext(
  system: System,
  { plugin, services }: Listener,
  { event, signal }: { readonly event: DeliveredEvent; readonly signal: AbortSignal },
): EventContext<never> {
  const { settings, database, accounts, configuration } = system;
  const requestID = `event-${event.id}`;
  return {
    // The result of this plugin's own `services`.
    services: services as never,
    logger: system.logger.child({ plugin: plugin.name, event: event.name, eventId: event.id }),
    settings,
    database,
    accounts,
    signal,
    fetch(url, options = {}) {
      const { fetchSeconds: seconds, fetchBytes: bytes } = configuration.limits;
      return fetchWithin(url, options, { ...readAllowedHosts(plugin, settings), seconds, bytes, requestID, signal });
    },
    now: () => system.now(),
    formatTime: system.formatTime,
  };
}
