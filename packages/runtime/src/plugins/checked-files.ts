import type { Diagnostic } from '@ticketgate/definition';

/** The result of the check of files. */
export interface CheckedFiles {
  readonly diagnostics: readonly Diagnostic[];
  /** Texts by file name, in the order of checking. */
  readonly sources: ReadonlyMap<string, string>;
}
