import { equalsAnyExactly } from '../condition-language/equals-any.js';
import { textCondition } from '../condition-language/text-condition.js';
import { readList } from '../parameters/read-parameter.js';
import { type Condition, type Criteria, NOTHING, type SearchSources } from '../statement/condition.js';
import { USED } from '../../columns/ticket-columns.js';

const COLUMNS = USED.flatMap(({ search, place }) => (search === undefined ? [] : [[search, place] as const]));

/** Parameters in the condition language. */
export const conditionParameters: readonly string[] = COLUMNS.map(([name]) => name);

/** `TicketNumber`, `Title` and other texts in the condition language, `CustomerIDRaw` exactly. */
export const textCriteria: Criteria = {
  parameters: [...conditionParameters, 'CustomerIDRaw'],
  conditions: (sources) => [
    ...COLUMNS.flatMap(([name, column]) => {
      if (name === 'CustomerID' && readList(sources.input, 'CustomerIDRaw') !== undefined) return [];
      const values = readList(sources.input, name);
      return values === undefined ? [] : (textCondition(column, values) ?? []);
    }),
    ...rawCustomerCondition(sources),
  ],
};

/** CustomerID is ignored if it is given. */
function rawCustomerCondition({ input }: SearchSources): readonly Condition[] {
  const exact = readList(input, 'CustomerIDRaw')?.filter((value) => value !== null);
  if (exact === undefined) return [];
  return [exact.length === 0 ? NOTHING : equalsAnyExactly('t.customer_id', exact)];
}
