import type { Accounts } from './accounts.js';
import type { Data } from './data.js';
import type { Database } from './database.js';
import type { Logger } from './logger.js';
import type { OperationContext } from './operation.js';
import type { Settings } from './settings.js';
import { suggest } from './suggest.js';

/**
 * The data of all events by name. A plugin adds its own:
 *
 * @example
 * declare module '@ticketgate/sdk' {
 *   interface KnownEvents {
 *     'room.booked': { readonly RoomID: number };
 *   }
 * }
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- plugins fill it
export interface KnownEvents {}

/** The name of an event of {@link KnownEvents}. */
export type EventName = keyof KnownEvents;

/** The data of an event of {@link KnownEvents}; any object if the name is only known at run time. */
export type EventData<Name extends string> = Name extends EventName ? KnownEvents[Name] : Data;

/** An event to be emitted. */
export interface NewEvent<Name extends string = string> {
  /** One of the names that the plugin declares with `emits`, for example `room.booked`. */
  readonly name: Name;
  /** The subject of the event, for example `room:7`. Events with the same key are delivered in order, others in parallel. */
  readonly key: string;
  /** Data for listeners: ids rather than contents, which may change before the event is delivered. */
  readonly data: EventData<Name>;
  /** Reads the data that conditions of invokers refer to, for example a ticket. Called in the transaction, and only if there is a condition. */
  readonly subject?: () => Promise<Data>;
}

/** Events that a statement inserts together with its other writes, with `insertEvents` of `@ticketgate/database/postgres`. */
export interface PlannedEvents {
  /** The version of the definitions for which the listeners were found; undefined in processes that do not follow them. */
  readonly known: number | undefined;
  /** Rows of the outbox, as JSON. */
  readonly rows: readonly string[];
  /** The consumers that {@link Events.announce} notifies; empty in a transaction, which notifies them when it commits. */
  readonly unannounced: readonly string[];
  /** False if a condition of an invoker needs the subject. Then there are no rows; use {@link Events.emit} in a transaction. */
  readonly isComplete: boolean;
}

/** A placeholder, in data or keys of planned events, for a column of the statement that inserts them, such as the id of a new row. */
export function later(column: string): number {
  // A cast: the placeholder is text, which the statement replaces with a number.
  return `\0${column}\0` as unknown as number;
}

/** Emits events to plugins and invokers. They are delivered after the commit of the transaction. */
export interface Events {
  /** Whether anything listens to one of these names; `room.*` matches all names with this prefix. */
  hasListeners(...names: readonly EventName[]): boolean;
  /**
   * Plans the rows of events for a statement that inserts them itself. If `known` is outdated, the statement writes nothing: call
   * {@link Events.refresh} and plan again.
   */
  plan(database: Database, events: readonly NewEvent[]): PlannedEvents;
  /** Notifies the consumers of planned events. Call it after the statement. */
  announce(planned: PlannedEvents): void;
  /**
   * Updates the listeners if definitions have changed. Call it in a transaction before {@link Events.hasListeners};
   * {@link Events.emit} calls it itself.
   *
   * @returns whether the listeners, or those of the plan, were outdated
   */
  refresh(database: Database, planned?: PlannedEvents): Promise<boolean>;
  /**
   * Writes events in the transaction that causes them. Events with the same key are delivered in the order in which they were emitted, so
   * lock or write the subject first. An invoker must use a transaction of its context, which limits calls that cause each other.
   *
   * @returns ids of invoker calls that the client waits for, for {@link Events.settled} after the transaction
   * @throws Error for a name that the plugin does not declare
   * @example
   * await context.database.withTransaction(async (transaction) => {
   *   await transaction.query('update room set guest = $1 where id = $2', [guest, id]);
   *   await events.emit(transaction, [{ name: 'room.booked', key: `room:${id}`, data: { RoomID: id } }]);
   * });
   */
  emit<const Name extends EventName>(
    transaction: Database,
    events: readonly NewEvent<Name>[],
  ): Promise<readonly string[]>;
  /** Waits for invoker calls, at most for `requester.syncLimit`, but not for those of an open transaction. */
  settled(emitted: readonly string[]): Promise<void>;
}

/** Events for systems without listeners. */
export const NO_EVENTS: Events = {
  hasListeners: () => false,
  plan: () => ({ known: undefined, rows: [], unannounced: [], isComplete: true }),
  announce: () => undefined,
  refresh: () => Promise.resolve(false),
  emit: () => Promise.resolve([]),
  settled: () => Promise.resolve(),
};

/** Whether an event name is declared, either itself or by a prefix followed by `*`. */
export function isDeclared(declared: Iterable<string>, name: string): boolean {
  return [...declared].some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : each === name));
}

/** The event that was probably meant: the family's events have other names (`TicketCreate`) than those of plugins (`ticket.created`). */
export function suggestEvent(name: string, known: readonly string[]): string | undefined {
  return suggest(
    name,
    known.filter((each) => each.includes('.') === name.includes('.')),
  );
}

/** An event as a listener gets it. */
export interface DeliveredEvent<Name extends string = string> extends NewEvent<Name> {
  /** The same for every attempt, so that a handler can recognise an event; unique per plugin. */
  readonly id: string;
  /** When it was emitted. */
  readonly at: Date;
  /** Counted from 1. */
  readonly attempt: number;
}

/** Thrown by an event handler to give up on an event, for example because the other system will always refuse it. */
export class EventRefused extends Error {
  override readonly name = 'EventRefused';
}

/** The context of an event handler: like that of an operation, but without caller and request. */
export interface EventContext<Services = unknown> {
  /** The parts that all operations and handlers of the plugin share. */
  readonly services: Services;
  /** Its lines carry the id of the event. */
  readonly logger: Logger;
  readonly settings: Settings;
  readonly database: Database;
  readonly accounts: Accounts;
  /** Aborted after `events.timeout`, or when the server stops. */
  readonly signal: AbortSignal;
  /** Like {@link OperationContext.fetch}. `X-Request-Id` is `event-<id>`, the same for every attempt. */
  readonly fetch: OperationContext['fetch'];
  now(): Date;
  /** Formats a time as `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  formatTime(moment: Date): string;
}

/**
 * Handles an event. It is called at least once for each event, and again if it throws. It may also be called again after success, for example
 * if the process was killed before that was recorded.
 */
export type EventHandler<Services = unknown, Name extends string = string> = (
  event: DeliveredEvent<Name>,
  context: EventContext<Services>,
) => Promise<void> | void;
