import type { Database, Tables } from '@ticketgate/sdk';

import { DELETION_STEPS } from './deletion-steps.js';

/** Numbers of deleted rows by table, in the order of deletion, without tables that had none. */
export type DeletedRows = Readonly<Record<string, number>>;

/**
 * Deletes tickets with all dependent rows, or counts them. Run it in a transaction that has locked the rows of `ticket` in the order of
 * their ids. Tables that the system does not have are skipped.
 */
export async function deleteTickets(
  database: Database,
  ticketIDs: readonly number[],
  { isDryRun, system }: { readonly isDryRun: boolean; readonly system: Pick<Tables, 'has'> },
): Promise<DeletedRows> {
  const rows: Record<string, number> = {};
  for (const { tables, count, remove } of DELETION_STEPS) {
    if (!tables.every((table) => system.has(table))) continue;
    const [counts] = await database.query<Record<string, number>>(isDryRun ? count : remove, [ticketIDs]);
    for (const [table, number] of Object.entries(counts ?? {})) {
      if (number > 0) rows[table] = (rows[table] ?? 0) + number;
    }
  }
  return rows;
}
