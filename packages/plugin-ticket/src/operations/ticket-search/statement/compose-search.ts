import type { Bind, Condition } from './condition.js';

/** A key to sort by. */
export interface SortKey {
  readonly expression: (bind: Bind) => string;
  readonly direction: 'asc' | 'desc';
}

export interface ComposedSearch {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether a good plan depends on the values: how many tickets a pattern or a state finds is not known without them. */
  readonly isPlannedByValues: boolean;
}

/** The one statement of a search. Equal keys come in the order of ticket ids, in both directions. */
export function composeSearch(
  condition: Condition,
  { sort, limit }: { readonly sort: readonly SortKey[]; readonly limit: number },
): ComposedSearch {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => {
    values.push(value);
    return `$${values.length}::${type}`;
  };
  const where = condition(bind);
  const order = sort.map(({ expression, direction }) => `${expression(bind)} ${direction}`);
  const text = `select t.id
from ticket t
where ${where}
order by ${[...order, 't.id'].join(', ')}
limit ${bind(limit, 'bigint')}`;
  return { text, values, isPlannedByValues: condition.isSelective !== true };
}
