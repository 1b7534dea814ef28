import { keptIn, type StatementOptions } from '@ticketgate/sdk';

/**
 * `any(…)` for a parameter that is a list of ids. It hides the length of the list from the planner: otherwise, PostgreSQL would plan the
 * statement for each list, which takes longer than running it.
 */
export function anyInList(parameter: string): string {
  return `any((select ${parameter}::bigint[])::bigint[])`;
}

/** Most objects of a quick statement. */
const FEW = 10;

/** Options of a statement that reads the rows of several objects by an index: it is quick if there are few objects. */
export function quickIfFew(objects: readonly unknown[]): StatementOptions {
  return { isQuick: objects.length <= FEW };
}

export function groupRows<Row, Key>(rows: readonly Row[], toKey: (row: Row) => Key): ReadonlyMap<Key, readonly Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) keptIn(groups, toKey(row), () => []).push(row);
  return groups;
}
