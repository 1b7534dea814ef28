import type { Catalogue, CatalogueEntry, Entries } from '../../../catalogue/catalogue.js';
import { readIDs, readTexts } from '../read-values.js';
import type { SearchSources } from '../search-sources.js';
import type { SearchStatement } from '../search-statement.js';
import { resolveNames } from './catalogue-columns.js';

const COLUMNS: readonly {
  readonly names: string | undefined;
  readonly ids: string;
  readonly column: string;
  entries(catalogue: Catalogue): Entries<CatalogueEntry>;
}[] = [
  { names: undefined, ids: 'CreatedUserIDs', column: 'h.create_by', entries: ({ types }) => types },
  { names: 'CreatedTypes', ids: 'CreatedTypeIDs', column: 'h.type_id', entries: ({ types }) => types },
  {
    names: 'CreatedPriorities',
    ids: 'CreatedPriorityIDs',
    column: 'h.priority_id',
    entries: ({ priorities }) => priorities,
  },
  { names: 'CreatedStates', ids: 'CreatedStateIDs', column: 'h.state_id', entries: ({ states }) => states },
  { names: 'CreatedQueues', ids: 'CreatedQueueIDs', column: 'h.queue_id', entries: ({ queues }) => queues },
];

/** How a ticket was when it was created: its history rows of type NewTicket, that of the first article too. */
export function addCreatedColumns({ input, catalogue }: SearchSources, statement: SearchStatement): void {
  const newTicket = catalogue.historyTypes.byName('NewTicket')?.id ?? 1;
  for (const { names, ids, column, entries } of COLUMNS) {
    const named = names === undefined ? [] : resolveNames(readTexts(input, names), entries(catalogue));
    const wanted = [...named, ...readIDs(input, ids)];
    if (wanted.length === 0) continue;
    statement.where(
      `exists (select from ticket_history h where h.ticket_id = t.id and h.history_type_id = ${statement.bind(newTicket)} and ${column} = any(${statement.bind(wanted)}::bigint[]))`,
    );
  }
}
