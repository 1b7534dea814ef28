import type { Catalogue, CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import { entryParameters, readEntries, type EntryParameters } from '../parameters/read-parameter.js';
import { isAnyID, NOTHING, type Condition, type SearchSources } from '../statement/condition.js';

/** Two parameters that name entries of the catalogue, such as `Types` and `TypeIDs`, and the column that refers to them. */
export interface EntryCriterion extends EntryParameters {
  readonly column: string;
  readonly listAll: (catalogue: Catalogue) => Entries<CatalogueEntry>;
}

export function entryCriterion(names: string, column: string, listAll: EntryCriterion['listAll']): EntryCriterion {
  return { ...entryParameters(names), column, listAll };
}

export function bothNames(criteria: readonly EntryCriterion[]): readonly string[] {
  return criteria.flatMap(({ names, ids }) => [names, ids]);
}

export function entryConditions(
  criteria: readonly EntryCriterion[],
  { input, catalogue }: SearchSources,
): readonly Condition[] {
  return criteria.flatMap(({ column, listAll, ...parameters }) =>
    idConditions(readEntries(input, parameters, listAll(catalogue)), (ids) => isAnyID(column, ids)),
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
