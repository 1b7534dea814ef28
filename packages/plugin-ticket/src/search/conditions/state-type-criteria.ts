import type { Catalogue } from '../../catalogue/catalogue.js';
import { readIDs, readList } from '../parameters/read-parameter.js';
import type { Criteria } from '../search-sources.js';
import { isOneOf, NOTHING, type Condition } from '../statement/condition.js';

/** `StateType` by the real names of types, `StateTypeIDs`: tickets in valid states of these types. */
export const stateTypeCriteria: Criteria = {
  parameters: ['StateType', 'StateTypeIDs'],
  conditions({ input, catalogue }) {
    const conditions: Condition[] = [];
    const names = readList(input, 'StateType');
    if (names !== undefined) {
      const types = catalogue.stateTypes.all.filter(({ name }) => names.includes(name));
      conditions.push(inStates(catalogue, types.map(idOf)));
    }
    const ids = readIDs(input, 'StateTypeIDs');
    if (ids !== undefined) conditions.push(ids === 'invalid' ? NOTHING : inStates(catalogue, ids.map(Number)));
    return conditions;
  },
};

function inStates({ states }: Catalogue, typeIDs: readonly number[]): Condition {
  const valid = states.all.filter(({ isValid, typeID }) => isValid && typeIDs.includes(typeID));
  return isOneOf('t.ticket_state_id', valid.map(idOf));
}

function idOf({ id }: { readonly id: number }): number {
  return id;
}
