import type { CatalogueHost, EntryChange } from '@ticketgate/sdk';

import { auditTime, changeOf } from './catalogue-rows.js';

/** The desired state of a row in a table with the family's `valid_id` and audit columns. */
interface WantedRow {
  readonly table: string;
  /** The unique column that names rows; by default `name`. */
  readonly nameColumn?: string;
  readonly name: unknown;
  /** Values by column. Undefined leaves a column unchanged; a stored null counts as 0 where the value is a number. */
  readonly columns?: Readonly<Record<string, unknown>>;
  /** SQL expressions for columns that are only set when the row is added. */
  readonly initial?: Readonly<Record<string, string>>;
}

/**
 * Adds a row, or updates it if it differs.
 *
 * @example
 * save: ({ Name, Seats }, host) => saveRow({ table: 'room', name: Name, columns: { seats: Seats ?? 0 } }, host),
 */
export async function saveRow(row: WantedRow, host: CatalogueHost): Promise<EntryChange> {
  const { table, nameColumn = 'name', name, columns = {}, initial = {} } = row;
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const names = [nameColumn, ...given.map(([column]) => column)];
  const places = names.map((_column, index) => `$${index + 1}`);
  const time = `$${names.length + 1}`;
  const rows = await host.database.query<{ isNew: boolean }>(
    `insert into ${table} as known (${[...names, ...Object.keys(initial)].join(', ')},
       valid_id, create_time, create_by, change_time, change_by)
     values (${[...places, ...Object.values(initial)].join(', ')}, 1, ${time}, 1, ${time}, 1)
     on conflict (${nameColumn}) do ${given.length === 0 ? 'nothing' : updateOf(given)}
     returning xmax = 0 as "isNew"`,
    [name, ...given.map(([, value]) => value), auditTime(host)],
  );
  return changeOf(rows);
}

function updateOf(columns: readonly (readonly [column: string, value: unknown])[]): string {
  const changes = columns.map(([column]) => `${column} = excluded.${column}`);
  const differences = columns.map(([column, value]) => {
    const known = typeof value === 'number' ? `coalesce(known.${column}, 0)` : `known.${column}`;
    return `${known} is distinct from excluded.${column}`;
  });
  return `update set ${changes.join(', ')}, change_time = excluded.change_time where ${differences.join(' or ')}`;
}
