import type { Diagnostic } from './diagnostic.js';

/** Diagnostics in the order of the text; of several with one message at one place only the first. */
export function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unique = new Map(diagnostics.map((each) => [`${each.line}:${each.column} ${each.message}`, each]));
  return [...unique.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}
