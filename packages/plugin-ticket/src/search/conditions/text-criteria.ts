import { equalsAnyExactly } from '../condition-language/equals-any.js';
import { textCondition } from '../condition-language/text-condition.js';
import { readIDs, readList } from '../parameters/read-parameter.js';
import type { Criteria, SearchSources } from '../search-sources.js';
import type { Bind } from '../statement/bind.js';
import { isOneOf, NOTHING, type Condition } from '../statement/condition.js';
import { ticketLookUp } from '../statement/index-look-up.js';
import { idConditions } from './entry-criterion.js';

const COLUMNS = [
  ['TicketNumber', 't.tn'],
  ['Title', 't.title'],
  ['CustomerUserLogin', 't.customer_user_id'],
] as const;

/** Parameters in the condition language. */
export const conditionParameters: readonly string[] = [...COLUMNS.map(([name]) => name), 'CustomerID'];

/** `TicketNumber`, `Title`, `CustomerUserLogin`, `CustomerID` in the condition language, `CustomerIDRaw` and `TicketID` exactly. */
export const textCriteria: Criteria = {
  parameters: [...conditionParameters, 'CustomerIDRaw', 'TicketID'],
  conditions: (sources) => [
    ...COLUMNS.flatMap(([name, column]) => {
      const values = readList(sources.input, name);
      return values === undefined ? [] : (textCondition(column, values) ?? []);
    }),
    ...customerCondition(sources),
    ...ticketCondition(sources),
  ],
};

/** CustomerID does not count where CustomerIDRaw is given. */
function customerCondition({ input }: SearchSources): readonly Condition[] {
  const raw = readList(input, 'CustomerIDRaw');
  if (raw !== undefined) {
    const exact = raw.filter((value) => value !== null);
    return [exact.length === 0 ? NOTHING : equalsAnyExactly('t.customer_id', exact)];
  }
  const values = readList(input, 'CustomerID');
  const condition = values === undefined ? undefined : textCondition('t.customer_id', values);
  return condition === undefined ? [] : [condition];
}

function ticketCondition({ input }: SearchSources): readonly Condition[] {
  return idConditions(readIDs(input, 'TicketID'), isTicket);
}

const BY_ID = { index: { table: 'ticket', columns: 'btree (id)' }, rank: 0, expression: 't.id' };

function isTicket(ids: readonly string[]): Condition {
  const values = (bind: Bind) => bind(ids, 'bigint[]');
  return Object.assign(isOneOf('t.id', ids), { lookUps: [ticketLookUp({ ...BY_ID, values })] });
}
