import { compileSafePattern, type SafePattern, type TextPattern } from '@ticketgate/sdk';

import { translateClass } from './perl-class.js';
import { translateEscape } from './perl-escape.js';

/** The progress of a translation: what is left to read, and the JavaScript so far. */
interface Translation {
  readonly source: string;
  position: number;
  output: string;
  readonly names: Set<string>;
  ignoresCase: boolean;
}

const START = '(?<![\\s\\S])';
const END = '(?![\\s\\S])';

/**
 * Compiles a pattern as the family's regular expressions behave: Perl, flags x, m and s, anchored at both ends of the
 * string, without a group around it (`foo|bar` means "starts with foo or ends with bar"). No text keeps it busy for long.
 *
 * @returns undefined when it cannot be compiled; {@link translatePerlPattern} says why.
 */
export function compilePerlPattern(source: string): TextPattern | undefined {
  const compiled = translatePerlPattern(source);
  return 'pattern' in compiled ? compiled.pattern : undefined;
}

/** Like {@link compilePerlPattern}, but gives the reason when it fails. */
export function translatePerlPattern(source: string): SafePattern {
  const translation: Translation = { source, position: 0, output: '', names: new Set(), ignoresCase: false };
  try {
    while (translation.position < source.length) translateNext(translation);
    // Node 20 has no inline modifiers; the only one that matters, (?i) at the start, becomes the flag.
    const flags = translation.ignoresCase ? 'isu' : 'su';
    return compileSafePattern(`${START}${translation.output}${END}`, flags);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function translateNext(translation: Translation): void {
  const rest = translation.source.slice(translation.position);
  const ignored = /^(?:\s+|#[^\n]*|\(\?#[^)]*\))/u.exec(rest);
  if (ignored) {
    translation.position += ignored[0].length;
  } else if (rest.startsWith('\\')) {
    take(translation, translateEscape(rest, 'outside'));
  } else if (rest.startsWith('[')) {
    take(translation, translateClass(rest));
  } else if (rest.startsWith('(?')) {
    translateGroup(translation, rest);
  } else {
    translateSign(translation, rest);
  }
}

function take(translation: Translation, part: { length: number; output: string }): void {
  translation.position += part.length;
  translation.output += part.output;
}

const SPECIAL: Readonly<Record<string, string>> = {
  '^': `(?:${START}|(?<=\\n)(?=[\\s\\S]))`,
  $: '(?![^\\n])',
  '}': '\\}',
  ']': '\\]',
  '/': '\\/',
};

function translateSign(translation: Translation, rest: string): void {
  const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(rest)?.[0];
  if (quantifier !== undefined) {
    if (rest.startsWith('+', quantifier.length))
      throw new Error(`JavaScript has no possessive quantifier "${quantifier}+"`);
    take(translation, { length: quantifier.length, output: quantifier });
    return;
  }
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  const output = character === '{' ? '\\{' : (SPECIAL[character] ?? character);
  take(translation, { length: character.length, output });
}

function translateGroup(translation: Translation, rest: string): void {
  const plain = /^\(\?(?:[:=!]|<[=!])/.exec(rest)?.[0];
  if (plain !== undefined) {
    take(translation, { length: plain.length, output: plain });
    return;
  }
  const named = /^\(\?(?:P?<([^>]*)>|'([^']*)')/.exec(rest);
  if (named) {
    take(translation, { length: named[0].length, output: openNamed(translation, named[1] ?? named[2] ?? '') });
    return;
  }
  const modifiers = /^\(\?\^?([msxi]+)\)/.exec(rest);
  if (modifiers && translation.output === '') {
    translation.ignoresCase = modifiers[1]?.includes('i') ?? false;
    translation.position += modifiers[0].length;
    return;
  }
  throw new Error(`JavaScript has nothing like the group "${rest.slice(0, 5)}"`);
}

/** Of two groups with one name Perl reports the first that took part; JavaScript refuses the second, so it loses its name. */
function openNamed(translation: Translation, name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw new Error(`"${name}" cannot name a group; use letters, digits and _, not starting with a digit`);
  }
  if (translation.names.has(name)) return '(';
  translation.names.add(name);
  return `(?<${name}>`;
}
