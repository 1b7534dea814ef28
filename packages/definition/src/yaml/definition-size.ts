import { Lexer } from 'yaml';

import type { Diagnostic } from '../diagnostic.js';

/** Most bytes of a definition unless somebody sets another limit: reading time and memory grow with its size. */
export const LARGEST_DEFINITION = 2_000_000;

/** Bytes for each token that a definition may have: each becomes an object of some hundred bytes. */
const BYTES_PER_TOKEN = 4;

/** The diagnostic of a definition that is too large; undefined for others. */
export function findSizeProblem(text: string, file: string, mostBytes: number): Diagnostic | undefined {
  if (Buffer.byteLength(text) > mostBytes) return tooLarge(`${mostBytes / 1_000_000} MB`, file);
  const mostTokens = Math.ceil(mostBytes / BYTES_PER_TOKEN);
  // A token has at least one character, and most definitions have fewer characters than that.
  if (text.length <= mostTokens) return undefined;
  let count = 0;
  for (const token of new Lexer().lex(text)) {
    count += token.length > 0 ? 1 : 0;
    if (count > mostTokens) return tooLarge(`${mostTokens.toLocaleString('en')} tokens`, file);
  }
  return undefined;
}

function tooLarge(limit: string, file: string): Diagnostic {
  const message = `The definition has more than ${limit} and is not read (limits.definitionBytes). Split it into several web services.`;
  return {
    file,
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 2,
    severity: 'error',
    code: 'too-large',
    message,
    path: [],
  };
}
