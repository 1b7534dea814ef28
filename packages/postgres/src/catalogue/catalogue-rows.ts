import {
  type CatalogueEntry,
  type CatalogueHost,
  type CatalogueSearch,
  type EntryChange,
  formatSystemTime,
} from '@ticketgate/sdk';

/**
 * Entries of a statement with the columns `name`, `"isValid"` and `"values"` (JSON; nulls are left out).
 *
 * @example
 * listEntries(`select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Seats', seats) as "values" from room`, search, host)
 */
export async function listEntries(
  select: string,
  { limit, after, name }: CatalogueSearch,
  { database }: CatalogueHost,
): Promise<readonly CatalogueEntry[]> {
  return database.query<CatalogueEntry>(
    `select name, "isValid", json_strip_nulls("values") as "values" from (${select}) as entry
     where ($1::text is null or name = $1) and ($2::text is null or name > $2) order by name limit $3`,
    [name ?? null, after ?? null, limit],
    { isPlannedByValues: true },
  );
}

/** `setValidity` of a kind whose table has the family's `valid_id`. `name` is the column that names entries. */
export async function setValidity(
  { table, name: column }: { readonly table: string; readonly name: string },
  { name, isValid }: { readonly name: string; readonly isValid: boolean },
  host: CatalogueHost,
): Promise<boolean> {
  const rows = await host.database.query(
    `update ${table} set valid_id = $2, change_time = $3, change_by = 1
     where ${column} = $1 and (valid_id = 1) <> ($2 = 1) returning ${column}`,
    [name, isValid ? 1 : 2, auditTime(host)],
  );
  return rows.length > 0;
}

/** What `insert … on conflict … returning xmax = 0 as "isNew"` says. */
export function changeOf(rows: readonly { readonly isNew: boolean }[]): EntryChange {
  const [row] = rows;
  if (row === undefined) return undefined;
  return row.isNew ? 'added' : 'changed';
}

/** Now, as the family's audit columns have it. */
export function auditTime(host: Pick<CatalogueHost, 'settings' | 'now'>): string {
  return formatSystemTime(host.now(), host.settings);
}
