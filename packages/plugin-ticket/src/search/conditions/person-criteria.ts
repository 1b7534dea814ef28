import { readIDs } from '../parameters/read-parameter.js';
import type { Criteria } from '../search-sources.js';
import { existsRow, isOneOf, type Condition } from '../statement/condition.js';
import { idConditions } from './entry-criterion.js';

const PARAMETERS: Readonly<Record<string, (ids: readonly string[]) => Condition>> = {
  OwnerIDs: (ids) => isOneOf('t.user_id', ids),
  ResponsibleIDs: (ids) => isOneOf('t.responsible_user_id', ids),
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
