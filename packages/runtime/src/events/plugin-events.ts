import { EventQueue, type QueuedEvent } from '@ticketgate/database';
import { isDeclared, type Events, type NewEvent, type Plugin } from '@ticketgate/sdk';

import type { AwaitedCalls } from '../requester/awaited-calls.js';
import type { Subscriptions } from '../requester/subscriptions.js';

interface EventParts {
  /** All that were loaded, also those that could not be started: they get their events once they are. */
  readonly plugins: readonly Plugin[];
  now(): Date;
  readonly subscriptions: Subscriptions;
  readonly awaitedCalls: Pick<AwaitedCalls, 'settled'>;
}

/** The port by which a plugin emits events. */
export function eventsOf(plugin: Plugin, parts: EventParts): Events {
  const listeners = new Map<string, string[]>();
  for (const { name: listener, events = {} } of parts.plugins) {
    for (const name of Object.keys(events)) listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  }
  const own = plugin.emits ?? [];
  const { subscriptions, awaitedCalls } = parts;
  const rowsOf = async (event: NewEvent): Promise<readonly QueuedEvent[]> => {
    const { name, key, data } = event;
    const plugins = (listeners.get(name) ?? []).map((listener) => ({ name, key, data, plugin: listener }));
    return subscriptions.isHeard(name) ? [...plugins, ...(await subscriptions.callsOf(event))] : plugins;
  };
  return {
    isHeard: (...names) => names.some((name) => listeners.has(name) || subscriptions.isHeard(name)),
    async emit(transaction, events) {
      const foreign = events.find(({ name }) => !isDeclared(own, name));
      if (foreign !== undefined) {
        throw new Error(
          `The plugin "${plugin.name}" emits "${foreign.name}", which it does not declare. Add it to emits of definePlugin.`,
        );
      }
      const queued: QueuedEvent[] = [];
      for (const event of events) queued.push(...(await rowsOf(event)));
      if (queued.length === 0) return [];
      const ids = await EventQueue.add(transaction, queued, parts.now());
      return ids.filter((_, index) => queued[index]?.data.Waits === true);
    },
    settled: (ids) => awaitedCalls.settled(ids),
  };
}
