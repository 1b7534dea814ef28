import type { Data, JsonSchema } from '../data.js';
import type { Database } from '../database.js';
import type { EventName } from '../events.js';
import type { Settings } from '../settings.js';

/**
 * A kind of entries that administrators look after, for example rooms. It is a top-level key of `config/catalogue.yml`; the commands
 * `ticketgate catalogue …` and the admin API are generated from it. Entries are added, changed and disabled, never removed. The framework
 * checks them by the schema, compares them with what the administrator saw, keeps two changes apart, and records who made them.
 *
 * @example
 * export const rooms: CatalogueKind = {
 *   key: 'Rooms',
 *   label: 'room',
 *   nameKey: 'Name',
 *   schema: {
 *     type: 'object',
 *     additionalProperties: false,
 *     required: ['Name'],
 *     properties: { Name: { type: 'string', minLength: 1 }, Seats: { type: 'integer', minimum: 0 } },
 *   },
 *   list: (search, host) => listEntries(ROOMS, search, host),
 *   save: ({ Name, Seats }, host) => saveRow({ table: 'room', name: Name, columns: { seats: Seats ?? 0 } }, host),
 *   setValidity: (name, isValid, host) => setValidity({ table: 'room', name: 'name' }, { name, isValid }, host),
 * };
 */
export interface CatalogueKind {
  /** For example `Rooms`. Kinds are applied in the order in which packages list them. */
  readonly key: string;
  /** The noun for one entry in sentences, for example `room`. */
  readonly label: string;
  /** The member that names an entry and never changes, for example `Name`. */
  readonly nameKey: string;
  /** JSON Schema of one entry: an object with `properties`. `Valid` is added to them. */
  readonly schema: JsonSchema;
  /** Entries by name, those that are not valid, too. Their values fit the schema and, saved again, change nothing. */
  list(search: CatalogueSearch, host: CatalogueHost): Promise<readonly CatalogueEntry[]>;
  /** How many entries fit a search, whatever its `limit` and `after`. Without it, lists have no total. */
  count?(search: CatalogueFilter, host: CatalogueHost): Promise<number>;
  /** Adds an entry, or changes it to these values, which fit the schema. Runs within the transaction of `host.database`. */
  save(values: Data, host: CatalogueHost, options: SaveOptions): Promise<EntryChange>;
  /** Makes an entry valid or invalid. False when it was so already. */
  setValidity(name: string, isValid: boolean, host: CatalogueHost): Promise<boolean>;
  /** The events that changes raise. */
  readonly events?: CatalogueEvents;
  /** Sentences about what an entry that was just disabled is still needed for. */
  warnDisabled?(name: string, host: CatalogueHost): Promise<readonly string[]>;
}

/** The events of a kind: the framework raises them in the transaction that adds or changes an entry. */
export interface CatalogueEvents {
  readonly added: EventName;
  readonly changed: EventName;
  /** Reads `entry`, an object, as the events have it, by the name of the entry (`$1`). */
  readonly statement: string;
  /** @param before undefined for a new entry */
  dataOf(entry: Data, before: Data | undefined): Data;
}

export interface CatalogueEntry {
  readonly name: string;
  /** Invalid entries are kept and not offered. */
  readonly isValid: boolean;
  /** As the schema has them; what is empty is left out. */
  readonly values: Data;
}

export interface CatalogueSearch extends CatalogueFilter {
  readonly limit: number;
  /** Only entries behind this name. */
  readonly after?: string | undefined;
}

/** Which entries are wanted. */
export interface CatalogueFilter {
  /** Only the entry of this name. */
  readonly name?: string | undefined;
  /** Only entries with this text in one of their values, in any case. */
  readonly text?: string | undefined;
  readonly isValid?: boolean | undefined;
  /** Only entries whose member names another one: as its value, in its list, or as a key of its map. */
  readonly referring?: { readonly member: string; readonly name: string } | undefined;
}

export interface SaveOptions {
  /** Members that are lists become exactly as they are written. Otherwise what they lack stays, as with `config/catalogue.yml`. */
  readonly isExact: boolean;
}

/** The problem with an entry; undefined if there is none. */
export type EntryChange = 'added' | 'changed' | undefined;

/** The context of catalogue kinds. */
export interface CatalogueHost {
  readonly database: Database;
  readonly settings: Settings;
  now(): Date;
}
