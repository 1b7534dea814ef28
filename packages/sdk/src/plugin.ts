import type { Accounts } from './accounts.js';
import type { CatalogueKind } from './catalogue/catalogue-kind.js';
import type { Data, JsonSchema } from './data.js';
import type { Database, ExpectedIndex, Migration, Tables } from './database.js';
import type { EventHandler, EventName, Events } from './events.js';
import type { Invoker } from './invoker.js';
import type { Logger } from './logger.js';
import type { Operation, OperationContext } from './operation.js';
import type { SettingDefinition, Settings } from './settings.js';

/** A value that is read from the database once and kept until it expires or is dropped, here or by another process. */
export interface Snapshot<Value> {
  /** Concurrent callers share a read. */
  current(): Promise<Value>;
  /** Drops the value in every process on this database. Call it after the writing transaction has ended. */
  drop(): Promise<void>;
}

/** The parts of the server that a plugin may use. */
export interface PluginHost {
  readonly database: Database;
  readonly settings: Settings;
  readonly accounts: Accounts;
  readonly logger: Logger;
  /** Whether the tables belong to a host system, whose schema and initial rows must not be changed. */
  readonly isAttached: boolean;
  /** What the tables of the system have. */
  readonly tables: Tables;
  /** Emits events to plugins and invokers. */
  readonly events: Events;
  now(): Date;
  /** `name` is unique among all plugins, for example `ticket-catalogue`. */
  snapshot<Value>(name: string, load: (database: Database) => Promise<Value>): Snapshot<Value>;
}

/** The context of a plugin's command. */
export interface CommandHost {
  readonly database: Database;
  readonly settings: Settings;
  now(): Date;
  /** Now, as `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  time(): string;
  /** Writes a line to standard output. */
  say(line: string): void;
  /** Parses YAML or JSON. If it does not match the schema, the command ends with all mistakes and their positions. */
  readYaml(text: string, source: { readonly file: string; readonly schema: JsonSchema }): unknown;
}

/**
 * A command of a plugin: `ticketgate <name> <arguments>`. It works whether the server is running or not. If it throws an error with a code,
 * the command ends with its message and exit code 1.
 *
 * @example
 * const countGreetings: PluginCommand = {
 *   name: 'greetings count',
 *   summary: 'show how often somebody was greeted',
 *   arguments: [{ name: '<login>', description: 'login of a customer user' }],
 *   async run([login], { database, say }) {
 *     const rows = await database.query('select id from greeting where login = $1', [login]);
 *     say(`${rows.length} greetings.`);
 *   },
 * };
 */
export interface PluginCommand {
  /** One or two words, for example `faq import`. */
  readonly name: string;
  /** One line, as shown by `--help`. */
  readonly summary: string;
  /** Names have the form `<required>`, `[optional]` or `<one-or-more...>`. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  run(words: readonly string[], host: CommandHost): Promise<void>;
}

/** A sample event for a ticket, or for anything else with a number. */
export interface RehearsedEvent {
  readonly number: string;
  readonly title: string;
  /** The data that the event would carry. */
  readonly data: Data;
  /** The data for conditions of invokers; undefined if the event always calls them. */
  readonly subject: Data | undefined;
}

/** The result of a search by number. */
export interface NumberedThing {
  /** One word in lower case, for example `ticket`. */
  readonly kind: string;
  readonly number: string;
  readonly title: string;
}

/** The parts of a plugin. Everything except its functions is also used without a database, for checks and documentation. */
export interface PluginParts<Services> {
  /** Unique among the plugins of a server. */
  readonly name: string;
  readonly operations: readonly Operation<NoInfer<Services>>[];
  /** Invokers, which call other systems (`docs/invokers.md`). */
  readonly invokers?: readonly Invoker<NoInfer<Services>>[];
  /**
   * Creates the parts that the operations share in `context.services`, for example snapshots, pools and clients of other systems. Called
   * once per process, before the first request.
   */
  readonly services?: (host: PluginHost) => Services | Promise<Services>;
  /** Called when the server stops, after the last request, with the result of `services`. */
  readonly close?: (services: NoInfer<Services>) => void | Promise<void>;
  readonly migrations?: readonly Migration[];
  /** Indexes of the family's tables that its statements rely on. */
  readonly indexes?: readonly ExpectedIndex[];
  readonly settings?: readonly SettingDefinition[];
  /**
   * Name of the setting with the hosts that `context.fetch` may connect to, for example `[api.example.org, '*.example.com']`. Ports other than
   * the default ones, and addresses that are not public, must be listed as well: `intranet:8080`, `10.0.0.0/8`.
   */
  readonly hosts?: string;
  /** Names of the events that its operations emit with `host.events`, for example `room.booked`; unique among all plugins. */
  readonly emits?: readonly EventName[];
  /** By event of `emits`, its meaning in a few words, for example `Room booked`. */
  readonly eventSummaries?: Readonly<Record<string, string>>;
  /** By event, a schema of its {@link NewEvent.subject}: `ticketgate check` reports members that conditions use and it lacks. */
  readonly subjects?: Readonly<Record<string, JsonSchema>>;
  /**
   * Makes a sample event of `emits`, so that administrators can try invokers beforehand. It writes nothing.
   *
   * @param wanted the name of the event, undefined for the data that all of them share; and a ticket number, undefined for the newest ticket
   * @returns undefined if nothing has that number
   */
  readonly rehearse?: (
    wanted: { readonly event: string | undefined; readonly number: string | undefined },
    context: OperationContext<NoInfer<Services>>,
  ) => Promise<RehearsedEvent | undefined>;
  /**
   * Finds a ticket, or anything else that people know by a number, for searches of administrators.
   *
   * @returns undefined if nothing has exactly that number
   */
  readonly findByNumber?: (number: string, database: Database) => Promise<NumberedThing | undefined>;
  /**
   * Handlers by event name, for events of this or another plugin. Each event is delivered at least once, after the commit of its
   * transaction, in the order of its key, in one of the processes on the database.
   *
   * @example
   * events: {
   *   async 'room.booked'({ id, data }, { services, signal }) {
   *     await services.mail.send(`Room ${data.RoomID} is booked`, { id, signal });
   *   },
   * },
   */
  readonly events?: { readonly [Name in EventName]?: EventHandler<NoInfer<Services>, Name> };
  /** Whether its `events` are delivered, for example only if their receiver is configured; default: always. Asked once per process. */
  readonly isListening?: (host: Pick<PluginHost, 'settings' | 'isAttached'>) => boolean;
  /** Kinds of entries that administrators manage, in addition to Ticketgate's. */
  readonly catalogue?: readonly CatalogueKind[];
  readonly commands?: readonly PluginCommand[];
}

/** A package of operations. It is exported as `plugin`, or as the default. */
export interface Plugin extends Omit<PluginParts<never>, 'services' | 'emits' | 'events'> {
  readonly services?: (host: PluginHost) => unknown;
  readonly emits?: readonly string[];
  readonly events?: Readonly<Record<string, EventHandler<never>>>;
}

/**
 * Defines a plugin. An operation that needs more than `services` returns does not compile.
 *
 * @example
 * export const plugin = definePlugin({
 *   name: 'rooms',
 *   services: (host) => ({ rooms: host.snapshot('rooms', loadRooms) }),
 *   operations: [roomList, roomBook],
 * });
 */
export function definePlugin<Services = undefined>(parts: PluginParts<Services>): Plugin {
  // A cast, because each handler only gets events with its own name, which the type of all handlers cannot say.
  return Object.freeze(parts) as object as Plugin;
}
