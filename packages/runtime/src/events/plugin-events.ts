import { EventQueue, eventRow, plannedRow, type QueuedEvent } from '@ticketgate/database';
import {
  isDeclared,
  type Database,
  type Events,
  type NewEvent,
  type PlannedEvents,
  type Plugin,
} from '@ticketgate/sdk';

import type { System } from '../system/open-system.js';
import { callDepth, hasAnyName, type PossibleCall } from './subscriptions.js';

/** A plugin that could not be started gets its events after a restart. */
type EventParts = Pick<System, 'plugins' | 'now' | 'subscriptions' | 'awaitedCalls' | 'announcer'>;

/** Creates the port through which a plugin emits events. */
export function createEvents(plugin: Plugin, parts: EventParts): Events {
  const listeners = new Map<string, string[]>();
  for (const { name: listener, events = {} } of parts.plugins) {
    for (const name of Object.keys(events)) listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  }
  const { subscriptions, awaitedCalls, announcer } = parts;
  const findPossible = (database: Database, events: readonly NewEvent[]): readonly PossibleCall[] => {
    requireDeclared(plugin, events);
    const depth = callDepth(database);
    return events.flatMap((event) => {
      const { name, key, data } = event;
      const ofPlugins = (listeners.get(name) ?? []).map((consumer) => ({ row: { name, key, data, consumer } }));
      return [...ofPlugins, ...subscriptions.listCalls(event, depth)];
    });
  };
  return {
    hasListeners: (...names) => hasAnyName(listeners, names) || subscriptions.hasListeners(names),
    plan: (database, events) => ({
      known: subscriptions.version,
      ...planRows(findPossible(database, events), database.isTransaction === true, parts.now()),
    }),
    announce({ unannounced }) {
      announcer.announce(unannounced);
    },
    refresh: (database, planned) => subscriptions.refresh(database, planned?.known),
    async emit(transaction, events) {
      await subscriptions.refresh(transaction);
      const queued: QueuedEvent[] = [];
      for (const { row, isMet } of findPossible(transaction, events)) if ((await isMet?.()) !== false) queued.push(row);
      if (queued.length === 0) return [];
      return EventQueue.add(
        transaction,
        queued.map((row) => eventRow({ ...row, notify: true }, parts.now())),
      );
    },
    settled: awaitedCalls,
  };
}

function planRows(possible: readonly PossibleCall[], isTransaction: boolean, now: Date): Omit<PlannedEvents, 'known'> {
  if (possible.some(({ isMet }) => isMet !== undefined)) return { rows: [], unannounced: [], isComplete: false };
  const queued = possible.map(({ row }) => ({ ...row, notify: isTransaction || row.waits === true }));
  return {
    rows: queued.map((row) => plannedRow(row, now)),
    unannounced: queued.flatMap(({ consumer, notify }) => (notify ? [] : [consumer])),
    isComplete: true,
  };
}

function requireDeclared({ name: plugin, emits = [] }: Plugin, events: readonly NewEvent[]): void {
  const foreign = events.find(({ name }) => !isDeclared(emits, name));
  if (foreign === undefined) return;
  throw new Error(
    `The plugin "${plugin}" emits "${foreign.name}", which it does not declare. Add it to emits of definePlugin.`,
  );
}
