import { isData, toText, type Data, type LimitScope } from '@ticketgate/sdk';
import { omit } from '@ticketgate/sdk/schema/words';

import { readMost, nameSetting } from '../../request/limits.js';
import { splitEntries } from '../../request/read-ticket-ids.js';
import { isFalsy, isText } from '../../request/family-values.js';
import { readFlags, requireNoEmpty, requireWholeNumber, sortOutEmpty } from '../../request/strict-values.js';
import { invalid, shown } from '../../request/input-errors.js';
import { readIDs } from '../parameters/read-parameter.js';
import { searchParameters } from '../search-parameters.js';
import type { ReadSources } from '../../permission/readable-tickets.js';

/** Parameters that may come as one text with commas: ids and names. Texts to search for are left as they are. */
const LISTS =
  /^(?:TicketID|TicketNumber|StateType|SortBy|OrderBy|\w+IDs|(?:Created)?(?:Queues|States|Types|Priorities)|Locks|Services|SLAs)$/;

const CRITERIA = { properties: searchParameters } as const;

/** Categories of state types; names of types are understood too. */
const CATEGORIES: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['Open', ['new', 'open', 'pending reminder', 'pending auto']],
  ['Closed', ['closed', 'removed', 'merged']],
]);

/**
 * Reads the parameters of a search and reports mistakes. Lists may have commas, state types may be categories.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function readStrictSearch(sent: Data, scope: LimitScope, sources: ReadSources): Data {
  const { operation } = scope;
  const input = readFlags(withoutOwnLogin(sent, sources), ['UseSubQueues'], operation);
  requireNoEmpty(sortOutEmpty(input, CRITERIA).empty, operation);
  requireOperators(input, operation);
  return expandStateTypes(requireIDs(splitLists(requireWholeNumber(input, 'Limit', operation), scope), operation));
}

/** The login that a customer calls with is not a condition; with a session, it is one. */
function withoutOwnLogin(input: Data, { caller, context: { credentials } }: ReadSources): Data {
  const isOwn = credentials.SessionID === undefined && toText(input.CustomerUserLogin) === caller.login;
  return caller.type === 'Customer' && isOwn ? omit(input, ['CustomerUserLogin']) : input;
}

/**
 * Requires `Limit` to be within the setting `Ticketgate::Limit::SearchHits`.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireAllowedLimit(input: Data, { operation, settings }: LimitScope): Data {
  const most = readMost('SearchHits', settings);
  if (isFalsy(input.Limit) || Number(input.Limit) <= most) return input;
  throw invalid(operation, `Limit is ${shown(input.Limit)}; write ${most} at most (${nameSetting('SearchHits')}).`);
}

function splitLists(input: Data, scope: LimitScope): Data {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' && LISTS.test(name) && value.includes(',')
        ? splitEntries([value], name, scope).map((part) => String(part).trim())
        : value,
    ]),
  );
}

/** Requires an operator, without which a field would restrict nothing, and one form for all fields: the older one counts alone. */
function requireOperators(input: Data, operation: string): void {
  const older = Object.keys(input).find((name) => name.startsWith('DynamicField_'));
  if (older !== undefined && input.DynamicField !== undefined)
    throw invalid(operation, `${older.slice(0, 200)} is ignored with DynamicField; write it there.`);
  const bare = Object.keys(input).find((name) => name.startsWith('DynamicField_') && !isData(input[name]));
  if (bare === undefined) return;
  const name = bare.slice(0, 200);
  throw invalid(operation, `${name} needs an operator; write for example ${name}.Equals or ${name}.Like.`);
}

function requireIDs(input: Data, operation: string): Data {
  const wrong = Object.keys(input).find(
    (name) => /^(?:TicketID|\w+IDs)$/.test(name) && (isData(input[name]) || readIDs(input, name) === 'invalid'),
  );
  if (wrong === undefined) return input;
  throw invalid(operation, `${wrong} is ${shown(input[wrong])}; write whole numbers, such as 5 or [5, 7].`);
}

function expandStateTypes(input: Data): Data {
  const { StateType: value } = input;
  if (!isText(value) && !Array.isArray(value)) return input;
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return { ...input, StateType: names.flatMap((name): readonly unknown[] => CATEGORIES.get(name) ?? [name]) };
}

/** Whether a category has a state type of this name, which a system may lack. */
export function isInCategory(type: string): boolean {
  return [...CATEGORIES.values()].some((types) => types.includes(type));
}
