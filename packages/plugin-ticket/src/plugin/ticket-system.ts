import type { Database, OperationContext, PluginHost } from '@ticketgate/sdk';

import { loadCatalogue } from '../catalogue/load-catalogue.js';
import type { HasIndex } from '../search/statement/condition.js';
import { SearchCache } from '../search/statement/search-cache.js';
import { TicketNumbers } from '../ticket/storage/ticket-numbers.js';

const LOAD = `
select t.relname as "table", pg_get_indexdef(x.indexrelid) as definition
from pg_index x
join pg_class t on t.oid = x.indrelid
where t.oid = any(array[to_regclass('ticket'), to_regclass('dynamic_field_value')])
  and x.indisvalid and x.indisready and x.indpred is null`;

/** The indexes that searches may use. A host may lack those without case (`docs/attached.md`). */
async function loadIndexes(database: Database): Promise<HasIndex> {
  // Counts as a search, since it waits when somebody has locked a table.
  const rows = await database.query<{ table: string; definition: string }>(LOAD, [], { isSearch: true });
  const indexes = rows.map(({ table, definition }) => ({ table, columns: readIndexColumns(definition) }));
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
function readIndexColumns(definition: string): string {
  return definition.slice(definition.indexOf(' USING ') + ' USING '.length);
}

/** The services that all ticket operations of a process share. */
export type TicketSystem = Readonly<ReturnType<typeof createTicketSystem>>;

/** The context of a ticket operation. */
export type TicketContext = OperationContext<TicketSystem>;

export function createTicketSystem(host: PluginHost) {
  return {
    /** The database outside of requests' transactions. */
    database: host.database,
    catalogue: host.snapshot('ticket-catalogue', (database) => loadCatalogue(database, host.tables)),
    numbers: ticketNumbers(host),
    tables: host.tables,
    hasIndex: host.snapshot('ticket-indexes', loadIndexes),
    searchMemory: new SearchCache(),
    /** Whether the tables are those of a host system. */
    isAttached: host.isAttached,
    /** Emits events to other plugins. */
    events: host.events,
  };
}

/** Replays use their own database, since their numbers are rolled back. */
function ticketNumbers(host: PluginHost): Pick<TicketNumbers, 'next'> {
  const ofDatabases = new WeakMap<Database, TicketNumbers>();
  const numbersOfNow = host.snapshot('ticket-numbers', (database) => {
    const numbers = ofDatabases.get(database) ?? new TicketNumbers(host.settings);
    ofDatabases.set(database, numbers);
    return Promise.resolve(numbers);
  });
  return { next: async (database, now) => (await numbersOfNow.current()).next(database, now) };
}
