import type { Database, Events, OperationContext, PluginHost, Snapshot, Tables } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import { loadCatalogue } from '../catalogue/load-catalogue.js';
import { loadIndexes } from '../indexes/load-indexes.js';
import type { HasIndex } from '../search/statement/bind.js';
import { SearchCache } from '../search/statement/search-cache.js';
import { TicketNumbers } from '../ticket-number/ticket-numbers.js';

/** The services that all ticket operations of a process share. */
export interface TicketSystem {
  /** The database outside of requests' transactions. */
  readonly database: Database;
  readonly catalogue: Snapshot<Catalogue>;
  readonly numbers: Pick<TicketNumbers, 'next'>;
  readonly tables: Tables;
  readonly hasIndex: Snapshot<HasIndex>;
  readonly searchMemory: SearchCache;
  /** Whether the tables are those of a host system. */
  readonly isAttached: boolean;
  /** Emits events to other plugins. */
  readonly events: Events;
}

/** The context of a ticket operation. */
export type TicketContext = OperationContext<TicketSystem>;

export function createTicketSystem(host: PluginHost): TicketSystem {
  return {
    database: host.database,
    catalogue: host.snapshot('ticket-catalogue', (database) => loadCatalogue(database, host.tables)),
    numbers: ticketNumbers(host),
    tables: host.tables,
    hasIndex: host.snapshot('ticket-indexes', loadIndexes),
    searchMemory: new SearchCache(),
    isAttached: host.isAttached,
    events: host.events,
  };
}

/** Replays use their own database, since their numbers are rolled back. */
function ticketNumbers(host: PluginHost): TicketSystem['numbers'] {
  const ofDatabases = new WeakMap<Database, TicketNumbers>();
  const numbersOfNow = host.snapshot('ticket-numbers', (database) => {
    const numbers = ofDatabases.get(database) ?? new TicketNumbers(host.settings);
    ofDatabases.set(database, numbers);
    return Promise.resolve(numbers);
  });
  return { next: async (database, now) => (await numbersOfNow.current()).next(database, now) };
}
