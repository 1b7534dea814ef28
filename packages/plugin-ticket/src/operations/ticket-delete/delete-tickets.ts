import type { Database } from '@ticketgate/sdk';

import {
  APPOINTMENT_TABLES,
  COUNT_APPOINTMENTS,
  DELETE_APPOINTMENTS,
  DELETION_STEPS,
  type DeletionStep,
} from './deletion-steps.js';

/** Numbers of rows by table, in the order in which they go; tables without any are left out. */
export type DeletedRows = Readonly<Record<string, number>>;

/**
 * Deletes tickets with all that belongs to them, or counts it. Run it in a transaction that holds the rows of `ticket`, in the order of
 * their ids. Tables that this system does not have are passed over.
 */
export async function deleteTickets(
  database: Database,
  ticketIDs: readonly number[],
  options: { isDryRun: boolean },
): Promise<DeletedRows> {
  const tables = await existingTables(database);
  const counts = [...(await takeAppointments(database, ticketIDs, { ...options, tables }))];
  for (const step of DELETION_STEPS) {
    if (![step.table, ...step.needs].every((table) => tables.has(table))) continue;
    const text = options.isDryRun ? countText(step) : deleteText(step);
    const [result] = await database.query<{ count: number }>(text, [ticketIDs]);
    counts.push([step.table, result?.count ?? 0]);
  }
  const rows: Record<string, number> = {};
  for (const [table, count] of counts) if (count > 0) rows[table] = (rows[table] ?? 0) + count;
  return rows;
}

type Count = readonly [table: string, count: number];

async function takeAppointments(
  database: Database,
  ticketIDs: readonly number[],
  { isDryRun, tables }: { isDryRun: boolean; tables: ReadonlySet<string> },
): Promise<readonly Count[]> {
  if (!Object.values(APPOINTMENT_TABLES).every((table) => tables.has(table))) return [];
  const text = isDryRun ? COUNT_APPOINTMENTS : DELETE_APPOINTMENTS;
  const [count] = await database.query<{ appointments: number; relations: number }>(text, [ticketIDs]);
  return [
    [APPOINTMENT_TABLES.relations, count?.relations ?? 0],
    [APPOINTMENT_TABLES.appointments, count?.appointments ?? 0],
  ];
}

function countText({ table, condition }: DeletionStep): string {
  return `select count(*)::int as count from ${table} where ${condition}`;
}

function deleteText({ table, condition }: DeletionStep): string {
  return `with gone as (delete from ${table} where ${condition} returning 1) select count(*)::int as count from gone`;
}

async function existingTables(database: Database): Promise<ReadonlySet<string>> {
  const names = DELETION_STEPS.flatMap((step) => [step.table, ...step.needs]).concat(Object.values(APPOINTMENT_TABLES));
  const rows = await database.query<{ name: string }>(
    'select name from unnest($1::text[]) as t(name) where to_regclass(name) is not null',
    [[...new Set(names)]],
  );
  return new Set(rows.map((row) => row.name));
}
