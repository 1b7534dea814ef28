import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type * as Engine from 're2js';

import { explainError } from '../errors.js';
import { keptIn } from '../kept.js';

/** Assertions that JavaScript has no syntax for, and what they are in RE2. */
const ASSERTIONS: readonly (readonly [written: string, linear: string])[] = [
  ['(?:(?<![\\s\\S])|(?<=\\n)(?=[\\s\\S]))', '(?m:^)'],
  ['(?<![\\s\\S])', '\\A'],
  ['(?![\\s\\S])', '\\z'],
  ['(?![^\\n])', '(?m:$)'],
];

const SPACE =
  '\\t\\n\\v\\f\\r \\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';

const NO_SPACE =
  '\\x00-\\x08\\x0e-\\x1f!-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

/** The dot without the flag s: JavaScript has more line separators than RE2. */
const LINE_CHARACTER = '[^\\n\\r\\x{2028}\\x{2029}]';

/** Converts a pattern to the syntax of RE2. Unsupported parts are kept, and do not compile. */
function toLinearSyntax(source: string, flags: string): string {
  const written = ASSERTIONS.reduce((text, [from, to]) => text.replaceAll(from, to), source);
  const tokens = splitTokens(written.replace(/\(\?=\\n\?\$\)$/, '\\n?\\z'));
  const any = flags.includes('s') ? '.' : LINE_CHARACTER;
  const inClass = /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|[pP]\{[^}]*\}|[^])/gu;
  return tokens
    .map((token) => {
      if (token === '.') return any;
      return token.startsWith('[') ? token.replace(inClass, (escape) => convert(escape, '')) : convert(token, '[');
    })
    .join('');
}

/** @param open the bracket that starts a set of characters outside a class */
function convert(token: string, open: '[' | ''): string {
  const close = open === '[' ? ']' : '';
  if (token.startsWith('\\u')) return `\\x{${token.replace(/[^0-9a-fA-F]/g, '')}}`;
  if (token === '\\p{Join_Control}') return `${open}\\x{200c}\\x{200d}${close}`;
  if (token === '\\s') return `${open}${SPACE}${close}`;
  return token === '\\S' ? `${open}${NO_SPACE}${close}` : token;
}

/** Matches texts, like a RegExp without the flag y. */
export interface TextPattern {
  test(text: string): boolean;
  exec(text: string): PatternMatch | null;
  /** For `text.replace(pattern, …)`: the first match, or with the flag g all of them. */
  [Symbol.replace](text: string, replacement: string): string;
}

/** Group 0 is the whole match. */
interface PatternMatch {
  readonly [group: number]: string | null | undefined;
  readonly index: number;
  readonly groups?: Readonly<Record<string, string | null | undefined>> | undefined;
}

/** A pattern that runs in linear time, or the reason why it cannot be compiled. */
export type SafePattern = { readonly pattern: TextPattern } | { readonly problem: string };

/** Most characters of a pattern: the costs of analysing and matching grow with them. */
const LONGEST = 20_000;

const TOO_SLOW =
  'it may take very long for some texts, and RE2, which runs in linear time, does not support it; remove look-aheads and back references, or repeat only single characters';

const require = createRequire(import.meta.url);

/**
 * Compiles an untrusted regular expression in JavaScript's syntax so that no text can block the process: provably harmless patterns run on
 * JavaScript's engine, all others on RE2, which takes linear time.
 *
 * @param flags of `i`, `m`, `s` and `u`, and `g` for patterns that only replace
 * @example
 * const made = compileSafePattern('^(a+)+b$', 'u');
 * if ('pattern' in made) made.pattern.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'); // false, at once
 */
export function compileSafePattern(source: string, flags: string): SafePattern {
  if (source.length > LONGEST) return { problem: `it has more than ${LONGEST} characters in JavaScript's syntax` };
  let regExp: RegExp;
  try {
    regExp = new RegExp(source, flags);
  } catch (error) {
    return { problem: explainError(error).replace(/^Invalid regular expression: .*\/[a-z]*: /s, '') };
  }
  if (isHarmless(source, flags)) return { pattern: regExp };
  try {
    const make = () => compileLinear(source, flags);
    return { pattern: keptIn<string, TextPattern>(compiledPatterns, `${flags}/${source}`, make) };
  } catch (error) {
    return { problem: `${TOO_SLOW}: ${explainError(error).replace(/^error parsing regexp: /, '')}` };
  }
}

/** Some settings are compiled with each request. */
const compiledPatterns = new LRUCache<string, TextPattern>({ max: 100 });

function compileLinear(source: string, flags: string): TextPattern {
  // Loaded on demand: most systems have no such pattern, and loading takes 15 ms. A cast, because `require` returns any.
  const { RE2JS } = require('re2js') as typeof Engine;
  const bits = [
    flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0,
    flags.includes('m') ? RE2JS.MULTILINE : 0,
    flags.includes('s') ? RE2JS.DOTALL : 0,
  ];
  const compiled = RE2JS.compile(
    toLinearSyntax(source, flags),
    bits.reduce((sum, bit) => sum + bit) | RE2JS.LOOKBEHINDS,
  );
  return {
    test: (text) => compiled.test(text),
    exec: (text) => {
      const matcher = compiled.matcher(text);
      if (!matcher.find()) return null;
      const found = Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group));
      return Object.assign(found, { index: matcher.start(), groups: matcher.getNamedGroups() });
    },
    [Symbol.replace](text, replacement) {
      const matcher = compiled.matcher(text);
      return flags.includes('g') ? matcher.replaceAll(replacement) : matcher.replaceFirst(replacement);
    },
  };
}

/** Most alternative paths through a pattern. */
const MOST_WAYS = 32;

/** Assertions at the very end: nothing before them is tried twice. */
const END = /(?:\(\?!\[\\s\\S\]\)|\(\?!\[\^\\n\]\)|\$)+$/;
const START = /^(?:\(\?<!\[\\s\\S\]\)|\^)/;

interface Walk {
  /** Paths through the pattern so far, without those of open groups. */
  ways: number;
  /** Branches of each open group, beginning with the pattern itself. */
  readonly branches: number[];
  /** Repeated characters, and references to a group. */
  repetitions: number;
  /** Segments of a path, each up to the next slash. */
  segments: number;
}

/**
 * Whether JavaScript's backtracking engine matches a pattern in linear time: it repeats at most one single character, or segments of a path,
 * but no group, and has few branches. False does not mean that the pattern is slow.
 */
export function isHarmless(source: string, flags: string): boolean {
  const walk = measure(splitTokens(flags.includes('s') ? source.replace(END, '') : source));
  if (walk === undefined || walk.ways > MOST_WAYS) return false;
  const { repetitions, segments, branches } = walk;
  if (repetitions + segments === 0) return true;
  // Without an anchor, the rest is tried at every character.
  const isAnchored = START.test(source) && branches[0] === 1 && !flags.includes('m');
  return isAnchored && (repetitions === 0 || repetitions + segments === 1);
}

/** Undefined if the token is not harmless. */
function measure(tokens: readonly string[]): Walk | undefined {
  const walk: Walk = { ways: 1, branches: [1], repetitions: 0, segments: 0 };
  for (const [index, token] of tokens.entries()) {
    if (isSegment(tokens, index)) walk.segments += 1;
    else if (!advance(walk, token, tokens[index - 1] ?? '')) return undefined;
  }
  // A final `.*` goes to the end without backtracking.
  if (tokens.at(-2) === '.' && /^[*+]$/.test(tokens.at(-1) ?? '')) walk.repetitions -= 1;
  return walk;
}

/** A slash ends a segment unambiguously, so there is no backtracking. */
function isSegment(tokens: readonly string[], index: number): boolean {
  const next = tokens[index + 1] === ')' ? tokens[index + 2] : tokens[index + 1];
  return tokens[index] === '+' && tokens[index - 1] === '[^\\/]' && (next === undefined || next === '\\/');
}

/** False if the pattern is not harmless. */
function advance(walk: Walk, token: string, before: string): boolean {
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

/** One element of a regular expression in JavaScript's syntax: an escape, a class, the opening of a group, or a character. */
const TOKEN =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:<?[=!]|:|<[^>]*>)|\{\d+(?:,\d*)?\}|[^]/gu;

function splitTokens(source: string): readonly string[] {
  return source.match(TOKEN) ?? [];
}
