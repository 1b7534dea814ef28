/**
 * `any(…)` of a list parameter that does not tell the planner how long the list is. PostgreSQL would otherwise know
 * more about each list than about lists in general, and plan the statement again for each request, which takes longer than running it.
 */
export function anyInList(parameter: string, type: 'bigint[]'): string {
  return `any((select ${parameter}::${type})::${type})`;
}
