import type { Database } from '@ticketgate/sdk';

import type { HasIndex } from '../search/statement/bind.js';

const LOAD = `
select t.relname as "table", pg_get_indexdef(x.indexrelid) as definition
from pg_index x
join pg_class t on t.oid = x.indrelid
where t.oid = any(array[to_regclass('ticket'), to_regclass('dynamic_field_value')])
  and x.indisvalid and x.indisready and x.indpred is null`;

/** The indexes that searches may use. A host may lack those without case (`docs/attached.md`). */
export async function loadIndexes(database: Database): Promise<HasIndex> {
  // Counts as a search, since it waits when somebody has locked a table.
  const rows = await database.query<{ table: string; definition: string }>(LOAD, [], { isSearch: true });
  const indexes = rows.map(({ table, definition }) => ({ table, columns: columnsOf(definition) }));
  // An index also serves as an index on its first columns.
  const isThere = (wanted: string, columns: string): boolean =>
    indexes.some(
      (index) =>
        index.table === wanted &&
        (index.columns.startsWith(columns) || index.columns.startsWith(`${columns.slice(0, -1)}, `)),
    );
  const known = new Map<string, Map<string, boolean>>();
  return (wanted, columns) => {
    const ofTable = known.get(wanted) ?? new Map<string, boolean>();
    const found = ofTable.get(columns);
    if (found !== undefined) return found;
    const isFound = isThere(wanted, columns);
    known.set(wanted, ofTable.set(columns, isFound));
    return isFound;
  };
}

/** Extracts `<method> (<columns>)` from `create index … using <method> (<columns>) …`. */
function columnsOf(definition: string): string {
  return definition.slice(definition.indexOf(' USING ') + ' USING '.length);
}
