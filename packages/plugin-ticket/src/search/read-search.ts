import { systemTimeZone, type Data, type LimitScope } from '@ticketgate/sdk';

import type { ReadSources } from '../permission/readable-tickets.js';
import { expandTimeSlots } from './parameters/read-time-limits.js';
import { requireClearSearch } from './profiles/require-clear-search.js';
import { type SearchSources, every, type Condition, some, isAnyID, NOTHING } from './statement/condition.js';
import { selectCriteria } from './search-criteria.js';
import { readSortOrder } from './sort-order.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { isCompanyAccessOn, type PermissionSources } from '../permission/ticket-permission.js';
import { equalsAny, equalsAnyFolded } from './condition-language/equals-any.js';
import { requireAtMost, type LimitName } from '../request/limits.js';
import { countTerms } from './condition-language/parse-condition.js';
import { conditionParameters } from './conditions/text-criteria.js';
import { readFieldEntries } from './conditions/dynamic-field-criteria.js';

/**
 * Reads the criteria of a search, with what the caller may read, and its order: undefined when `SortBy` or `OrderBy` is wrong. `isStrict`:
 * mistakes are errors, in profile contract and in operations that the family does not have.
 */
export async function readSearch(
  input: Data,
  { context, caller, catalogue }: ReadSources,
  { operation, isStrict }: { readonly operation: string; readonly isStrict: boolean },
) {
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
  if (isStrict) requireClearSearch(sources, await context.accounts.directory(), operation);
  const condition = every([
    ...(await permissionConditions({ context, caller, catalogue })),
    ...selectCriteria(sources.input).flatMap(({ conditions }) => conditions(sources)),
  ]);
  return { condition, sort: readSortOrder(sources) };
}

/**
 * Restricts a search to what the caller may find: agents by the groups of queues alone, whatever they own or watch, agent 1 everything;
 * customers what is theirs or their companies' (`docs/compatibility.md`).
 */
async function permissionConditions(sources: PermissionSources): Promise<readonly Condition[]> {
  const { context, caller, catalogue } = sources;
  const { accounts, settings } = context;
  if (caller.type === 'User') {
    if (caller.userID === 1) return [];
    return [limitToQueues((await accounts.directory()).groupIDsOfAgent(caller.userID, 'ro'), catalogue)];
  }
  const [customerIDs, groupIDs] = await Promise.all([
    accounts.customers.customerIDs(caller.login),
    accounts.customers.groupIDs(caller.login, 'ro'),
  ]);
  const companies = isCompanyAccessOn(settings) ? customerIDs : [];
  const areTheirs = (equals: typeof equalsAny) =>
    some([
      equals('t.customer_user_id', [caller.login]),
      companies.length === 0 ? NOTHING : equals('t.customer_id', companies),
    ]);
  return [limitToQueues(groupIDs, catalogue), areTheirs(equalsAny), areTheirs(equalsAnyFolded)];
}

/** By the queues that are known: a join would hide from the planner how many tickets they have. */
function limitToQueues(groupIDs: ReadonlySet<number>, { queues }: Catalogue): Condition {
  const ids = queues.all.filter(({ groupID }) => groupIDs.has(groupID)).map(({ id }) => id);
  return isAnyID('t.queue_id', ids);
}

const SORTING = ['SortBy', 'OrderBy'] as const;
/** Characters that a text without operators lacks: it is one term, of which any number makes the same statement. */
const OPERATORS = /[!&()+|]| (?:AND|OR) /;

/**
 * Refuses searches that ask for more than the settings `Ticketgate::Limit::…` allow.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
function requireFewConditions(input: Data, scope: LimitScope): void {
  const fields = readFieldEntries(input);
  requireAtMost('SearchFields', { what: 'DynamicField', count: fields.length }, scope);
  for (const name of SORTING) requireFewEntries('SortKeys', { what: name, value: input[name] }, scope);
  for (const name of Object.keys(input)) requireShort(name, input[name], scope);
  for (const name of conditionParameters) requireFewTerms(name, input[name], scope);
  for (const field of fields) {
    for (const [operator, value] of Object.entries(field)) requireShort(`DynamicField->${operator}`, value, scope);
    requireFewTerms('DynamicField->Like', field.Like, scope);
  }
}

/** Anything but a list is one entry, which is always allowed. */
function requireFewEntries(
  limit: LimitName,
  { what, value }: { readonly what: string; readonly value: unknown },
  scope: LimitScope,
): void {
  if (Array.isArray(value)) requireAtMost(limit, { what, count: value.length }, scope);
}

function requireShort(what: string, value: unknown, scope: LimitScope): void {
  requireFewEntries('ListEntries', { what, value }, scope);
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  const longest = entries.reduce<number>(
    (most, entry) => Math.max(most, typeof entry === 'string' ? entry.length : 0),
    0,
  );
  requireAtMost('SearchTextLength', { what, count: longest }, scope);
}

function requireFewTerms(what: string, value: unknown, scope: LimitScope): void {
  if (value === undefined) return;
  const composed = [value]
    .flat()
    .filter((entry): entry is string => typeof entry === 'string' && OPERATORS.test(entry));
  const count = composed.reduce((sum, entry) => sum + countTerms(entry), 0);
  requireAtMost('SearchTerms', { what, count }, scope);
}
