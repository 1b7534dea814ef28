import { readIDs } from '../parameters/read-parameter.js';
import type { Criteria, SearchSources } from '../search-sources.js';
import { allOf, existsRow, isOneOf, NOTHING, type Condition } from '../statement/condition.js';
import { entryConditions, entryCriterion, idConditions, parametersOf } from './entry-criterion.js';

export const CREATED = [
  entryCriterion('CreatedTypes', 'h.type_id', ({ types }) => types),
  entryCriterion('CreatedPriorities', 'h.priority_id', ({ priorities }) => priorities),
  entryCriterion('CreatedStates', 'h.state_id', ({ states }) => states),
  entryCriterion('CreatedQueues', 'h.queue_id', ({ queues }) => queues),
];

/** `Created…`: how the ticket was in one of its history rows of type NewTicket. */
export const createdCriteria: Criteria = {
  parameters: ['CreatedUserIDs', ...parametersOf(CREATED)],
  conditions(sources) {
    const conditions = rowConditions(sources);
    if (conditions.length === 0) return [];
    const newTicket = sources.catalogue.historyTypes.byName('NewTicket')?.id;
    const all = newTicket === undefined ? NOTHING : allOf([isOneOf('h.history_type_id', [newTicket]), ...conditions]);
    if (all === NOTHING) return [NOTHING];
    return [(bind) => existsRow(bind, `ticket_history h where h.ticket_id = t.id and ${all(bind)}`)];
  },
};

function rowConditions(sources: SearchSources): readonly Condition[] {
  const users = idConditions(readIDs(sources.input, 'CreatedUserIDs'), (ids) => isOneOf('h.create_by', ids));
  return [...users, ...entryConditions(CREATED, sources)];
}
