import { readEntries } from '../parameters/read-entries.js';
import { readIDs } from '../parameters/read-parameter.js';
import type { Criteria, SearchSources } from '../search-sources.js';
import { allOf, existsRow, isOneOf, NOTHING, type Condition } from '../statement/condition.js';
import type { EntryCriterion } from './catalogue-criteria.js';

const CRITERIA: readonly EntryCriterion[] = [
  { names: 'CreatedTypes', ids: 'CreatedTypeIDs', column: 'h.type_id', entriesOf: ({ types }) => types },
  {
    names: 'CreatedPriorities',
    ids: 'CreatedPriorityIDs',
    column: 'h.priority_id',
    entriesOf: (all) => all.priorities,
  },
  { names: 'CreatedStates', ids: 'CreatedStateIDs', column: 'h.state_id', entriesOf: ({ states }) => states },
  { names: 'CreatedQueues', ids: 'CreatedQueueIDs', column: 'h.queue_id', entriesOf: ({ queues }) => queues },
];

/** `Created…`: how the ticket was in one of its history rows of type NewTicket. */
export const createdCriteria: Criteria = {
  parameters: ['CreatedUserIDs', ...CRITERIA.flatMap(({ names, ids }) => [names, ids])],
  conditions(sources) {
    const conditions = rowConditions(sources);
    if (conditions.length === 0) return [];
    const newTicket = sources.catalogue.historyTypes.byName('NewTicket')?.id;
    const all = newTicket === undefined ? NOTHING : allOf([isOneOf('h.history_type_id', [newTicket]), ...conditions]);
    if (all === NOTHING) return [NOTHING];
    return [(bind) => existsRow(bind, `ticket_history h where h.ticket_id = t.id and ${all(bind)}`)];
  },
};

function rowConditions({ input, catalogue }: SearchSources): readonly Condition[] {
  const users = { column: 'h.create_by', ids: readIDs(input, 'CreatedUserIDs') };
  const others = CRITERIA.map(({ column, entriesOf, ...parameters }) => ({
    column,
    ids: readEntries(input, parameters, entriesOf(catalogue)),
  }));
  return [users, ...others].flatMap(({ column, ids }) => {
    if (ids === undefined) return [];
    return [ids === 'invalid' ? NOTHING : isOneOf(column, ids)];
  });
}
