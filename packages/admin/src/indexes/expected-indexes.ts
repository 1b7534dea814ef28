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

/** Indexes that cannot be used yet. */
export function missingIndexes(states: readonly IndexState[]): readonly IndexState[] {
  return states.filter(({ state }) => state !== 'present');
}

/** Warns at a start that requests read whole tables, and says what to do about it. */
export async function adviseIndexes(system: System): Promise<void> {
  const missing = missingIndexes(await lookUpIndexes(system));
  if (missing.length === 0) return;
  system.logger.warn(
    `${missing.length} indexes are missing, so some searches, or deleting old requests of the debug log, read whole tables. Run "npx ticketgate indexes" to see the benefit of each (docs/attached.md).`,
    { missing: missing.map(({ expected }) => expected.name) },
  );
}
