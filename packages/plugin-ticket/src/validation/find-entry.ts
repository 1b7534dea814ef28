import type { CatalogueEntry, Entries } from '../catalogue/catalogue.js';
import { isFalsy, textOf } from '../values.js';

/** What a request says of an entry: its id, which counts when both are there, or its name. */
export interface EntryReference {
  readonly id: unknown;
  readonly name: unknown;
}

/** True when a request names an entry in one way or the other. */
export function isGiven({ id, name }: EntryReference): boolean {
  return !isFalsy(id) || !isFalsy(name);
}

/** The entry that is meant; undefined when there is none. Validity is the caller's question. */
export function findEntry<Entry extends CatalogueEntry>(
  entries: Entries<Entry>,
  { id, name }: EntryReference,
): Entry | undefined {
  if (!isFalsy(id)) return /^\d+$/.test(textOf(id)) ? entries.byID(Number(textOf(id))) : undefined;
  return entries.byName(textOf(name));
}

/** As {@link findEntry}, of valid entries only. */
export function findValidEntry<Entry extends CatalogueEntry>(
  entries: Entries<Entry>,
  reference: EntryReference,
): Entry | undefined {
  const entry = findEntry(entries, reference);
  return entry?.isValid === true ? entry : undefined;
}
