import { isOpen } from '../parameters/read-parameter.js';
import { allOf, anyOf, not, selective, type Condition } from '../statement/condition.js';
import { parseCondition, type ConditionTree } from './parse-condition.js';
import type { TermToken } from './read-tokens.js';

/**
 * A column matches one of the values, each in the condition language; case does not count. Undefined when no value restricts anything:
 * empty ones and those of wildcards alone are passed over.
 */
export function textCondition(column: string, values: readonly (string | null)[]): Condition | undefined {
  const given = values.filter((value) => value !== null && value !== '' && !isOpen(value));
  if (given.length === 0) return undefined;
  const trees = given.map((value) => parseCondition(value ?? '')).filter((tree) => tree !== undefined);
  const terms = trees.filter((tree) => tree.kind === 'term');
  const composed = trees.filter((tree) => tree.kind !== 'term');
  return anyOf([...termConditions(column, terms), ...composed.map((tree) => treeCondition(column, tree))]);
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
    ...(exact.length === 0 ? [] : [equalsOne(column, exact)]),
    ...(patterns.length === 0 ? [] : [isLikeOne(column, patterns)]),
  ];
}

/** Values without letters, such as ticket numbers, are compared as they are: that is what the family's indexes can do. */
function equalsOne(column: string, values: readonly string[]): Condition {
  if (values.every((value) => value.toLowerCase() === value.toUpperCase())) {
    return selective((bind) => `${column} = any(${bind(values, 'text[]')})`);
  }
  return selective((bind) => `lower(${column}) = any(${lowered(bind(values, 'text[]'))})`);
}

/** Patterns of their own can use an index of trigrams, a list of them cannot. */
const MAX_PATTERNS = 4;

function isLikeOne(column: string, patterns: readonly string[]): Condition {
  if (patterns.length > MAX_PATTERNS) {
    return (bind) => `lower(${column}) like any(${lowered(bind(patterns, 'text[]'))})`;
  }
  return anyOf(
    patterns.map(
      (pattern): Condition =>
        (bind) =>
          `lower(${column}) like lower(${bind(pattern, 'text')})`,
    ),
  );
}

// By the database, so that both sides are lowered by the same rules.
function lowered(values: string): string {
  return `array(select lower(v) from unnest(${values}) v)`;
}

/** A pattern for LIKE: literal parts with anything between them. */
export function likePattern(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[\\%_]/g, String.raw`\$&`)).join('%');
}
