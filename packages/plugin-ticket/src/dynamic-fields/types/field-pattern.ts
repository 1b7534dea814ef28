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

/** Translates Perl's anchors, inline flags and POSIX classes to JavaScript; the rest of the syntax is the same. */
export function compilePattern(source: string): TextPattern | undefined {
  const inline = /^\(\?\^?([imsxu]*)\)/.exec(source);
  const flags = (inline?.[1] ?? '').replaceAll(/[^ims]/g, '');
  const body = translateAnchors(inline === null ? source : source.slice(inline[0].length), flags.includes('m'));
  // Perl allows escapes such as `\-` outside of a class, the flag `u` does not.
  return compileWith(body, flags.includes('u') ? flags : `${flags}u`) ?? compileWith(body, flags);
}

function compileWith(body: string, flags: string): TextPattern | undefined {
  const compiled = compileSafePattern(body, flags);
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

function translateAnchors(source: string, isMultiline: boolean): string {
  let isClass = false;
  return source.replace(/\\[^]|\[:[a-z]+:\]|[[\]$]/g, (token) => {
    if (token.startsWith('[:')) return POSIX_CLASSES[token] ?? token;
    if (token === '[' || token === ']') {
      isClass = token === '[';
      return token;
    }
    if (isClass) return token;
    // In Perl, `$` also matches before a line feed at the very end.
    if (token === '$') return isMultiline ? '$' : '(?=\\n?$)';
    return ANCHORS[token] ?? token;
  });
}
