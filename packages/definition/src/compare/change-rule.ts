import type { ChangeKind, ValueChange } from './compare-values.js';

/** Kinds of changes; `set` and `unset`: of a list that is new or gone as a whole. */
export type WordedKind = ChangeKind | 'set' | 'unset';

/** What a change of a key means for clients. */
export interface ChangeRule extends Partial<Readonly<Record<WordedKind, string>>> {
  /** A path, in which `{name}` stands for any key, and `**` at its end for any further keys. */
  readonly at: string;
  /** What it says of all kinds of changes: the part is another one, also where it had no value before. */
  readonly any?: string;
  /** Default: none. */
  readonly breaks?: readonly WordedKind[] | ((change: ValueChange) => boolean);
  /** Whether values are credentials: those that are removed or changed are lost. */
  readonly hasCredentials?: true;
}

export const ALL: readonly WordedKind[] = ['added', 'removed', 'changed'];
export const LOSSES: readonly WordedKind[] = ['removed', 'changed'];
