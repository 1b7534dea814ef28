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

/** Errors keep a version from being published, warnings do not. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
