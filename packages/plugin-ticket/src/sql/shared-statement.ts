import type { SharedStatement } from '@ticketgate/sdk';

import type { Count } from './given-rows.js';
import { statement, type Sql } from './sql.js';

/** A statement with a text for a single item and another one for several; without `sizeOf` all items are small. */
export function sharedStatement<Item>(
  textFor: (count: Count) => Sql<readonly Item[]>,
  sizeOf: (item: Item) => number = () => 0,
): SharedStatement<Item> {
  const one = statement(textFor('one'));
  const many = statement(textFor('many'));
  return {
    sizeOf,
    statementFor(items) {
      const { text, valuesOf } = items.length === 1 ? one : many;
      return { text, values: valuesOf(items) };
    },
  };
}
