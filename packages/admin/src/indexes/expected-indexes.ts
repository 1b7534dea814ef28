import { accountsIndexes } from '@ticketgate/accounts';
import { debugLogIndexes, findIndexes, type IndexState } from '@ticketgate/database';
import type { ExpectedIndex } from '@ticketgate/sdk';
import type { System } from '@ticketgate/runtime';

type Parts = Pick<System, 'database' | 'plugins'>;

/** Indexes that accounts, the debug log and plugins rely on. */
export function expectedIndexes({ plugins }: Pick<System, 'plugins'>): readonly ExpectedIndex[] {
  return [...accountsIndexes, ...debugLogIndexes, ...plugins.flatMap(({ indexes }) => indexes ?? [])];
}

/** Each of them, and whether the database has it. */
export function lookUpIndexes(system: Parts): Promise<readonly IndexState[]> {
  return findIndexes(system.database, expectedIndexes(system));
}

/** Those that cannot be used yet. */
export function missingIndexes(states: readonly IndexState[]): readonly IndexState[] {
  return states.filter(({ state }) => state !== 'present');
}
