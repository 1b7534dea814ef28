import type { Bind, Condition } from './condition.js';

/** A key to sort by. */
export interface SortKey {
  readonly expression: (bind: Bind) => string;
  readonly direction: 'asc' | 'desc';
  /** Tickets may be without it. */
  readonly canBeNull: boolean;
}

export interface ComposedSearch {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether a good plan depends on the values: how many tickets a pattern or a state finds is not known without them. */
  readonly isPlannedByValues: boolean;
}

export interface SearchShape {
  readonly sort: readonly SortKey[];
  readonly limit: number;
  /** What is answered of each ticket; by default its id. */
  readonly columns?: (bind: Bind) => string;
}

/** The one statement of a search. Equal keys come in the order of ticket ids, in both directions. */
export function composeSearch(
  condition: Condition,
  { sort, limit, columns = () => 't.id' }: SearchShape,
): ComposedSearch {
  return compose(condition, (bind, where) => {
    const order = sort.map(({ expression, direction }) => `${expression(bind)} ${direction}`);
    return `select ${columns(bind)}
from ticket t
where ${where}
order by ${[...order, 't.id'].join(', ')}
limit ${bind(limit, 'bigint')}`;
  });
}

/** How many tickets there are: one row with `total`. */
export function composeCount(condition: Condition): ComposedSearch {
  return compose(condition, (_bind, where) => `select count(*) as total from ticket t where ${where}`);
}

function compose(condition: Condition, textOf: (bind: Bind, where: string) => string): ComposedSearch {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => {
    values.push(value);
    return type === undefined ? `$${values.length}` : `$${values.length}::${type}`;
  };
  const text = textOf(bind, condition(bind));
  return { text, values, isPlannedByValues: condition.isSelective !== true };
}
