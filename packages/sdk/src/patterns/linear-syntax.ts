import { tokensOf } from './pattern-tokens.js';

/** Assertions that JavaScript has no syntax for, and their equivalents in RE2. */
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
export function toLinearSyntax(source: string, flags: string): string {
  const written = ASSERTIONS.reduce((text, [from, to]) => text.replaceAll(from, to), source);
  const tokens = tokensOf(written.replace(/\(\?=\\n\?\$\)$/, '\\n?\\z'));
  const any = flags.includes('s') ? '.' : LINE_CHARACTER;
  return tokens
    .map((token) => {
      if (token === '.') return any;
      return token.startsWith('[') ? translateClass(token) : translate(token, '[');
    })
    .join('');
}

function translateClass(token: string): string {
  return token.replace(/\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|[pP]\{[^}]*\}|[^])/gu, (escape) => translate(escape, ''));
}

/** `open` is the bracket that a set of characters needs where it is not in a class. */
function translate(token: string, open: '[' | ''): string {
  const close = open === '[' ? ']' : '';
  if (token.startsWith('\\u')) return `\\x{${token.replace(/[^0-9a-fA-F]/g, '')}}`;
  if (token === '\\p{Join_Control}') return `${open}\\x{200c}\\x{200d}${close}`;
  if (token === '\\s') return `${open}${SPACE}${close}`;
  return token === '\\S' ? `${open}${NO_SPACE}${close}` : token;
}
