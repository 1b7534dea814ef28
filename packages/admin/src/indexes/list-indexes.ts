import { analyzeStatement, type IndexState, indexStatements } from '@ticketgate/database';
import { optionalMembers, integerOrNull, listOfNamed, objectOf, oneOf, text } from '@ticketgate/sdk/schema';

import { task } from '../tasks/task.js';
import { lookUpIndexes, missingIndexes } from './apply-indexes.js';

export const listIndexes = task({
  at: 'GET /indexes',
  needs: 'look',
  summary: 'Lists the indexes that requests need, and the script that creates those that are missing.',
  input: optionalMembers({}),
  answer: objectOf({
    items: listOfNamed('The entries.', 'NeededIndex', {
      name: text('Name of the index.'),
      state: oneOf(
        ['present', 'missing', 'unfinished'],
        'Whether there is one; PostgreSQL does not use one that is unfinished.',
      ),
      bytes: integerOrNull('Its size; null where it is not present.'),
      serves: text('The requests that it makes faster.'),
    }),
    script: text('SQL for the owner of the tables; a comment where nothing is missing.'),
  }),
  async run(_input, { system }) {
    const states = await lookUpIndexes(system);
    const items = states.map(({ expected: { name, serves }, state, bytes = null }) => ({ name, state, bytes, serves }));
    return { items, script: writeScript(missingIndexes(states)) };
  },
});

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
