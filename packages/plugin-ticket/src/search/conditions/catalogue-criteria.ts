import type { Criteria } from '../search-sources.js';
import { entryConditions, entryCriterion, parametersOf } from './entry-criterion.js';

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
