import { entryParameters, readIDs } from '../parameters/read-parameter.js';
import { inHistory, type Criteria, existsRow, isAnyID, type Condition } from '../statement/condition.js';
import { entryConditions, entryCriterion, bothNames, type EntryCriterion, idConditions } from './entry-criteria.js';

const CRITERIA = [
  entryCriterion('Types', 't.type_id', ({ types }) => types),
  entryCriterion('States', 't.ticket_state_id', ({ states }) => states),
  entryCriterion('Priorities', 't.ticket_priority_id', ({ priorities }) => priorities),
  entryCriterion('Locks', 't.ticket_lock_id', ({ locks }) => locks),
  entryCriterion('Services', 't.service_id', ({ services }) => services),
  entryCriterion('SLAs', 't.sla_id', (catalogue) => catalogue.serviceLevelAgreements),
];

const CREATED = [
  entryCriterion('CreatedTypes', 'h.type_id', ({ types }) => types),
  entryCriterion('CreatedPriorities', 'h.priority_id', ({ priorities }) => priorities),
  entryCriterion('CreatedStates', 'h.state_id', ({ states }) => states),
  entryCriterion('CreatedQueues', 'h.queue_id', ({ queues }) => queues),
];

/** `Types`, `States`, `Priorities`, `Locks`, `Services`, `SLAs`, each with its ids. Queues have sub-queues: see {@link queueCriteria}. */
export const catalogueCriteria: Criteria = {
  parameters: bothNames(CRITERIA),
  conditions: (sources) => entryConditions(CRITERIA, sources),
};

type KnownEntries = Pick<EntryCriterion, 'names' | 'ids' | 'listAll'> & { readonly label: string };

/** All parameters that name entries of the catalogue, with the noun for one entry. */
export const entryCriteria: readonly KnownEntries[] = [
  { ...entryParameters('Queues'), listAll: ({ queues }) => queues, label: 'queue' },
  { names: 'StateType', ids: 'StateTypeIDs', listAll: ({ stateTypes }) => stateTypes, label: 'state type' },
  ...[...CRITERIA, ...CREATED].map(({ names, ids, listAll }) => ({ names, ids, listAll, label: nameOne(ids) })),
];

/** `priority` for `CreatedPriorityIDs`. */
function nameOne(ids: string): string {
  const one = ids.replaceAll(/^Created|IDs$/g, '');
  return one === 'SLA' ? one : one.toLowerCase();
}

const PARAMETERS: Readonly<Record<string, (ids: readonly string[]) => Condition>> = {
  OwnerIDs: (ids) => isAnyID('t.user_id', ids),
  ResponsibleIDs: (ids) => isAnyID('t.responsible_user_id', ids),
  WatchUserIDs: (ids) => (bind) =>
    existsRow(bind, `ticket_watcher w where w.ticket_id = t.id and w.user_id = any(${bind(ids, 'bigint[]')})`),
};

/** All parameters with ids of agents. */
export const agentParameters: readonly string[] = [...Object.keys(PARAMETERS), 'CreatedUserIDs'];

/** `OwnerIDs`, `ResponsibleIDs`, `WatchUserIDs`. */
export const personCriteria: Criteria = {
  parameters: Object.keys(PARAMETERS),
  conditions: ({ input }) =>
    Object.entries(PARAMETERS).flatMap(([name, condition]) => idConditions(readIDs(input, name), condition)),
};

/** `Created…`: how the ticket was in one of its history rows of type NewTicket. */
export const createdCriteria: Criteria = {
  parameters: ['CreatedUserIDs', ...bothNames(CREATED)],
  conditions(sources) {
    const users = idConditions(readIDs(sources.input, 'CreatedUserIDs'), (ids) => isAnyID('h.create_by', ids));
    const conditions = [...users, ...entryConditions(CREATED, sources)];
    if (conditions.length === 0) return [];
    const newTicket = sources.catalogue.historyTypes.byName('NewTicket')?.id ?? [];
    return [inHistory([isAnyID('h.history_type_id', [newTicket].flat()), ...conditions])];
  },
};
