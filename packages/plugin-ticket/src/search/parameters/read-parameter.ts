import type { Data } from '@ticketgate/sdk';

import { isText, isTextWithData, untilNul } from '../../request/family-values.js';
import type { CatalogueEntry, Entries } from '../../catalogue/catalogue.js';

/** A parameter with one text, trimmed; lists and empty texts count as absent. */
export function readText(input: Data, name: string): string | undefined {
  const value = input[name];
  const text = isTextWithData(value) ? clean(value) : '';
  return text === '' ? undefined : text;
}

/** A parameter that may be a list: undefined when it is absent, empty or an object. Members that are not texts become `null`. */
export function readList(input: Data, name: string): readonly (string | null)[] | undefined {
  const value: unknown = input[name];
  if (isTextWithData(value)) return [clean(value)];
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const members: readonly unknown[] = value;
  return members.map((member) => (isText(member) ? clean(member) : null));
}

/** Ids as text; `invalid` if one of them is not an integer of up to 16 digits. */
export function readIDs(input: Data, name: string): readonly string[] | 'invalid' | undefined {
  const members = readList(input, name);
  if (members === undefined) return undefined;
  const ids = members.filter((member) => member !== null && /^[+-]?\d{1,16}$/.test(member));
  return ids.length === members.length ? ids.filter((id) => id !== null) : 'invalid';
}

/** One to three wildcards and nothing else: such a value restricts nothing. */
export function matchesAnything(value: string): boolean {
  return /^[*%]{1,3}$/.test(value);
}

function clean(value: string | number): string {
  return untilNul(String(value)).trim();
}

/** A pair of parameters that name entries of the catalogue. */
export type EntryParameters = ReturnType<typeof entryParameters<string>>;

type Singular<Name> = Name extends `${infer Stem}ies` ? `${Stem}y` : Name extends `${infer Stem}s` ? Stem : Name;

/** `Priorities` and `PriorityIDs`. */
export function entryParameters<const Names extends string>(names: Names) {
  const singular = names.replace(/ies$/, 'y').replace(/s$/, '') as Singular<Names>; // as the type says
  return { names, ids: `${singular}IDs` } as const;
}

/**
 * The ids of the entries that a request names, by name or id, put together. Undefined when it names none; `invalid` when one name is
 * unknown or one id is not an integer.
 */
export function readEntries(
  input: Data,
  { names, ids }: EntryParameters,
  entries: Entries<CatalogueEntry>,
): readonly string[] | 'invalid' | undefined {
  const named = readList(input, names);
  const given = readIDs(input, ids);
  if (given === 'invalid') return 'invalid';
  if (named === undefined) return given;
  const found = named.map((name) => (name === null ? undefined : entries.byName(name)?.id));
  if (found.includes(undefined)) return 'invalid';
  return [...found.map(String), ...(given ?? [])];
}
