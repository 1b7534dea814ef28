import type { Data, JsonSchema } from '../data.js';
import type { Database } from '../database.js';
import type { EventName } from '../events.js';
import type { Settings } from '../settings.js';

/**
 * A kind of entry that administrators manage, for example rooms. It is a top-level key of `config/catalogue.yml`; the commands
 * `ticketgate catalogue …` and the admin API are generated from it. Entries are added, changed and disabled, never removed. The framework
 * validates changes, detects conflicts between two administrators, and audits changes.
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
  /** Lists entries by name, including invalid ones. Their values match the schema, and saving them unchanged has no effect. */
  list(search: CatalogueSearch, host: CatalogueHost): Promise<readonly CatalogueEntry[]>;
  /** Counts the entries that match a filter. Without it, lists have no total. */
  count?(search: CatalogueFilter, host: CatalogueHost): Promise<number>;
  /** Adds or changes an entry. The values match the schema. Runs in the transaction of `host.database`. */
  save(values: Data, host: CatalogueHost, options: SaveOptions): Promise<EntryChange>;
  /** Makes an entry valid or invalid. Returns false if it already was. */
  setValidity(name: string, isValid: boolean, host: CatalogueHost): Promise<boolean>;
  /** Sets the password of an entry that was just added in the same transaction. Only for entries that people log in with. */
  setFirstPassword?(name: string, password: string, host: CatalogueHost): Promise<void>;
  /** The events of changes. */
  readonly events?: CatalogueEvents;
  /** Whether an entry with these values completes event names that end with `_*`. */
  completesEvents?(values: Data): boolean;
  /** Says in sentences where an entry that was just disabled is still used. */
  warnDisabled?(name: string, host: CatalogueHost): Promise<readonly string[]>;
}

/** The events of a kind, which the framework emits in the transaction that adds or changes an entry. */
export interface CatalogueEvents {
  readonly added: EventName;
  readonly changed: EventName;
  /** SQL that selects `entry`, a JSON object with the data for {@link dataOf}, by the entry's name (`$1`). */
  readonly statement: string;
  /** @param before undefined for a new entry */
  dataOf(entry: Data, before: Data | undefined): Data;
}

export interface CatalogueEntry {
  readonly name: string;
  /** Invalid entries are kept, but no longer offered. */
  readonly isValid: boolean;
  /** Matches the schema, without empty members. */
  readonly values: Data;
}

export interface CatalogueSearch extends CatalogueFilter {
  readonly limit: number;
  /** Only entries after this name. */
  readonly after?: string | undefined;
}

/** Conditions for entries. */
export interface CatalogueFilter {
  /** Only the entry of this name. */
  readonly name?: string | undefined;
  /** Only entries with this text in one of their values, ignoring case. */
  readonly text?: string | undefined;
  readonly isValid?: boolean | undefined;
  /** Only entries that refer to `name` in this member: as its value, in its list, or as a key of its map. */
  readonly referring?: { readonly member: string; readonly name: string } | undefined;
}

export interface SaveOptions {
  /** Whether lists are replaced. Otherwise, entries that are missing in them are kept, as with `config/catalogue.yml`. */
  readonly isExact: boolean;
  /** Called with a sentence about what an entry keeps although it cannot be so any more. Otherwise, the entry is refused. */
  readonly onKept?: ((sentence: string) => void) | undefined;
}

/** The effect of saving an entry; undefined if nothing changed. */
export type EntryChange = 'added' | 'changed' | undefined;

/** The context of catalogue kinds. */
export interface CatalogueHost {
  readonly database: Database;
  readonly settings: Settings;
  now(): Date;
}

/** The pattern of texts without NUL, which PostgreSQL cannot store. */
export const WITHOUT_NUL = String.raw`^[^\u0000]*$`;

/**
 * The schema of a text for a column of this length.
 *
 * @example
 * members: { Comment: columnText(250), Title: columnText(50, { minLength: 1 }) }
 */
export function columnText(maxLength: number, { minLength = 0 }: { readonly minLength?: number } = {}) {
  return {
    type: 'string',
    minLength,
    maxLength,
    pattern: WITHOUT_NUL,
    description: `a text of at most ${maxLength} characters, without NUL`,
  } as const;
}

/**
 * The schema of an entry's name. Lists do not show spaces at its ends, URLs cannot contain the segments `.` and `..`, and objects cannot
 * have the key `__proto__`.
 */
export function nameText(maxLength = 191) {
  return {
    ...columnText(maxLength, { minLength: 1 }),
    pattern: String.raw`^(?!(?:\.{1,2}|__proto__)$|\s|[\s\S]*\s$)[^\u0000]*$`,
    description: `a name of at most ${maxLength} characters, without NUL or spaces at its ends, and not ".", ".." or "__proto__"`,
  } as const;
}
