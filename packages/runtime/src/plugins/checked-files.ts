import type { Diagnostic } from '@ticketgate/definition';

/** What the check of files has found. */
export interface CheckedFiles {
  readonly diagnostics: readonly Diagnostic[];
  /** Texts by file name, in the order of checking. */
  readonly sources: ReadonlyMap<string, string>;
}
