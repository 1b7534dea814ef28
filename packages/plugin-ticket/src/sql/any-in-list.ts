/**
 * `any(…)` of a list parameter that does not tell the planner how long the list is. PostgreSQL would otherwise find that it knows
 * more of each list than of lists as such, and plan a statement anew for each request, which takes longer than to run it.
 */
export function anyInList(parameter: string, type: 'bigint[]'): string {
  return `any((select ${parameter}::${type})::${type})`;
}
