import { matchesAnything } from '../parameters/read-parameter.js';
import { allOf, anyOf, not, type Condition } from '../statement/condition.js';
import type { Bind } from '../statement/bind.js';
import type { Index } from '../statement/index-look-up.js';
import { equalsAny } from './equals-any.js';
import { likePattern } from './like-pattern.js';
import { parseCondition, type ConditionTree } from './parse-condition.js';
import type { TermToken } from './read-tokens.js';

/**
 * A column matches one of the values, each in the condition language; case does not count. Undefined when no value restricts anything:
 * empty ones and those of wildcards alone are passed over.
 */
export function textCondition(column: string, values: readonly (string | null)[]): Condition | undefined {
  const given = values.filter((value) => value !== null && value !== '' && !matchesAnything(value));
  if (given.length === 0) return undefined;
  const trees = given.flatMap((value) => alternatives(parseCondition(value ?? '')));
  const terms = trees.filter((tree) => tree.kind === 'term');
  const composed = trees.filter((tree) => tree.kind !== 'term');
  const condition = anyOf([...termConditions(column, terms), ...composed.map((tree) => treeCondition(column, tree))]);
  const trigrams = trees.every(isExact) ? undefined : TRIGRAMS[column];
  return trigrams === undefined ? condition : Object.assign((bind: Bind) => condition(bind), { trigrams });
}

/** By column. */
const TRIGRAMS: Readonly<Record<string, Index | undefined>> = {
  't.title': { table: 'ticket', columns: 'gin (lower((title)::text) gin_trgm_ops)' },
};

function isExact(tree: ConditionTree): boolean {
  return tree.kind === 'term' && tree.parts.length === 1;
}

/** Values between which only `||` stands are values of the list. */
function alternatives(tree: ConditionTree | undefined): readonly ConditionTree[] {
  if (tree === undefined) return [];
  return tree.kind === 'or' ? tree.parts : [tree];
}

function treeCondition(column: string, tree: ConditionTree): Condition {
  if (tree.kind === 'term') return anyOf(termConditions(column, [tree]));
  if (tree.kind === 'not') return not(treeCondition(column, tree.part));
  const parts = tree.parts.map((part) => treeCondition(column, part));
  return tree.kind === 'and' ? allOf(parts) : anyOf(parts);
}

/** Terms of a list share a condition, so that lists of any length make the same statement. */
function termConditions(column: string, terms: readonly TermToken[]): readonly Condition[] {
  const exact = terms.filter(({ parts }) => parts.length === 1).map(({ parts }) => parts[0] ?? '');
  const patterns = terms.filter(({ parts }) => parts.length > 1).map(({ parts }) => likePattern(parts));
  return [
    ...(exact.length === 0 ? [] : [equalsAny(column, exact)]),
    ...(patterns.length === 0 ? [] : [isLikeOne(column, patterns)]),
  ];
}

/** Patterns of their own can use an index of trigrams, a list of them cannot. */
const MAX_PATTERNS = 4;

function isLikeOne(column: string, patterns: readonly string[]): Condition {
  if (patterns.length > MAX_PATTERNS) {
    return (bind) => `lower(${column}) like any(array(select lower(x) from unnest(${bind(patterns, 'text[]')}) x))`;
  }
  return anyOf(patterns.map((pattern) => isLike(column, pattern)));
}

function isLike(column: string, pattern: string): Condition {
  return (bind) => {
    const lowered = `lower(${bind(pattern, 'text')})`;
    // A hidden value would be made lower for each row.
    return `lower(${column}) like ${bind.isBounded === true ? `(select ${lowered})` : lowered}`;
  };
}
