import { listServed } from '@ticketgate/database/postgres';
import { oncePer, type Database, type OperationContext, type PluginHost } from '@ticketgate/sdk';

import { hasMailServer, readMailServer } from '../articles/mail/mail-server.js';
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
  const byTable = new Map<string, ReadonlySet<string>>();
  for (const { table, definition } of rows) {
    byTable.set(table, new Set([...(byTable.get(table) ?? []), ...listServed(definition)]));
  }
  return (wanted, columns) => byTable.get(wanted)?.has(columns) === true;
}

/** The services that all ticket operations of a process share. */
export type TicketSystem = Readonly<ReturnType<typeof createTicketSystem>>;

/** The context of a ticket operation. */
export type TicketContext = OperationContext<TicketSystem>;

/** @throws Error for settings of a mail server that cannot be used */
export function createTicketSystem(host: PluginHost) {
  if (!host.isAttached && hasMailServer(host.settings)) readMailServer(host.settings);
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
    /** Remaining recipients of mails, by article, while the database cannot record that the others got them. */
    unrecorded: new Map<number, readonly string[]>(),
    /** Emits events to other plugins. */
    events: host.events,
  };
}

/** Replays use their own database, since their numbers are rolled back. */
function ticketNumbers(host: PluginHost): Pick<TicketNumbers, 'next'> {
  const makeNumbers = oncePer((_database: Database) => new TicketNumbers(host.settings));
  const numbers = host.snapshot('ticket-numbers', (database) => Promise.resolve(makeNumbers(database)));
  return { next: async (database, now) => (await numbers.current()).next(database, now) };
}
