/** Something an admin should know about a file. Lines and columns count from 1; the end is exclusive. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Errors keep a version from being published; warnings do not. */
  readonly severity: 'error' | 'warning';
  /** For example `unknown-key`; each has its section in `docs/diagnostics.md`. */
  readonly code: string;
  /** The value, the expected values, and what to do. */
  readonly message: string;
  /** A suggestion. */
  readonly suggestion?: string;
  /** The change that it would break, if that makes an error of a warning. */
  readonly breaks?: string;
  /** Where in the document, for example `['Provider', 'Operation', 'TicketGet', 'Type']`. */
  readonly path: readonly (string | number)[];
}

/** The place of what concerns a whole text. */
export const AT_START = { line: 1, column: 1, endLine: 1, endColumn: 2 } as const;

/** Errors keep a version from being published, warnings do not. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

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
