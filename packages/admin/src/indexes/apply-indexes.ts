import { accountsIndexes } from '@ticketgate/accounts';
import {
  analyzeStatement,
  debugLogIndexes,
  findIndexes,
  indexName,
  type IndexState,
  makeIndex,
} from '@ticketgate/database';
import type { OpenDatabase } from '@ticketgate/database/postgres';
import { type System, withUnlimited } from '@ticketgate/runtime';
import { createStartError, type ExpectedIndex, isExpectedError } from '@ticketgate/sdk';

import { counted } from '../tasks/words.js';

type Parts = Pick<System, 'database' | 'plugins'>;

/** Indexes that accounts, the debug log and plugins rely on. */
function expectedIndexes({ plugins }: Pick<System, 'plugins'>): readonly ExpectedIndex[] {
  return [...accountsIndexes, ...debugLogIndexes, ...plugins.flatMap(({ indexes }) => indexes ?? [])];
}

/** All expected indexes, and whether the database has them. */
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
    `${counted(missing.length, 'index is', 'indexes are')} missing, so some searches, or deleting old requests of the debug log, read whole tables. Run "npx ticketgate indexes" to list them (docs/attached.md).`,
    { missing: missing.map(({ expected }) => expected.name) },
  );
}

export interface ApplyOptions {
  readonly missing: readonly IndexState[];
  readonly onProgress: (sentence: string) => void;
}

/** Some indexes could not be made; the others were. */
export const IndexNotMade = createStartError<{ reasons: readonly string[]; names: readonly string[] }>(
  'Database.IndexNotMade',
  ({ reasons, names }) =>
    `${counted(reasons.length, 'index', 'indexes')} could not be created: ${reasons.join('; ')}. Ask the owner of the tables to run the script from "ticketgate indexes --print".${names.length === 0 ? '' : ` Created: ${names.join(', ')}.`}`,
);

/**
 * Makes missing indexes, one after the other, while the tables are read and written. After an interruption it continues.
 *
 * @returns names of the indexes that were made, and why others were refused
 */
export async function applyIndexes(system: System, options: ApplyOptions) {
  return withUnlimited(system, async (unlimited) => {
    const made: IndexState[] = [];
    const reasons: string[] = [];
    for (const state of options.missing) {
      const reason = await tryIndex(unlimited, { state, options });
      if (reason === undefined) made.push(state);
      else reasons.push(`${state.expected.name} (${reason})`);
    }
    for (const table of new Set(made.map(({ expected }) => expected.table))) {
      options.onProgress(`reading statistics of ${table} …`);
      await unlimited.query(analyzeStatement(table));
    }
    return { names: made.map(({ expected }) => indexName(expected)), reasons };
  });
}

/** Returns why PostgreSQL refuses; a database that cannot be reached ends everything. */
async function tryIndex(
  unlimited: OpenDatabase,
  { state, options: { missing, onProgress } }: { readonly state: IndexState; readonly options: ApplyOptions },
): Promise<string | undefined> {
  const { name, table } = state.expected;
  onProgress(`${missing.indexOf(state) + 1} of ${missing.length}: ${name} on ${table} …`);
  try {
    await makeIndex(unlimited, state);
    return undefined;
  } catch (cause) {
    if (isExpectedError(cause) || !(cause instanceof Error)) throw cause;
    return cause.message;
  }
}
