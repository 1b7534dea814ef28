import type { Database } from '@ticketgate/sdk';

import { DELETION_STEPS } from './deletion-steps.js';

/** Numbers of deleted rows by table, in the order of deletion, without tables that had none. */
export type DeletedRows = Readonly<Record<string, number>>;

/**
 * Deletes tickets with all dependent rows, or counts them. Run it in a transaction that has locked the rows of `ticket` in the order of
 * their ids. Tables that this system does not have are skipped.
 */
export async function deleteTickets(
  database: Database,
  ticketIDs: readonly number[],
  { isDryRun }: { isDryRun: boolean },
): Promise<DeletedRows> {
  const existing = await existingTables(database);
  const rows: Record<string, number> = {};
  for (const { tables, count, remove } of DELETION_STEPS) {
    if (!tables.every((table) => existing.has(table))) continue;
    const [counts] = await database.query<Record<string, number>>(isDryRun ? count : remove, [ticketIDs]);
    for (const [table, number] of Object.entries(counts ?? {})) {
      if (number > 0) rows[table] = (rows[table] ?? 0) + number;
    }
  }
  return rows;
}

async function existingTables(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(
    'select name from unnest($1::text[]) as t(name) where to_regclass(name) is not null',
    [[...new Set(DELETION_STEPS.flatMap(({ tables }) => tables))]],
  );
  return new Set(rows.map((row) => row.name));
}
