import type { Data, LimitScope } from '@ticketgate/sdk';

import { requireAtMost, type LimitName } from '../limits/limits.js';
import { countTerms } from './condition-language/parse-condition.js';
import { conditionParameters } from './conditions/text-criteria.js';
import { readFieldEntries } from './dynamic-fields/dynamic-field-criteria.js';

const SORTING = ['SortBy', 'OrderBy'] as const;
/** Characters that a text without operators lacks: it is one term, of which any number makes the same statement. */
const OPERATORS = /[!&()+|]| (?:AND|OR) /;

/**
 * Refuses searches that ask for more than the settings `Ticketgate::Limit::…` allow.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireFewConditions(input: Data, scope: LimitScope): void {
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
  const longest = Array.isArray(value) ? value.reduce<number>(longer, 0) : lengthOf(value);
  requireAtMost('SearchTextLength', { what, count: longest }, scope);
}

function longer(most: number, entry: unknown): number {
  return Math.max(most, lengthOf(entry));
}

function lengthOf(entry: unknown): number {
  return typeof entry === 'string' ? entry.length : 0;
}

function requireFewTerms(what: string, value: unknown, scope: LimitScope): void {
  if (value === undefined) return;
  const composed = listOf(value).filter((entry) => typeof entry === 'string' && OPERATORS.test(entry));
  const count = composed.reduce<number>((sum, entry) => sum + countTerms(String(entry)), 0);
  requireAtMost('SearchTerms', { what, count }, scope);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
