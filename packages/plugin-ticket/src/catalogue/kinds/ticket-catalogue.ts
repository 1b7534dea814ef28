import type { CatalogueKind } from '@ticketgate/sdk';
import { saveRow, tableKind } from '@ticketgate/database/postgres';

import { dynamicFieldsKind } from './dynamic-fields-kind.js';
import { queuesKind } from './queues-kind.js';
import { serviceLevelAgreementsKind } from './service-level-agreements-kind.js';
import { servicesKind } from './services-kind.js';
import { statesKind } from './states-kind.js';

/** The parts of the ticket system that administrators look after, in the order in which they refer to each other. */
export const ticketCatalogue: readonly CatalogueKind[] = [
  statesKind,
  // Used where Ticket::Type is on.
  namedKind({ key: 'Types', label: 'type', table: 'ticket_type' }),
  namedKind({ key: 'Priorities', label: 'priority', table: 'ticket_priority' }),
  queuesKind,
  servicesKind,
  serviceLevelAgreementsKind,
  dynamicFieldsKind,
];

/** A kind whose entries have a name and nothing else. */
function namedKind({ table, ...names }: { key: string; label: string; table: string }): CatalogueKind {
  return tableKind({
    ...names,
    table,
    entries: `select name, valid_id = 1 as "isValid", json_build_object('Name', name) as "values" from ${table}`,
    save: ({ Name }, host) => saveRow({ table, name: Name }, host),
  });
}
