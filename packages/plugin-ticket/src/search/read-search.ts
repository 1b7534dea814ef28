import { systemTimeZone, type Data } from '@ticketgate/sdk';

import type { ReadSources } from '../permission/readable-tickets.js';
import { expandTimeSlots } from './parameters/expand-time-slots.js';
import type { SearchRules } from './profiles/search-rules.js';
import { requireFewConditions } from './require-few-criteria.js';
import { criteriaOf } from './search-criteria.js';
import type { SearchSources } from './search-sources.js';
import { readSortOrder } from './sort-order.js';
import type { SortKey } from './statement/compose-search.js';
import { allOf, type Condition, anyOf, isOneOf, NOTHING } from './statement/condition.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { isCompanyAccessOn } from '../permission/permission-settings.js';
import type { PermissionSources } from '../permission/ticket-permission.js';
import { equalsAny } from './condition-language/equals-any.js';

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

/**
 * Restricts a search to what the caller may find: agents by the groups of queues alone – ownership and watching do not widen a search –, agent 1 everything;
 * customers what is theirs or their companies' (`docs/compatibility.md`).
 */
async function permissionConditions(sources: PermissionSources): Promise<readonly Condition[]> {
  const { context, caller, catalogue } = sources;
  const { accounts, settings } = context;
  if (caller.type === 'User') {
    if (caller.userID === 1) return [];
    return [inQueuesOf((await accounts.directory()).groupIDsOfAgent(caller.userID, 'ro'), catalogue)];
  }
  const [customerIDs, groupIDs] = await Promise.all([
    accounts.customers.customerIDs(caller.login),
    accounts.customers.groupIDs(caller.login, 'ro'),
  ]);
  return [
    inQueuesOf(groupIDs, catalogue),
    anyOf([ownTickets(caller.login), companyTickets(isCompanyAccessOn(settings) ? customerIDs : [])]),
  ];
}

/** By the queues that are known: a join would hide from the planner how many tickets they have. */
function inQueuesOf(groupIDs: ReadonlySet<number>, { queues }: Catalogue): Condition {
  const ids = queues.all.filter(({ groupID }) => groupIDs.has(groupID)).map(({ id }) => id);
  return isOneOf('t.queue_id', ids);
}

function ownTickets(login: string): Condition {
  return equalsAny('t.customer_user_id', [login]);
}

function companyTickets(customerIDs: readonly string[]): Condition {
  return customerIDs.length === 0 ? NOTHING : equalsAny('t.customer_id', customerIDs);
}
