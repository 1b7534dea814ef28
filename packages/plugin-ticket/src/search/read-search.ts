import { systemTimeZone, type Data } from '@ticketgate/sdk';

import type { ReadSources } from '../permission/readable-tickets.js';
import { permissionConditions } from './conditions/permission-conditions.js';
import { expandTimeSlots } from './parameters/expand-time-slots.js';
import type { SearchRules } from './profiles/search-rules.js';
import { requireFewConditions } from './require-few-criteria.js';
import { criteriaOf } from './search-criteria.js';
import type { SearchSources } from './search-sources.js';
import { readSortOrder } from './sort-order.js';
import type { SortKey } from './statement/compose-search.js';
import { allOf, type Condition } from './statement/condition.js';

/** The conditions of a search. */
export interface Search {
  /** All criteria, and what the caller may read. */
  readonly condition: Condition;
  /** Undefined when `SortBy` or `OrderBy` is wrong. */
  readonly sort: readonly SortKey[] | undefined;
}

export interface SearchOptions {
  /** For example `TicketSearch`. */
  readonly operation: string;
  readonly requireClear: SearchRules['requireClear'];
}

/** Reads the criteria and the order of a search. */
export async function readSearch(
  input: Data,
  { context, caller, catalogue }: ReadSources,
  { operation, requireClear }: SearchOptions,
): Promise<Search> {
  const { settings } = context;
  requireFewConditions(input, { operation, settings });
  const sources: SearchSources = {
    input: expandTimeSlots(input),
    catalogue,
    settings,
    caller,
    now: context.now(),
    zone: systemTimeZone(settings),
  };
  requireClear(sources, await context.accounts.directory(), operation);
  const condition = allOf([
    ...(await permissionConditions({ context, caller, catalogue })),
    ...criteriaOf(sources.input).flatMap(({ conditions }) => conditions(sources)),
  ]);
  return { condition, sort: readSortOrder(sources) };
}
