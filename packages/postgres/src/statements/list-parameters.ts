import type { StatementOptions } from '@ticketgate/sdk';

/**
 * `any(…)` of a list parameter that does not tell the planner how long the list is. PostgreSQL would otherwise know
 * more about each list than about lists in general, and plan the statement again for each request, which takes longer than running it.
 */
export function anyInList(parameter: string, type: 'bigint[]'): string {
  return `any((select ${parameter}::${type})::${type})`;
}

/** Objects of which all rows are read in a moment. */
const FEW = 10;

/** For a statement that reads what belongs to the objects of a list, each by an index. */
export function quickIfFew(objects: readonly unknown[]): StatementOptions {
  return { isQuick: objects.length <= FEW };
}
