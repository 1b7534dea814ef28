import type { System } from '../system/open-system.js';
import type { Consumer } from './consumer.js';
import { eventContext } from './event-context.js';
import type { Listener } from './listener.js';

/** A plugin that listens to events: each is tried until it is handled or `events.attempts` are used up, and those behind it wait. */
export function pluginConsumer(system: System, listener: Listener): Consumer {
  const { attempts, delays, timeout, atATime } = system.configuration.events;
  const { plugin } = listener;
  return {
    name: plugin.name,
    timeout,
    timeoutOption: 'events.timeout',
    delays,
    passes: false,
    capacity: () => atATime,
    async handle(event, signal) {
      // An attempt counts from its beginning, so this one is beyond the last: that one never came to its end.
      if (event.attempt > attempts) throw new Error('The process ended while the event was handled.');
      const handler = plugin.events?.[event.name];
      if (handler === undefined) throw new Error(`The plugin no longer listens to "${event.name}".`);
      await handler(event, eventContext(system, listener, { event, signal }));
    },
    next({ attempt }, _error, now) {
      if (attempt >= attempts) return undefined;
      const seconds = delays[Math.min(attempt, delays.length) - 1] ?? 0;
      return { at: new Date(now.getTime() + seconds * 1000) };
    },
  };
}
