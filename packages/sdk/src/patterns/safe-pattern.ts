import { createRequire } from 'node:module';
import type * as Engine from 're2js';

import { isHarmless } from './is-harmless.js';
import { toLinearSyntax } from './linear-syntax.js';

/** Matches texts, like a RegExp without the flags g and y. */
export interface TextPattern {
  test(text: string): boolean;
  exec(text: string): PatternMatch | null;
}

/** The first match: the matching text, followed by that of each group. */
export interface PatternMatch {
  readonly [group: number]: string | null | undefined;
  readonly index: number;
  readonly groups?: Readonly<Record<string, string | null | undefined>> | undefined;
}

/** A pattern that runs in linear time, or why there is none. */
export type SafePattern = { readonly pattern: TextPattern } | { readonly problem: string };

/** Most characters of a pattern, since the costs of analysing and matching grow with them. */
const LONGEST = 20_000;

const TOO_SLOW =
  'it may take very long for some texts, and RE2, which runs in linear time, does not support it; remove look-aheads and back references, or repeat only single characters';

const require = createRequire(import.meta.url);

/**
 * Compiles an untrusted regular expression in JavaScript's syntax so that no text can block the process: provably harmless patterns run on
 * JavaScript's engine, all others on RE2, which takes linear time.
 *
 * @param flags of `i`, `m`, `s` and `u`
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
    return { problem: reasonOf(error).replace(/^Invalid regular expression: .*\/[a-z]*: /s, '') };
  }
  if (isHarmless(source, flags)) return { pattern: regExp };
  try {
    return { pattern: findLinear(source, flags) };
  } catch (error) {
    return { problem: `${TOO_SLOW}: ${reasonOf(error)}` };
  }
}

/** Compiling for the linear engine takes milliseconds, and some settings are compiled with each request. */
const compiledPatterns = new Map<string, TextPattern>();
const MOST_COMPILED = 100;

function findLinear(source: string, flags: string): TextPattern {
  const key = `${flags}/${source}`;
  const known = compiledPatterns.get(key) ?? compileLinear(source, flags);
  compiledPatterns.delete(key);
  compiledPatterns.set(key, known);
  const [oldest = key] = compiledPatterns.keys();
  if (compiledPatterns.size > MOST_COMPILED) compiledPatterns.delete(oldest);
  return known;
}

function compileLinear(source: string, flags: string): TextPattern {
  // Most systems have no such pattern, and loading the engine takes 15 ms. Its types are those of the package.
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
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
}
