import { createHash } from 'node:crypto';
import {
  type CatalogueEntry,
  type CatalogueHost,
  type CatalogueKind,
  type CatalogueSearch,
  isData,
} from '@ticketgate/sdk';

import { type CatalogueSystem, EntryUnknown } from './catalogue-system.js';

/** An entry as administrators see it. */
export interface ListedEntry extends CatalogueEntry {
  /** Differs after each change: a change that names an old one is refused. */
  readonly state: string;
}

/** Entries by name, including invalid ones. */
export async function listCatalogue(
  kind: CatalogueKind,
  search: CatalogueSearch,
  host: CatalogueHost,
): Promise<readonly ListedEntry[]> {
  return (await kind.list(search, host)).map((entry) => ({ ...entry, state: hashEntry(entry) }));
}

/** A page of the entries that match a search, and how many there are on all pages: null if the kind does not count. */
export async function searchCatalogue(
  kind: CatalogueKind,
  search: CatalogueSearch,
  host: CatalogueHost,
): Promise<{ readonly found: readonly ListedEntry[]; readonly total: number | null }> {
  const [found, total] = await Promise.all([listCatalogue(kind, search, host), kind.count?.(search, host)]);
  return { found, total: total ?? null };
}

export async function findListed(
  kind: CatalogueKind,
  name: string,
  host: CatalogueHost,
): Promise<ListedEntry | undefined> {
  const [found] = await listCatalogue(kind, { name, limit: 1 }, host);
  return found;
}

/** @throws OperationError `Admin.EntryUnknown` */
export async function getEntry(kind: CatalogueKind, name: string, host: CatalogueHost): Promise<ListedEntry> {
  const found = await findListed(kind, name, host);
  if (found === undefined) throw new EntryUnknown({ key: kind.key, label: kind.label, name });
  return found;
}

/** Characters of a hash that tell states of one entry apart. */
const STATE_LENGTH = 16;

function hashEntry({ isValid, values }: CatalogueEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([isValid, values]))
    .digest('hex')
    .slice(0, STATE_LENGTH);
}

/** Most names that are listed of each kind. */
const MOST_NAMES = 20;

/** Finds the entries that refer to an entry, by the members that the schemas mark with `x-kind`. */
export async function findReferences(system: CatalogueSystem, { key }: Pick<CatalogueKind, 'key'>, name: string) {
  const found = [];
  for (const kind of system.kinds) {
    for (const member of membersThatName(kind, key)) {
      const filter = { referring: { member, name } };
      const entries = await kind.list({ ...filter, limit: MOST_NAMES }, system);
      if (entries.length === 0) continue;
      const total = (await kind.count?.(filter, system)) ?? null;
      found.push({ kind: kind.key, label: kind.label, member, names: entries.map((entry) => entry.name), total });
    }
  }
  return found;
}

function membersThatName({ schema }: CatalogueKind, key: string): readonly string[] {
  const members = Object.entries(isData(schema.properties) ? schema.properties : {});
  return members.filter(([, member]) => kindNamedBy(member) === key).map(([name]) => name);
}

/** The kind that a member refers to: by its text, its items, or its keys. */
function kindNamedBy(member: unknown): unknown {
  if (!isData(member)) return undefined;
  const named = [member, member.items, member.propertyNames].filter(isData).find((schema) => 'x-kind' in schema);
  return named?.['x-kind'];
}
