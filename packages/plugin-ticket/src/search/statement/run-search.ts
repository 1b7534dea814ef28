import type { Database } from '@ticketgate/sdk';

import type { SearchStep } from './compose-search.js';

/** Runs the steps of a search until one has an answer. */
export async function runSearch<Row extends object>(
  database: Database,
  steps: Iterable<SearchStep>,
): Promise<readonly Row[]> {
  for (const { text, values, isPlannedByValues, answerOf } of steps) {
    const options = { isPlannedByValues, isSearch: true, isQuick: !isPlannedByValues };
    const answer = answerOf(await database.query<Row & { isMore?: boolean }>(text, values, options));
    if (answer !== undefined) return answer;
  }
  return [];
}
