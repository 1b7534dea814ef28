import type { Diagnostic } from '../diagnostic.js';

/** Bytes of a definition at most: the time and the memory that reading it takes grow with it. */
export const LARGEST_DEFINITION = 2_000_000;

/** What to say of a definition that is too large; undefined for others. */
export function sizeProblem(bytes: number, file: string): Diagnostic | undefined {
  if (bytes <= LARGEST_DEFINITION) return undefined;
  const message = `The definition has more than ${LARGEST_DEFINITION / 1_000_000} MB and is not read. Divide it into several web services.`;
  return {
    ...{ file, line: 1, column: 1, endLine: 1, endColumn: 2 },
    ...{ severity: 'error', code: 'too-large', message, path: [] },
  };
}
