import { likePattern } from '@ticketgate/database/postgres';

import { matchesAnything } from '../parameters/read-parameter.js';
import { every, some, not, type Condition, type Bind } from '../statement/condition.js';
import { equalsAny } from './equals-any.js';
import { parseCondition, type ConditionTree, type TermToken } from './parse-condition.js';

/**
 * Compares a column with any of the values, each in the condition language, ignoring case. Undefined when no value restricts the search:
 * empty values and those with wildcards only are skipped.
 */
export function textCondition(column: string, values: readonly (string | null)[]): Condition | undefined {
  const given = values.filter((value) => value !== null && value !== '' && !matchesAnything(value));
  if (given.length === 0) return undefined;
  const trees = given.flatMap((value) => alternatives(parseCondition(value ?? '')));
  const terms = trees.filter((tree) => tree.kind === 'term');
  const composed = trees.filter((tree) => tree.kind !== 'term');
  const condition = some([...termConditions(column, terms), ...composed.map((tree) => treeCondition(column, tree))]);
  const isPattern = column.startsWith('t.') && !trees.every(isExact);
  return isPattern ? Object.assign((bind: Bind) => condition(bind), { isPattern }) : condition;
}

function isExact(tree: ConditionTree): boolean {
  return tree.kind === 'term' && tree.parts.length === 1;
}

/** Splits values at `||`. */
function alternatives(tree: ConditionTree | undefined): readonly ConditionTree[] {
  if (tree === undefined) return [];
  return tree.kind === 'or' ? tree.parts : [tree];
}

function treeCondition(column: string, tree: ConditionTree): Condition {
  if (tree.kind === 'term') return some(termConditions(column, [tree]));
  if (tree.kind === 'not') return not(treeCondition(column, tree.part));
  const parts = tree.parts.map((part) => treeCondition(column, part));
  return tree.kind === 'and' ? every(parts) : some(parts);
}

/** Combines the terms of a list in one condition, so that lists of any length share a statement. */
function termConditions(column: string, terms: readonly TermToken[]): readonly Condition[] {
  const exact = terms.filter(({ parts }) => parts.length === 1).map(({ parts }) => parts[0] ?? '');
  const patterns = terms.filter(({ parts }) => parts.length > 1).map(({ parts }) => likePattern(parts));
  return [
    ...(exact.length === 0 ? [] : [equalsAny(column, exact)]),
    ...(patterns.length === 0 ? [] : [isLikeOne(column, patterns)]),
  ];
}

/** Compares with each pattern separately, since a list of patterns cannot use a trigram index. */
const MAX_PATTERNS = 4;

function isLikeOne(column: string, patterns: readonly string[]): Condition {
  if (patterns.length > MAX_PATTERNS) {
    return (bind) => `lower(${column}) like any(array(select lower(x) from unnest(${bind(patterns, 'text[]')}) x))`;
  }
  return some(patterns.map((pattern) => isLike(column, pattern)));
}

function isLike(column: string, pattern: string): Condition {
  return (bind) => {
    const lowered = `lower(${bind(pattern, 'text')})`;
    // The value of a hidden parameter would be lowered for each row.
    return `lower(${column}) like ${bind.isBounded === true ? `(select ${lowered})` : lowered}`;
  };
}
