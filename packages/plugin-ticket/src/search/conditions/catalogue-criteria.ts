import { entryParameters } from '../parameters/read-entries.js';
import type { Criteria } from '../search-sources.js';
import { CREATED } from './created-criteria.js';
import { entryConditions, entryCriterion, parametersOf, type EntryCriterion } from './entry-criterion.js';

const CRITERIA = [
  entryCriterion('Types', 't.type_id', ({ types }) => types),
  entryCriterion('States', 't.ticket_state_id', ({ states }) => states),
  entryCriterion('Priorities', 't.ticket_priority_id', ({ priorities }) => priorities),
  entryCriterion('Locks', 't.ticket_lock_id', ({ locks }) => locks),
  entryCriterion('Services', 't.service_id', ({ services }) => services),
  entryCriterion('SLAs', 't.sla_id', (catalogue) => catalogue.serviceLevelAgreements),
];

/** `Types`, `States`, `Priorities`, `Locks`, `Services`, `SLAs`, each with its ids. Queues have sub-queues: see {@link queueCriteria}. */
export const catalogueCriteria: Criteria = {
  parameters: parametersOf(CRITERIA),
  conditions: (sources) => entryConditions(CRITERIA, sources),
};

type KnownEntries = Pick<EntryCriterion, 'names' | 'ids' | 'entriesOf'> & { readonly label: string };

/** All parameters that name entries of the catalogue, with the noun for one entry. */
export const entryCriteria: readonly KnownEntries[] = [
  { ...entryParameters('Queues'), entriesOf: ({ queues }) => queues, label: 'queue' },
  { names: 'StateType', ids: 'StateTypeIDs', entriesOf: ({ stateTypes }) => stateTypes, label: 'state type' },
  ...[...CRITERIA, ...CREATED].map(({ names, ids, entriesOf }) => ({ names, ids, entriesOf, label: labelOf(names) })),
];

/** `priority` for `CreatedPriorities`. */
function labelOf(names: string): string {
  const one = names
    .replace(/^Created/, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
  return one === 'SLA' ? one : one.toLowerCase();
}
