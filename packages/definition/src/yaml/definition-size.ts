import { Lexer } from 'yaml';

import type { Diagnostic } from '../diagnostic.js';

/** Most bytes of a definition: reading time and memory grow with its size. */
export const LARGEST_DEFINITION = 2_000_000;

/** Most tokens of a definition: each becomes an object of some hundred bytes. */
const MOST_TOKENS = 500_000;

/** What to say of a definition that is too large; undefined for others. */
export function sizeProblem(text: string, file: string): Diagnostic | undefined {
  if (Buffer.byteLength(text) > LARGEST_DEFINITION) return tooLarge(`${LARGEST_DEFINITION / 1_000_000} MB`, file);
  // A token has at least one character, and most definitions have fewer characters than that.
  if (text.length <= MOST_TOKENS) return undefined;
  let count = 0;
  for (const token of new Lexer().lex(text)) {
    count += token.length > 0 ? 1 : 0;
    if (count > MOST_TOKENS) return tooLarge(`${MOST_TOKENS.toLocaleString('en')} tokens`, file);
  }
  return undefined;
}

function tooLarge(limit: string, file: string): Diagnostic {
  const message = `The definition has more than ${limit} and is not read. Split it into several web services.`;
  return {
    ...{ file, line: 1, column: 1, endLine: 1, endColumn: 2 },
    ...{ severity: 'error', code: 'too-large', message, path: [] },
  };
}
