import type { Catalogue, CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import { readEntries, type EntryParameters } from '../parameters/read-entries.js';
import type { Criteria } from '../search-sources.js';
import { isOneOf, NOTHING } from '../statement/condition.js';

/** Two parameters that name entries of the catalogue, and the column that refers to them. */
export interface EntryCriterion extends EntryParameters {
  readonly column: string;
  readonly entriesOf: (catalogue: Catalogue) => Entries<CatalogueEntry>;
}

const CRITERIA: readonly EntryCriterion[] = [
  { names: 'Types', ids: 'TypeIDs', column: 't.type_id', entriesOf: ({ types }) => types },
  { names: 'States', ids: 'StateIDs', column: 't.ticket_state_id', entriesOf: ({ states }) => states },
  {
    names: 'Priorities',
    ids: 'PriorityIDs',
    column: 't.ticket_priority_id',
    entriesOf: ({ priorities }) => priorities,
  },
  { names: 'Locks', ids: 'LockIDs', column: 't.ticket_lock_id', entriesOf: ({ locks }) => locks },
  { names: 'Services', ids: 'ServiceIDs', column: 't.service_id', entriesOf: ({ services }) => services },
  { names: 'SLAs', ids: 'SLAIDs', column: 't.sla_id', entriesOf: (catalogue) => catalogue.serviceLevelAgreements },
];

/** `Types`, `States`, `Priorities`, `Locks`, `Services`, `SLAs`, each with its ids. Queues have sub-queues: see {@link queueCriteria}. */
export const catalogueCriteria: Criteria = {
  parameters: CRITERIA.flatMap(({ names, ids }) => [names, ids]),
  conditions: ({ input, catalogue }) =>
    CRITERIA.flatMap(({ column, entriesOf, ...parameters }) => {
      const ids = readEntries(input, parameters, entriesOf(catalogue));
      if (ids === undefined) return [];
      return [ids === 'invalid' ? NOTHING : isOneOf(column, ids)];
    }),
};
