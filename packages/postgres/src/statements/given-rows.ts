import { join, sql, type Sql } from './sql.js';

/** A column of the rows that a statement is given: its type, and its value in the row of an item. */
export type GivenColumn<Item> = readonly [type: string, value: (item: Item) => unknown];
export type GivenColumns<Item> = Readonly<Record<string, GivenColumn<Item>>>;

/** Whether a statement is for a single item, which PostgreSQL plans and runs faster, or for any number of them. */
export type ItemCount = 'one' | 'many';

/** The common table `given`: a row for each item, numbered by `position` from 1. */
export function givenRows<Item>(columns: GivenColumns<Item>, count: ItemCount): Sql<readonly Item[]> {
  const entries = Object.entries(columns);
  if (count === 'many') {
    const lists = entries.map(([, [type, value]]) => sql<readonly Item[]>`${(items) => items.map(value)}::${type}[]`);
    return sql`given as (
  select * from unnest(${join(lists)}) with ordinality as given (${namesOf(columns)}, position)
)`;
  }
  const values = entries.map(
    ([name, [type, value]]) => sql<readonly Item[]>`${([item]) => item && value(item)}::${type} as ${name}`,
  );
  return sql`given ${asDerived(count)} (select 1 as position, ${join(values)})`;
}

/** For common tables that are read at several places: a single row is made up anew at each, many rows are kept. */
export function asDerived(count: ItemCount): string {
  return count === 'one' ? 'as not materialized' : 'as materialized';
}

/** The names of the columns, for a list in a statement. */
export function namesOf(columns: GivenColumns<never>): string {
  return Object.keys(columns).join(', ');
}

/** For rows that items have any number of: the `position` of the item of each, and a value of each. */
export function eachOf<Item, Part>(
  partsOf: (item: Item) => readonly Part[],
): {
  readonly position: (items: readonly Item[]) => readonly number[];
  readonly value: (read: (part: Part, item: Item) => unknown) => (items: readonly Item[]) => readonly unknown[];
} {
  return {
    position: (items) => items.flatMap((item, index) => partsOf(item).map(() => index + 1)),
    value: (read) => (items) => items.flatMap((item) => partsOf(item).map((part) => read(part, item))),
  };
}
