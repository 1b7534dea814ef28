import { EventQueue } from '@ticketgate/database';
import type { Events, Plugin } from '@ticketgate/sdk';

export interface EventParts {
  /** All that were loaded, also those that could not be started: they get their events once they are. */
  readonly plugins: readonly Plugin[];
  now(): Date;
}

/** The port by which a plugin emits events. */
export function eventsOf(plugin: Plugin, parts: EventParts): Events {
  const listeners = new Map<string, string[]>();
  for (const { name: listener, events = {} } of parts.plugins) {
    for (const name of Object.keys(events)) listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  }
  const own = new Set(plugin.emits ?? []);
  return {
    isHeard: (...names) => names.some((name) => listeners.has(name)),
    async emit(transaction, events) {
      const foreign = events.find(({ name }) => !own.has(name));
      if (foreign !== undefined) {
        throw new Error(
          `The plugin "${plugin.name}" emits "${foreign.name}", which it does not declare. Add it to emits of definePlugin.`,
        );
      }
      const queued = events.flatMap((event) =>
        (listeners.get(event.name) ?? []).map((listener) => ({ ...event, plugin: listener })),
      );
      if (queued.length > 0) await EventQueue.add(transaction, queued, parts.now());
    },
  };
}
