import type { Diagnostic } from '@ticketgate/definition';

/** The result of checking files. */
export interface CheckedFiles {
  readonly diagnostics: readonly Diagnostic[];
  /** Texts by file name, in the order in which they were checked. */
  readonly sources: ReadonlyMap<string, string>;
}
