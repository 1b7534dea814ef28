import { suggest, withSuggestion, type Data } from '@ticketgate/sdk';

import type { CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import { invalid, shown } from '../../request/input-errors.js';
import { entryCriteria } from '../conditions/catalogue-criteria.js';
import { TIMES_OF_TICKETS } from '../conditions/time-criteria.js';
import { readIDs, readList, readText } from '../parameters/read-parameter.js';
import { isDate, isMinutes } from '../parameters/read-time-limits.js';
import type { SearchSources } from '../search-sources.js';
import { readSortOrder, SORT_KEYS } from '../sort-order.js';
import { isInCategory } from './read-strict-search.js';
import { requireKnownFields } from './require-known-fields.js';

/**
 * Refuses what can only be a mistake, in profile contract and in operations that the family does not have. In the family, such a search
 * finds nothing.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireClearSearch(sources: SearchSources, operation: string): void {
  const { input, catalogue, caller } = sources;
  const isAgent = caller.type === 'User';
  requireKnownFields(input, catalogue, operation);
  for (const { names, ids, label, entriesOf } of entryCriteria) {
    requireKnown(input, { names, ids, label, entries: entriesOf(catalogue), isAgent }, operation);
  }
  for (const prefix of [...TIMES_OF_TICKETS, 'ArticleCreateTime']) requireTimes(prefix, input, operation);
  requireOrder(sources, operation);
}

interface KnownEntries {
  readonly names: string;
  readonly ids: string;
  /** The noun for one entry. */
  readonly label: string;
  readonly entries: Entries<CatalogueEntry>;
  /** Customers are not told the names of others. */
  readonly isAgent: boolean;
}

function requireKnown(input: Data, { names, ids, label, entries, isAgent }: KnownEntries, operation: string): void {
  const isKnown = (each: string) => entries.byName(each) !== undefined || (names === 'StateType' && isInCategory(each));
  const name = readList(input, names)?.find((each) => each === null || !isKnown(each));
  if (name !== undefined) {
    const known = isAgent ? entries.all.map((entry) => entry.name) : [];
    const sentence = `${names} names ${shown(name)}, but there is no such ${label}.`;
    throw invalid(operation, withSuggestion(sentence, suggest(name ?? '', known)));
  }
  const given = readIDs(input, ids);
  const id = given === 'invalid' ? undefined : given?.find((each) => entries.byID(Number(each)) === undefined);
  if (id !== undefined) throw invalid(operation, `${ids} names ${id}, but there is no ${label} with this id.`);
}

function requireTimes(prefix: string, input: Data, operation: string): void {
  for (const name of [`${prefix}OlderDate`, `${prefix}NewerDate`]) {
    const text = readText(input, name);
    if (text === undefined || isDate(text)) continue;
    throw invalid(
      operation,
      `${name} is ${shown(text)}; write YYYY-MM-DD HH:MM:SS in the system time zone, such as 2026-01-31 08:00:00.`,
    );
  }
  for (const name of [`${prefix}OlderMinutes`, `${prefix}NewerMinutes`]) {
    const text = readText(input, name);
    if (text === undefined || isMinutes(text)) continue;
    throw invalid(operation, `${name} is ${shown(text)}; write a number of minutes, such as 60.`);
  }
}

function requireOrder(sources: SearchSources, operation: string): void {
  if (readSortOrder(sources) !== undefined) return;
  const { input, catalogue } = sources;
  const fields = catalogue.dynamicFields.all.map(({ name }) => `DynamicField_${name}`);
  const known = [...SORT_KEYS, ...fields];
  const key = readList(input, 'SortBy')?.find((each) => each === null || !known.includes(each));
  if (key !== undefined) {
    const advice = `Use ${SORT_KEYS.join(', ')} or DynamicField_<Name>.`;
    const sentence = `SortBy names ${shown(key)}, by which tickets cannot be sorted.`;
    throw invalid(operation, withSuggestion(sentence, suggest(key ?? '', known), advice));
  }
  const given = `SortBy is ${shown(input.SortBy ?? null)} and OrderBy ${shown(input.OrderBy ?? null)}`;
  throw invalid(operation, `${given}; write Up or Down in OrderBy, for each key of SortBy.`);
}
