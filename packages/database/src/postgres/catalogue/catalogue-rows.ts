import {
  type CatalogueEntry,
  type CatalogueFilter,
  type CatalogueHost,
  type CatalogueSearch,
  type EntryChange,
  formatSystemTime,
} from '@ticketgate/sdk';

import { readValue } from '../statements/read-value.js';

/**
 * Lists the entries that a statement returns in the columns `name`, `"isValid"` and `"values"` (JSON; nulls are left out).
 *
 * @example
 * listEntries(`select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Seats', seats) as "values" from room`, search, host)
 */
export async function listEntries(
  select: string,
  { limit, after, ...filter }: CatalogueSearch,
  { database }: CatalogueHost,
): Promise<readonly CatalogueEntry[]> {
  const { condition, values } = composeFilter(filter);
  return database.query<CatalogueEntry>(
    `select name, "isValid", json_strip_nulls("values") as "values" from (${select}) as entry
     where ${condition} and ($5::text is null or name > $5) order by name limit $6`,
    [...values, after ?? null, limit],
    { isPlannedByValues: true },
  );
}

/** Counts the entries that such a statement returns and that match a filter. */
export async function countEntries(
  select: string,
  filter: CatalogueFilter,
  { database }: CatalogueHost,
): Promise<number> {
  const { condition, values } = composeFilter(filter);
  const text = `select count(*)::integer from (${select}) as entry where ${condition}`;
  return (await readValue<number>(database, text, values, { isPlannedByValues: true })) ?? 0;
}

const HAS_TEXT = `exists (select from json_each_text("values") as member where strpos(lower(member.value), lower($2)) > 0)`;

/** A condition with the values $1 to $4. It omits filters that are not set, so that the planner can ignore their columns. */
function composeFilter({ name, text, isValid, referring }: CatalogueFilter) {
  const conditions = [
    '($1::text is null or name = $1)',
    text === undefined ? '$2::text is null' : HAS_TEXT,
    isValid === undefined ? '$3::boolean is null' : '"isValid" = $3',
    referring === undefined
      ? '$4::text[] is null'
      : `jsonb_exists(("values" -> ($4::text[])[1])::jsonb, ($4::text[])[2])`,
  ];
  const reference = referring === undefined ? null : [referring.member, referring.name];
  return { condition: conditions.join(' and '), values: [name ?? null, text ?? null, isValid ?? null, reference] };
}

/** Implements `setValidity` for a table with the family's `valid_id`. `name` is the column that names entries. */
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

/** The current time in the form of the family's audit columns. */
export function auditTime(host: Pick<CatalogueHost, 'settings' | 'now'>): string {
  return formatSystemTime(host.now(), host.settings);
}

/** The desired state of a row in a table with the family's `valid_id` and audit columns. */
interface WantedRow {
  readonly table: string;
  /** The unique column that names rows; by default `name`. */
  readonly nameColumn?: string;
  readonly name: unknown;
  /** Values by column. Undefined leaves a column unchanged; if the value is a number, a stored null counts as 0. */
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
  const [saved] = await host.database.query<{ isNew: boolean }>(
    `insert into ${table} as known (${[...names, ...Object.keys(initial)].join(', ')},
       valid_id, create_time, create_by, change_time, change_by)
     values (${[...places, ...Object.values(initial)].join(', ')}, 1, ${time}, 1, ${time}, 1)
     on conflict (${nameColumn}) do ${given.length === 0 ? 'nothing' : composeUpdate(given)}
     returning xmax = 0 as "isNew"`,
    [name, ...given.map(([, value]) => value), auditTime(host)],
  );
  return saved && (saved.isNew ? 'added' : 'changed');
}

function composeUpdate(columns: readonly (readonly [column: string, value: unknown])[]): string {
  const changes = columns.map(([column]) => `${column} = excluded.${column}`);
  const differences = columns.map(([column, value]) => {
    const known = typeof value === 'number' ? `coalesce(known.${column}, 0)` : `known.${column}`;
    return `${known} is distinct from excluded.${column}`;
  });
  const audit = 'change_time = excluded.change_time, change_by = excluded.change_by';
  return `update set ${changes.join(', ')}, ${audit} where ${differences.join(' or ')}`;
}
