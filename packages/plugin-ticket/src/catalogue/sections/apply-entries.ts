import { formatSystemTime, isData, type CatalogueHost, type Data } from '@ticketgate/sdk';

/** What came of an entry; undefined when it was as it should be. */
export type EntryChange = 'added' | 'changed' | undefined;

/** Applies the entries of a section one by one and returns the changes; `kind` is for example `queue`. */
export async function applyEntries(
  kind: string,
  entries: unknown,
  apply: (entry: Data) => Promise<EntryChange>,
): Promise<readonly string[]> {
  const changes: string[] = [];
  const list: readonly unknown[] = Array.isArray(entries) ? entries : [];
  for (const entry of list.filter(isData)) {
    const change = await apply(entry);
    if (change !== undefined) changes.push(`${kind} "${String(entry.Name)}" ${change}`);
  }
  return changes;
}

/** What `insert … on conflict … returning xmax = 0 as "isNew"` says. */
export function changeOf(rows: readonly { readonly isNew: boolean }[]): EntryChange {
  const [row] = rows;
  if (row === undefined) return undefined;
  return row.isNew ? 'added' : 'changed';
}

/** Now, as audit columns are written. */
export function auditTime({ settings, now }: Pick<CatalogueHost, 'settings'> & { now: () => Date }): string {
  return formatSystemTime(now(), settings);
}
