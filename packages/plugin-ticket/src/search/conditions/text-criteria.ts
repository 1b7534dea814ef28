import { equalsAnyExactly } from '../condition-language/equals-any.js';
import { textCondition } from '../condition-language/text-condition.js';
import { readIDs, readList, entryParameters, readEntries, type EntryParameters } from '../parameters/read-parameter.js';
import {
  type Criteria,
  type SearchSources,
  type Bind,
  isOneOf,
  NOTHING,
  type Condition,
  ticketLookUp,
} from '../statement/condition.js';
import { USED } from '../../columns/ticket-columns.js';
import type { Catalogue, CatalogueEntry, Entries } from '../../catalogue/catalogue.js';

/** Two parameters that name entries of the catalogue, such as `Types` and `TypeIDs`, and the column that refers to them. */
export interface EntryCriterion extends EntryParameters {
  readonly column: string;
  readonly entriesOf: (catalogue: Catalogue) => Entries<CatalogueEntry>;
}

export function entryCriterion(names: string, column: string, entriesOf: EntryCriterion['entriesOf']): EntryCriterion {
  return { ...entryParameters(names), column, entriesOf };
}

export function parametersOf(criteria: readonly EntryCriterion[]): readonly string[] {
  return criteria.flatMap(({ names, ids }) => [names, ids]);
}

export function entryConditions(
  criteria: readonly EntryCriterion[],
  { input, catalogue }: SearchSources,
): readonly Condition[] {
  return criteria.flatMap(({ column, entriesOf, ...parameters }) =>
    idConditions(readEntries(input, parameters, entriesOf(catalogue)), (ids) => isOneOf(column, ids)),
  );
}

/** Absent ids give no condition, invalid ones NOTHING. */
export function idConditions(
  ids: readonly string[] | 'invalid' | undefined,
  conditionOn: (ids: readonly string[]) => Condition,
): readonly Condition[] {
  if (ids === undefined) return [];
  return [ids === 'invalid' ? NOTHING : conditionOn(ids)];
}

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

/** CustomerID does not count beside it. */
function rawCustomerCondition({ input }: SearchSources): readonly Condition[] {
  const exact = readList(input, 'CustomerIDRaw')?.filter((value) => value !== null);
  if (exact === undefined) return [];
  return [exact.length === 0 ? NOTHING : equalsAnyExactly('t.customer_id', exact)];
}

const BY_ID = { index: { table: 'ticket', columns: 'btree (id)' }, rank: 0, expression: 't.id' };

function isTicket(ids: readonly string[]): Condition {
  const values = (bind: Bind) => bind(ids, 'bigint[]');
  return Object.assign(isOneOf('t.id', ids), { lookUps: [ticketLookUp({ ...BY_ID, values })] });
}
