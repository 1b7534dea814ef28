import { type CatalogueKind, type Data, type JsonSchema, nameText, type CatalogueHost } from '@ticketgate/sdk';

import { readValue } from '../statements/read-value.js';
import { countEntries, listEntries, saveRow, setValidity } from './catalogue-rows.js';

interface TableKind extends Pick<CatalogueKind, 'key' | 'label' | 'events'>, Partial<Pick<CatalogueKind, 'save'>> {
  readonly table: string;
  /** The statement for {@link listEntries}; default: selects the columns. */
  readonly entries?: string;
  /** The member that names an entry; default: `Name`. */
  readonly nameKey?: string;
  /** The column of that member; default: `name`. */
  readonly nameColumn?: string;
  /** The columns of members, and their schemas. */
  readonly columns?: Readonly<Record<string, readonly [column: string, schema: JsonSchema]>>;
  readonly members?: Readonly<Record<string, JsonSchema>>;
  /** Names of the required members. */
  readonly required?: readonly string[];
}

/**
 * A kind whose entries are the rows of a table with the family's `valid_id`.
 *
 * @example
 * export const rooms = tableKind({
 *   key: 'Rooms',
 *   label: 'room',
 *   table: 'room',
 *   columns: { Seats: ['seats', { type: 'integer', minimum: 0 }] },
 * });
 */
export function tableKind(kind: TableKind): CatalogueKind {
  const { key, label, events, table, columns = {}, members = {}, required = [] } = kind;
  const { nameKey = 'Name', nameColumn = 'name', entries = asSelect({ table, nameKey, nameColumn, columns }) } = kind;
  const schemas = Object.entries(columns).map(([member, [, schema]]) => [member, schema]);
  const toRow = (values: Data, isExact: boolean) => {
    const valueAt = (member: string) => values[member] ?? (isExact ? null : undefined);
    const given = Object.entries(columns).map(([member, [column]]) => [column, valueAt(member)] as const);
    return { table, nameColumn, name: values[nameKey], columns: Object.fromEntries(given) };
  };
  return {
    key,
    label,
    nameKey,
    schema: {
      type: 'object',
      additionalProperties: false,
      required: [nameKey, ...required],
      properties: { [nameKey]: nameText(), ...Object.fromEntries(schemas), ...members },
    },
    list: (search, host) => listEntries(entries, search, host),
    count: (search, host) => countEntries(entries, search, host),
    save: kind.save ?? ((values, host, { isExact }) => saveRow(toRow(values, isExact), host)),
    ...(events === undefined ? {} : { events }),
    setValidity: (name, isValid, host) => setValidity({ table, name: nameColumn }, { name, isValid }, host),
    async warnDisabled(name, host) {
      const uses = await findUses({ table, nameColumn }, name, host);
      return uses.length === 0 ? [] : [`The ${label} "${name}" is disabled and still used: ${uses.join(', ')}.`];
    },
  };
}

function asSelect({
  table,
  nameKey,
  nameColumn,
  columns,
}: Required<Pick<TableKind, 'table' | 'nameKey' | 'nameColumn' | 'columns'>>): string {
  const members = [[nameKey, nameColumn], ...Object.entries(columns).map(([member, [column]]) => [member, column])];
  const values = members.map(([member, column]) => `'${member}', ${column}`).join(', ');
  return `select ${nameColumn} as name, valid_id = 1 as "isValid", json_build_object(${values}) as "values" from ${table}`;
}

/** With at least this many rows, "many" is reported. */
const MOST_COUNTED = 1_000;

/**
 * Foreign keys, and the triggers that stand in for them, whose arguments are tables and their columns (ADR 12). The history has no index for
 * this. The table's name is part of the text, because a host may have another name for it.
 */
const referencesTo = (table: string) => `
select conrelid::regclass::text as "table", quote_ident(attname) as "column"
from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
where contype = 'f' and confrelid = to_regclass('${table}') and cardinality(conkey) = 1 and attname not in ('create_by', 'change_by')
union select quote_ident(words[place]), words[place + 1]
from pg_trigger, string_to_array(encode(tgargs, 'escape'), '\\000') words, generate_series(1, tgnargs, 2) place
where tgname = 'guard_delete' and tgrelid = to_regclass('${table}') and words[place] <> 'ticket_history'
order by 1, 2`;

/** The tables that refer to the row of this name: `5 in queue`, `many in group_user`. */
async function findUses(
  { table, nameColumn }: { readonly table: string; readonly nameColumn: string },
  name: string,
  { database }: CatalogueHost,
): Promise<readonly string[]> {
  const uses: string[] = [];
  // PostgreSQL has quoted these names.
  for (const reference of await database.query<{ table: string; column: string }>(referencesTo(table))) {
    const text = `select count(*) from (select from ${reference.table}
      where ${reference.column} = (select id from ${table} where ${nameColumn} = $1) limit ${MOST_COUNTED}) as used`;
    const count = (await readValue<number>(database, text, [name])) ?? 0;
    if (count > 0) uses.push(`${count < MOST_COUNTED ? count : 'many'} in ${reference.table}`);
  }
  return uses;
}
