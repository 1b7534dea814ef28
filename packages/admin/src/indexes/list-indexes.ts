import { analyzeStatement, estimateIndex, type IndexState, indexStatements } from '@ticketgate/database';
import type { Database } from '@ticketgate/sdk';
import {
  optionalMembers,
  integerOrNull,
  listOfNamed,
  numberOrNull,
  objectOf,
  oneOf,
  text,
} from '@ticketgate/sdk/schema';

import { task } from '../tasks/task.js';
import { lookUpIndexes, missingIndexes } from './apply-indexes.js';

export const listIndexes = task({
  at: 'GET /indexes',
  needs: 'look',
  summary:
    'Lists the indexes that requests need, and the script that creates those that are missing. PostgreSQL estimates what these would change, on a sample of their tables.',
  input: optionalMembers({
    estimates: { type: 'boolean', default: true, description: 'Whether costs are estimated, which takes a while.' },
  }),
  answer: objectOf({
    items: listOfNamed('The entries.', 'NeededIndex', {
      name: text('Name of the index.'),
      state: oneOf(
        ['present', 'missing', 'unfinished'],
        'Whether there is one; PostgreSQL does not use one that is unfinished.',
      ),
      costBefore: numberOrNull('Cost of a typical statement without it; null where it is present or not estimated.'),
      costAfter: numberOrNull('Cost of that statement with it.'),
      bytes: integerOrNull('Its size, or an estimate of it.'),
      serves: text('The requests that it makes faster.'),
    }),
    script: text('SQL for the owner of the tables; a comment where nothing is missing.'),
  }),
  async run({ estimates }, { system }) {
    const states = await lookUpIndexes(system);
    const items = [];
    // One after the other: each reads a table.
    for (const each of states) items.push(await describeIndex(each, estimates ? system.database : undefined));
    return { items, script: writeScript(missingIndexes(states)) };
  },
});

const UNKNOWN = { costBefore: null, costAfter: null, bytes: null };

async function describeIndex({ expected, state, bytes }: IndexState, database: Database | undefined) {
  const { name, serves } = expected;
  if (state === 'present') return { ...UNKNOWN, name, state, bytes: bytes ?? null, serves };
  // A role that may not create temporary tables or the extension still gets the list.
  const estimate = database && (await estimateIndex(database, expected).catch(() => undefined));
  return { name, state, serves, ...UNKNOWN, ...estimate, bytes: estimate?.bytes ?? null };
}

/** Each statement on its own: `create index concurrently` cannot run within a transaction. */
function writeScript(missing: readonly IndexState[]): string {
  if (missing.length === 0) return '-- No index is missing.';
  const tables = new Set(missing.map(({ expected }) => expected.table));
  const statements = [...missing.flatMap(indexStatements), ...[...tables].map(analyzeStatement)];
  return [
    '-- Run by the owner of the tables, not within a transaction: psql -f indexes.sql',
    ...[...new Set(statements)].map((statement) => `${statement};`),
  ].join('\n');
}
