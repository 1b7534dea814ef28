import type { ChangeKind, ValueChange } from './compare-values.js';

/** Kinds of changes; `set` and `unset`: a whole list was added or removed. */
export type WordedKind = ChangeKind | 'set' | 'unset';

/** The meaning of a changed key for clients. */
export interface ChangeRule extends Partial<Readonly<Record<WordedKind, string>>> {
  /** A path, in which `{name}` matches any key, and `**` at its end any further keys. */
  readonly at: string;
  /** Words for every kind of change: a value was replaced, even if there was none before. */
  readonly any?: string;
  /** Default: none. */
  readonly breaks?: readonly WordedKind[] | ((change: ValueChange) => boolean);
  /** Whether values are credentials: clients lose those that are removed or changed. */
  readonly hasCredentials?: true;
}

export const ALL: readonly WordedKind[] = ['added', 'removed', 'changed'];
export const LOSSES: readonly WordedKind[] = ['removed', 'changed'];
