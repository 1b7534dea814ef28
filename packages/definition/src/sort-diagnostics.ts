import type { Diagnostic } from './diagnostic.js';

/** A text of 2 MB can have 300,000 diagnostics; nobody reads more than this. */
const MOST = 1_000;

/** Diagnostics in the order of the text; of several with one message at one place only the first. Of too many, errors are kept first. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unique = new Map(diagnostics.map((each) => [`${each.line}:${each.column} ${each.message}`, each]));
  const all = [...unique.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  return all.length > MOST ? limit(all) : all;
}

function limit(all: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = all.filter(({ severity }) => severity === 'error');
  const warnings = all.filter(({ severity }) => severity === 'warning');
  const kept = new Set([...errors, ...warnings].slice(0, MOST));
  const shown = all.filter((each) => kept.has(each));
  const more = (all.length - MOST).toLocaleString('en');
  const last = shown.slice(-1).map(({ file, line, column, endLine, endColumn }): Diagnostic => {
    const severity = errors.length > MOST ? 'error' : 'warning';
    const message = `There are ${more} more problems. Correct these first.`;
    return { file, line, column, endLine, endColumn, severity, code: 'more-problems', message, path: [] };
  });
  return [...shown, ...last];
}
