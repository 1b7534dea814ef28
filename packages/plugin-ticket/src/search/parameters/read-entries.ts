import type { Data } from '@ticketgate/sdk';

import type { CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import { readIDs, readList } from './read-parameter.js';

/** A pair of parameters that name entries of the catalogue. */
export interface EntryParameters {
  readonly names: string;
  readonly ids: string;
}

/** `Priorities` and `PriorityIDs`. */
export function entryParameters(names: string): EntryParameters {
  return { names, ids: `${names.replace(/ies$/, 'y').replace(/s$/, '')}IDs` };
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
