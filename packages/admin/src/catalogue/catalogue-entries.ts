import { createHash } from 'node:crypto';
import type { CatalogueEntry, CatalogueHost, CatalogueKind, CatalogueSearch } from '@ticketgate/sdk';

import { EntryUnknown } from './catalogue-errors.js';

/** An entry as administrators see it. */
export interface ListedEntry extends CatalogueEntry {
  /** Another one after each change: a change that names an old one is refused. */
  readonly state: string;
}

/** Entries by name, those that are not valid, too. */
export async function listCatalogue(
  kind: CatalogueKind,
  search: CatalogueSearch,
  host: CatalogueHost,
): Promise<readonly ListedEntry[]> {
  return (await kind.list(search, host)).map((entry) => ({ ...entry, state: stateOf(entry) }));
}

/** Entries that fit a search, and how many there are beside the page: null where the kind does not count. */
export async function searchCatalogue(
  kind: CatalogueKind,
  search: CatalogueSearch,
  host: CatalogueHost,
): Promise<{ readonly found: readonly ListedEntry[]; readonly total: number | null }> {
  const [found, total] = await Promise.all([listCatalogue(kind, search, host), kind.count?.(search, host)]);
  return { found, total: total ?? null };
}

export async function findEntry(
  kind: CatalogueKind,
  name: string,
  host: CatalogueHost,
): Promise<ListedEntry | undefined> {
  const [found] = await listCatalogue(kind, { name, limit: 1 }, host);
  return found;
}

/** @throws OperationError `Admin.EntryUnknown` */
export async function getEntry(kind: CatalogueKind, name: string, host: CatalogueHost): Promise<ListedEntry> {
  const found = await findEntry(kind, name, host);
  if (found === undefined) throw new EntryUnknown({ key: kind.key, label: kind.label, name });
  return found;
}

/** Characters of a hash that tell states of one entry apart. */
const STATE_LENGTH = 16;

function stateOf({ isValid, values }: CatalogueEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([isValid, values]))
    .digest('hex')
    .slice(0, STATE_LENGTH);
}
