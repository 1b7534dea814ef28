import { explainError } from '../errors.js';
import { translateClass, translateEscape } from './perl-escape.js';
import { compileSafePattern, type SafePattern, type TextPattern } from './safe-pattern.js';

interface Translation {
  readonly source: string;
  position: number;
  output: string;
  readonly names: Set<string>;
  /** Letters of `(?i)` and the like at the start. */
  modifiers: string;
  readonly form: PatternForm;
}

/** `whole`: with the flags x, m and s, and the whole text must match. `part`: without flags, and part of the text is enough. `parts`: as `part`, to replace all matches. */
export type PatternForm = 'whole' | 'part' | 'parts';

const START = '(?<![\\s\\S])';
const END = '(?![\\s\\S])';

/**
 * Compiles a pattern as the family does: Perl, usually with the flags x, m and s, anchored at both ends of the string, without a group
 * around it (`foo|bar` means "starts with foo or ends with bar"). Matching takes linear time.
 *
 * @returns undefined if it cannot be compiled; {@link translatePerlPattern} says why
 * @example
 * compilePerlPattern('\\A(?:re|aw):\\s', 'part')?.test('re: Printer'); // true
 */
export function compilePerlPattern(source: string, form: PatternForm = 'whole'): TextPattern | undefined {
  const compiled = translatePerlPattern(source, form);
  return 'pattern' in compiled ? compiled.pattern : undefined;
}

/** Like {@link compilePerlPattern}, but returns the reason if it fails. */
export function translatePerlPattern(source: string, form: PatternForm = 'whole'): SafePattern {
  const translation: Translation = { source, position: 0, output: '', names: new Set(), modifiers: '', form };
  try {
    while (translation.position < source.length) translateNext(translation);
    // Node 20 has no inline modifiers: those at the start become flags.
    const { modifiers, output } = translation;
    const ignoresCase = modifiers.includes('i') ? 'i' : '';
    if (form === 'whole') return compileSafePattern(`${START}${output}${END}`, `${ignoresCase}su`);
    const isOneLine = modifiers.includes('s') ? 's' : '';
    return compileSafePattern(output, `${ignoresCase}${isOneLine}${form === 'parts' ? 'g' : ''}u`);
  } catch (error) {
    return { problem: explainError(error) };
  }
}

function translateNext(translation: Translation): void {
  const rest = translation.source.slice(translation.position);
  const ignored = IGNORED[translation.form].exec(rest);
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

const IGNORED: Readonly<Record<PatternForm, RegExp>> = {
  whole: /^(?:\s+|#[^\n]*|\(\?#[^)]*\))/u,
  part: /^\(\?#[^)]*\)/u,
  parts: /^\(\?#[^)]*\)/u,
};

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

const SPECIAL_IN_PART: Readonly<Record<string, string>> = { ...SPECIAL, '^': START, $: '(?=\\n?$)' };

function translateSign(translation: Translation, rest: string): void {
  const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(rest)?.[0];
  if (quantifier !== undefined) {
    if (rest.startsWith('+', quantifier.length))
      throw new Error(`JavaScript has no possessive quantifier "${quantifier}+"`);
    take(translation, { length: quantifier.length, output: quantifier });
    return;
  }
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  const hasLines = translation.form === 'whole' || translation.modifiers.includes('m');
  const special = hasLines ? SPECIAL : SPECIAL_IN_PART;
  const output = character === '{' ? '\\{' : (special[character] ?? character);
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
  const modifiers = /^\(\?\^?([msxiu]*)\)/.exec(rest);
  if (modifiers && translation.output === '') {
    translation.modifiers = modifiers[1] ?? '';
    translation.position += modifiers[0].length;
    return;
  }
  throw new Error(`JavaScript has nothing like the group "${rest.slice(0, 5)}"`);
}

/** Of two groups with the same name, Perl reports the first that matched; JavaScript refuses the second, so it loses its name. */
function openNamed(translation: Translation, name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw new Error(`"${name}" cannot name a group; use letters, digits and _, not starting with a digit`);
  }
  if (translation.names.has(name)) return '(';
  translation.names.add(name);
  return `(?<${name}>`;
}
