import { equalsAnyExactly } from '../condition-language/equals-any.js';
import { textCondition } from '../condition-language/text-condition.js';
import { readIDs, readList } from '../parameters/read-parameter.js';
import {
  type Criteria,
  type SearchSources,
  type Bind,
  isAnyID,
  NOTHING,
  type Condition,
  ticketLookUp,
} from '../statement/condition.js';
import { USED } from '../../columns/ticket-columns.js';
import { idConditions } from './entry-criteria.js';

const COLUMNS = USED.flatMap(({ search, place }) => (search === undefined ? [] : [[search, place] as const]));

/** Parameters in the condition language. */
export const conditionParameters: readonly string[] = COLUMNS.map(([name]) => name);

/** `TicketNumber`, `Title` and other texts in the condition language, `CustomerIDRaw` and `TicketID` exactly. */
export const textCriteria: Criteria = {
  parameters: [...conditionParameters, 'CustomerIDRaw', 'TicketID'],
  conditions: (sources) => [
    ...COLUMNS.flatMap(([name, column]) => {
      if (name === 'CustomerID' && readList(sources.input, 'CustomerIDRaw') !== undefined) return [];
      const values = readList(sources.input, name);
      return values === undefined ? [] : (textCondition(column, values) ?? []);
    }),
    ...rawCustomerCondition(sources),
    ...idConditions(readIDs(sources.input, 'TicketID'), isTicket),
  ],
};

/** CustomerID is ignored if it is given. */
function rawCustomerCondition({ input }: SearchSources): readonly Condition[] {
  const exact = readList(input, 'CustomerIDRaw')?.filter((value) => value !== null);
  if (exact === undefined) return [];
  return [exact.length === 0 ? NOTHING : equalsAnyExactly('t.customer_id', exact)];
}

const BY_ID = { index: { table: 'ticket', columns: 'btree (id)' }, rank: 0, expression: 't.id' };

function isTicket(ids: readonly string[]): Condition {
  const values = (bind: Bind) => bind(ids, 'bigint[]');
  return Object.assign(isAnyID('t.id', ids), { lookUps: [ticketLookUp({ ...BY_ID, values })] });
}
