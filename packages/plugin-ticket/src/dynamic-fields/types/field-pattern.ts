import { compileSafePattern, type Data, isData, oncePer, type TextPattern } from '@ticketgate/sdk';

import type { DynamicField } from '../../catalogue/catalogue.js';

/** An entry of `RegExList`; `pattern` is undefined if only Perl knows its syntax, or if it would backtrack without end. */
export interface FieldPattern {
  readonly source: string;
  readonly pattern: TextPattern | undefined;
}

/** The patterns of `RegExList` that a value must match. */
export function fieldPatterns({ config }: DynamicField): readonly FieldPattern[] {
  return patternsIn(config);
}

/** Kept, because the configuration of a field is the same object as long as the catalogue is cached. */
const patternsIn = oncePer(({ RegExList: list }: Data): readonly FieldPattern[] => {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return entries.flatMap((entry) => {
    const source: unknown = isData(entry) ? entry.Value : undefined;
    return typeof source === 'string' && source !== '' ? [{ source, pattern: compilePattern(source) }] : [];
  });
});

/**
 * Translates Perl's anchors, inline flags and classes to JavaScript; the rest of the syntax is the same.
 *
 * @param use `g` to replace all matches
 */
export function compilePattern(source: string, use: '' | 'g' = ''): TextPattern | undefined {
  const inline = /^\(\?\^?([imsxu]*)\)/.exec(source);
  const flags = (inline?.[1] ?? '').replaceAll(/[^ims]/g, '');
  const body = translate(inline === null ? source : source.slice(inline[0].length), flags.includes('m'));
  const compiled = compileSafePattern(body, `${flags}u${use}`);
  return 'pattern' in compiled ? compiled.pattern : undefined;
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  '[:alpha:]': 'a-zA-Z',
  '[:digit:]': '0-9',
  '[:alnum:]': 'a-zA-Z0-9',
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:space:]': '\\s',
  '[:xdigit:]': '0-9a-fA-F',
};

const ANCHORS: Readonly<Record<string, string>> = { '\\A': '^', '\\z': '$(?![^])', '\\Z': '(?=\\n?$(?![^]))' };

/** Letters, digits and the like of all scripts. */
const WORD = '\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}';

function translate(source: string, isMultiline: boolean): string {
  let isClass = false;
  return source.replace(/\\[^]|\[:[a-z]+:\]|[[\]$]/g, (token) => {
    if (token.startsWith('[:')) return POSIX_CLASSES[token] ?? token;
    if (token === '[' || token === ']') {
      isClass = token === '[';
      return token;
    }
    if (token.startsWith('\\')) return convertEscape(token, isClass);
    // In Perl, `$` also matches before a line feed at the very end.
    return isClass || isMultiline ? token : '(?=\\n?$)';
  });
}

function convertEscape(escape: string, isClass: boolean): string {
  if (escape === '\\w') return isClass ? WORD : `[${WORD}]`;
  if (escape === '\\W' && !isClass) return `[^${WORD}]`;
  // Perl allows a backslash before every character, the flag `u` only before those that are special.
  if (/[^\w\s^$\\.*+?()[\]{}|/]/.test(escape.charAt(1)) && !(isClass && escape === '\\-')) return escape.charAt(1);
  return isClass ? escape : (ANCHORS[escape] ?? escape);
}
