import type { SharedStatement } from '@ticketgate/sdk';

import type { ItemCount } from './input-rows.js';
import { statement, type Sql } from './sql.js';

/**
 * Makes a statement with one text for a single item and another for several; without `sizeOf`, all items count as small.
 *
 * @example
 * // The code of a note is unique.
 * const columns: InputColumns<Note> = { code: ['text', ({ code }) => code], body: ['text', ({ body }) => body] };
 * const insertNote = sharedStatement<Note>(
 *   (count) => sql`
 * with ${inputRows(columns, count)}, written as (
 *   insert into note (${columnNames(columns)}) select ${columnNames(columns)} from input order by position returning code, id
 * )
 * select position, id from input join written using (code)`,
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
