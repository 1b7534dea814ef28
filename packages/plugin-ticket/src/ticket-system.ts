import type { PluginHost, Snapshot } from '@ticketgate/sdk';

import type { Catalogue } from './catalogue/catalogue.js';
import { loadCatalogue } from './catalogue/load-catalogue.js';
import { loadSystemTables, type SystemTables } from './system-tables.js';
import { TicketNumbers } from './ticket-number/ticket-numbers.js';

/** What all ticket operations of a process share. */
export interface TicketSystem {
  readonly catalogue: Snapshot<Catalogue>;
  readonly numbers: TicketNumbers;
  readonly tables: Snapshot<SystemTables>;
  /** Whether the tables are those of a host system. */
  readonly isAttached: boolean;
}

export function createTicketSystem(host: PluginHost): TicketSystem {
  return {
    catalogue: host.snapshot('ticket-catalogue', loadCatalogue),
    numbers: new TicketNumbers(host.settings),
    tables: host.snapshot('ticket-tables', loadSystemTables),
    isAttached: host.isAttached,
  };
}
