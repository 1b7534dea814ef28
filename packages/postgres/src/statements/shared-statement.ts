import type { SharedStatement } from '@ticketgate/sdk';

import type { ItemCount } from './given-rows.js';
import { statement, type Sql } from './sql.js';

/**
 * A statement with a text for a single item and another one for several; without `sizeOf` all items are small.
 *
 * @example
 * // The code of a note is unique.
 * const columns: GivenColumns<Note> = { code: ['text', ({ code }) => code], body: ['text', ({ body }) => body] };
 * const insertNote = sharedStatement<Note>(
 *   (count) => sql`
 * with ${givenRows(columns, count)}, written as (
 *   insert into note (${namesOf(columns)}) select ${namesOf(columns)} from given order by position returning code, id
 * )
 * select position, id from given join written using (code)`,
 *   ({ body }) => body.length,
 * );
 * const row = await database.queryTogether(insertNote, { code: 'A1', body: 'The printer is out of paper.' });
 */
export function sharedStatement<Item>(
  textFor: (count: ItemCount) => Sql<readonly Item[]>,
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
