import { OperationFault, type Data } from '@ticketgate/sdk';

import type { CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import { isFalsy, textOf, withoutNul } from '../../request/family-values.js';
import { referenceTo, type EntryMember } from '../../request/find-entry.js';

/** A member by name and its twin by id, as the request has them; undefined for what is not given or falsy. */
export interface NameAndID {
  readonly name: string | undefined;
  readonly id: number | undefined;
}

/** An entry by its name and its id, each as far as it is given. */
export function nameAndID(ticket: Data, name: EntryMember): NameAndID {
  const reference = referenceTo(ticket, name);
  const id = givenText(reference.id);
  return { name: givenText(reference.name), id: id === undefined ? undefined : Number(id) };
}

/** Text of a member, undefined for what counts as not given. */
export function givenText(value: unknown): string | undefined {
  const text = isFalsy(value) ? '' : withoutNul(textOf(value));
  return text === '' ? undefined : text;
}

/**
 * What a request changes an entry to: the one named when the name differs from the stored one, else the one of the id when that
 * differs. Undefined when nothing changes.
 *
 * @throws OperationFault if there is no such entry (a name with an id is not validated) or it is not valid.
 */
export function requestedEntry<Entry extends CatalogueEntry>(
  entries: Entries<Entry>,
  requested: NameAndID,
  storedID: number | null,
): Entry | undefined {
  const stored = storedID === null ? undefined : entries.byID(storedID);
  if (requested.name !== undefined && requested.name !== stored?.name)
    return validEntry(entries.byName(requested.name));
  if (requested.id !== undefined && requested.id !== storedID) return validEntry(entries.byID(requested.id));
  return undefined;
}

function validEntry<Entry extends CatalogueEntry>(entry: Entry | undefined): Entry {
  if (entry?.isValid !== true) throw new OperationFault();
  return entry;
}
