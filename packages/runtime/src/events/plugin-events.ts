import { EventQueue, eventRow, plannedRow, type QueuedEvent } from '@ticketgate/database';
import { EVENT_CHANNEL } from '@ticketgate/database/postgres';
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
  const possibleOf = (database: Database, events: readonly NewEvent[]): readonly PossibleCall[] => {
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
      ...planRows(possibleOf(database, events), { isTransaction: database.isTransaction === true, now: parts.now() }),
    }),
    announce({ unannounced }) {
      announcer.announce(unannounced);
    },
    refresh: (database, planned) => subscriptions.refresh(database, planned?.known),
    async emit(transaction, events) {
      await subscriptions.refresh(transaction);
      const queued: QueuedEvent[] = [];
      for (const { row, isMet } of possibleOf(transaction, events)) if ((await isMet?.()) !== false) queued.push(row);
      if (queued.length === 0) return [];
      return EventQueue.add(
        transaction,
        queued.map((row) => eventRow({ ...row, notify: true }, parts.now())),
      );
    },
    settled: awaitedCalls,
  };
}

function planRows(
  possible: readonly PossibleCall[],
  { isTransaction, now }: { readonly isTransaction: boolean; readonly now: Date },
): Omit<PlannedEvents, 'known'> {
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

/** Milliseconds between two notifications. */
const INTERVAL = 100;
/** A lost notification does no harm, so the commit does not wait for the disk. */
const NOTIFY = `
select set_config('synchronous_commit', 'off', true), pg_notify($1, consumer) from unnest($2::text[]) consumer`;

/**
 * Notifies consumers of new events, in a transaction of its own for all writes of the last milliseconds: PostgreSQL commits transactions
 * with notifications one at a time. If the process or its connection ends first, the next check for due events finds the events.
 */
export function createAnnouncer(database: Database) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let last = -Infinity;
  /** Notifies at once. Never rejects: that the database is unavailable is logged elsewhere. */
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    const consumers = [...waiting];
    waiting.clear();
    if (consumers.length > 0) await database.query(NOTIFY, [EVENT_CHANNEL, consumers]).catch(() => undefined);
  };
  const announce = (consumers: readonly string[]): void => {
    if (consumers.length === 0) return;
    for (const consumer of consumers) waiting.add(consumer);
    timer ??= setTimeout(() => void flush(), Math.max(0, last + INTERVAL - performance.now()));
  };
  return { announce, flush };
}
