import type { Accounts } from './accounts.js';
import type { Data } from './data.js';
import type { Database } from './database.js';
import type { Logger } from './logger.js';
import type { OperationContext } from './operation.js';
import type { Settings } from './settings.js';

/**
 * The events that there are, by their names, with their data. A plugin adds its own:
 *
 * @example
 * declare module '@ticketgate/sdk' {
 *   interface KnownEvents {
 *     'room.booked': { readonly RoomID: number };
 *   }
 * }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- plugins fill it
export interface KnownEvents {}

/** The name of an event of {@link KnownEvents}. */
export type EventName = keyof KnownEvents;

/** The data of an event of {@link KnownEvents}; of a name that is only known when the program runs, any object. */
export type EventData<Name extends string> = Name extends EventName ? KnownEvents[Name] : Data;

/** Something that happened, as a plugin reports it. */
export interface NewEvent<Name extends string = string> {
  /** One of the names that the plugin declares with `emits`, for example `room.booked`. */
  readonly name: Name;
  /** Its subject, for example `room:7`: events with the same key are delivered in order, others in parallel. */
  readonly key: string;
  /** The data of events for listeners: ids and numbers rather than contents, which may have changed by then. */
  readonly data: EventData<Name>;
  /** The data that conditions of invokers look at, for example a ticket with its fields. It is read in the transaction, and only if a condition needs it. */
  readonly subject?: () => Promise<Data>;
}

/** The events of a write, for the statement that writes it: `insertEvents` of `@ticketgate/postgres` adds them. */
export interface PlannedEvents {
  /** The version of all definitions whose listeners this process knows; undefined: it does not follow them. */
  readonly known: number | undefined;
  /** Rows of the outbox, as JSON. */
  readonly rows: readonly string[];
  /** The consumers of the rows, whom {@link Events.announce} tells of them; none in a transaction, which tells them itself at its commit. */
  readonly unannounced: readonly string[];
  /** False where a condition of an invoker looks at the subject: then there are no rows, and the events are emitted in the transaction. */
  readonly isComplete: boolean;
}

/** Stands for the value of a column that the statement with planned events makes, such as the id of a new row: in their data or keys. */
export function later(column: string): number {
  // The statement replaces it by a number.
  return `\0${column}\0` as unknown as number;
}

/** Tells other plugins what happened, after the transaction has committed, and never if it is rolled back. */
export interface Events {
  /** Whether anybody listens to one of these names, of which `room.*` stands for all that begin so. If nobody does, no event is needed. */
  hasListeners(...names: readonly EventName[]): boolean;
  /**
   * The rows of events for a statement that makes them true and adds them itself. It writes nothing if `known` is out of date:
   * {@link Events.refresh}, then plan again.
   */
  plan(database: Database, events: readonly NewEvent[]): PlannedEvents;
  /** Tells the consumers of planned events, once these were written, that they have something to do: soon, and together with others. */
  announce(planned: PlannedEvents): void;
  /**
   * Learns who listens, if that has changed, as {@link Events.emit} does, too. Do it in a transaction before you ask
   * {@link Events.hasListeners}: a definition may have been published a moment ago.
   *
   * @returns whether that was out of date, or the plan is
   */
  refresh(database: Database, planned?: PlannedEvents): Promise<boolean>;
  /**
   * Writes events in the transaction that makes them true. The order of a key is the order in which transactions emit, so lock or write
   * what happened first, then emit. An invoker emits in a transaction of its context, so that calls which raise each other's events end.
   *
   * @returns what invokers are called for that the client waits for; {@link Events.settled} takes it after the transaction
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
  /** Waits for invokers that the client waits for, as long as `requester.syncLimit` allows. Within a transaction it waits for nothing. */
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

/** Whether a name of an event is declared: as it is, or by its beginning and `*`. */
export function isDeclared(declared: Iterable<string>, name: string): boolean {
  return [...declared].some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : each === name));
}

/** An event on its way to the handler of one plugin. */
export interface DeliveredEvent<Name extends string = string> extends NewEvent<Name> {
  /** The same at every attempt, so that a handler can recognise an event; unique per plugin. */
  readonly id: string;
  /** When it happened. */
  readonly at: Date;
  /** 1 at first. */
  readonly attempt: number;
}

/** The context of an event handler: that of an operation, without a caller and a request. */
export interface EventContext<Services = unknown> {
  /** The parts that all operations and handlers of the plugin share. */
  readonly services: Services;
  /** With the id of the event. */
  readonly logger: Logger;
  readonly settings: Settings;
  readonly database: Database;
  readonly accounts: Accounts;
  /** Aborted when the time of the handler is up (`events.timeout`), or the server stops. */
  readonly signal: AbortSignal;
  /** As {@link OperationContext.fetch}. `X-Request-Id` is `event-<id>`, the same at every attempt. */
  readonly fetch: OperationContext['fetch'];
  now(): Date;
  /** A moment as `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  formatTime(moment: Date): string;
}

/**
 * Is called at least once for each event, until it does not throw. It may be called again for an event that it has handled, for example
 * when the process was killed before it could note that.
 */
export type EventHandler<Services = unknown, Name extends string = string> = (
  event: DeliveredEvent<Name>,
  context: EventContext<Services>,
) => Promise<void> | void;
