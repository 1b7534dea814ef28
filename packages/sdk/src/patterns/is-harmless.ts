import { tokensOf } from './pattern-tokens.js';

/** Most alternative paths through a pattern. */
const MOST_WAYS = 32;

/** Assertions at the very end, before which nothing is tried twice. */
const END = /(?:\(\?!\[\\s\\S\]\)|\(\?!\[\^\\n\]\)|\$)+$/;
const START = /^(?:\(\?<!\[\\s\\S\]\)|\^)/;

interface Walk {
  /** Paths through the pattern so far, without those of open groups. */
  ways: number;
  /** Branches of each open group, beginning with the pattern itself. */
  readonly branches: number[];
  /** Characters that may be repeated, and references to what a group has taken. */
  repetitions: number;
  /** Segments of a path, each up to the next slash. */
  segments: number;
}

/**
 * Whether JavaScript's backtracking engine matches a pattern in linear time: it repeats at most one single character, or segments of a path,
 * but no group, and has few branches. False does not mean that the pattern is slow.
 */
export function isHarmless(source: string, flags: string): boolean {
  const walk = measure(tokensOf(flags.includes('s') ? source.replace(END, '') : source));
  if (walk === undefined || walk.ways > MOST_WAYS) return false;
  const { repetitions, segments, branches } = walk;
  if (repetitions + segments === 0) return true;
  // Without an anchor the rest is tried at each character.
  const isAnchored = START.test(source) && branches[0] === 1 && !flags.includes('m');
  return isAnchored && (repetitions === 0 || repetitions + segments === 1);
}

/** Undefined if the token is not harmless. */
function measure(tokens: readonly string[]): Walk | undefined {
  const walk: Walk = { ways: 1, branches: [1], repetitions: 0, segments: 0 };
  for (const [index, token] of tokens.entries()) {
    if (isSegment(tokens, index)) walk.segments += 1;
    else if (!step(walk, token, tokens[index - 1] ?? '')) return undefined;
  }
  // A final `.*` goes to the end without backtracking.
  if (tokens.at(-2) === '.' && /^[*+]$/.test(tokens.at(-1) ?? '')) walk.repetitions -= 1;
  return walk;
}

/** The end of a segment is unambiguous, so there is no backtracking. */
function isSegment(tokens: readonly string[], index: number): boolean {
  const next = tokens[index + 1] === ')' ? tokens[index + 2] : tokens[index + 1];
  return tokens[index] === '+' && tokens[index - 1] === '[^\\/]' && (next === undefined || next === '\\/');
}

/** False if the pattern is not harmless. */
function step(walk: Walk, token: string, before: string): boolean {
  if (token === '|') walk.branches.push((walk.branches.pop() ?? 1) + 1);
  else if (token === '(' || token.startsWith('(?')) walk.branches.push(1);
  else if (token === ')') walk.ways *= walk.branches.length > 1 ? (walk.branches.pop() ?? 1) : 1;
  else if (/^\\(?:k<|[1-9])/.test(token)) walk.repetitions += 1;
  else if (/^(?:[*+?]|\{\d)/.test(token)) return repeat(walk, token, before);
  return true;
}

function repeat(walk: Walk, token: string, before: string): boolean {
  // A question mark after a quantifier makes it lazy.
  if (token === '?' && /^(?:[*+?]|\{\d.*)$/.test(before)) return true;
  if (token === '?') {
    walk.ways *= 2;
    return true;
  }
  if (before === ')') return false;
  if (!/^\{\d+\}$/.test(token)) walk.repetitions += 1;
  return true;
}
