import { OperationFault, type Agent, type Data } from '@ticketgate/sdk';

import type { CatalogueEntry } from '../catalogue/catalogue.js';
import { isFalsy, toText, untilNul } from './family-values.js';
import { referenceTo, type EntryMember, type Lookup } from './find-entry.js';

/** The name and the id of an entry in a request; undefined if missing or falsy. */
export type NameAndID = Readonly<ReturnType<typeof nameAndID>>;

export function nameAndID(ticket: Data, name: EntryMember) {
  const reference = referenceTo(ticket, name);
  const id = textIfGiven(reference.id);
  return { name: textIfGiven(reference.name), id: id === undefined ? undefined : Number(id) };
}

/** The text of a member; undefined if it counts as missing. */
export function textIfGiven(value: unknown): string | undefined {
  const text = isFalsy(value) ? '' : untilNul(toText(value));
  return text === '' ? undefined : text;
}

/**
 * The entry that a request changes to: the one named if the name differs from the stored one, otherwise the one of the id if that
 * differs. Undefined when nothing changes.
 *
 * @throws OperationFault if there is no such entry (a name with an id is not validated) or it is not valid, where that counts.
 */
export function requestedEntry<Entry extends CatalogueEntry | Agent>(
  entries: Lookup<Entry>,
  { name, id }: NameAndID,
  { storedID, isAnyValidity = false }: { readonly storedID: number | null; readonly isAnyValidity?: boolean },
): Entry | undefined {
  const stored = storedID === null ? undefined : entries.byID(storedID);
  if (name !== undefined && name !== nameEntry(stored)) return usable(entries.byName(name), isAnyValidity);
  if (id !== undefined && id !== storedID) return usable(entries.byID(id), isAnyValidity);
  return undefined;
}

function nameEntry(entry: CatalogueEntry | Agent | undefined): string | undefined {
  return entry !== undefined && 'login' in entry ? entry.login : entry?.name;
}

function usable<Entry extends CatalogueEntry | Agent>(entry: Entry | undefined, isAnyValidity: boolean): Entry {
  if (entry === undefined || !(isAnyValidity || entry.isValid)) throw new OperationFault();
  return entry;
}
