import type { SharedStatement } from '@ticketgate/sdk';

type Row = Readonly<Record<string, unknown>>;
type Types = Readonly<Record<string, string>>;

/** Columns of a statement's input, and their values for an item. */
export interface InputColumns<Item> {
  readonly types: Types;
  readonly toRow: (item: Item) => Row;
  /** The members of the row in the order of the types, if their names differ. */
  readonly members?: readonly string[];
}

/** A list of which each item has any number of rows. */
export interface InputList<Item> {
  readonly types: Types;
  readonly toRows: (item: Item) => readonly Row[];
}

/** Whether a statement takes a single item, which PostgreSQL plans and runs faster, or any number of them. */
export type ItemCount = 'one' | 'many';

interface Inputs<Item> {
  /** The columns of `input`, which has a row for each item, numbered by `position` from 1. Without columns, the statement takes a single item. */
  readonly input: readonly InputColumns<Item>[];
  /** By name: each row has the `position` of its item, and a `number` in the order of all rows. */
  readonly lists?: Readonly<Record<string, InputList<Item>>>;
  /** The size of an item in characters; default: all are small. */
  readonly sizeOf?: (item: Item) => number;
}

/**
 * Makes a statement with one text for a single item and another for several.
 *
 * @param textFor the text around the common table expressions of the inputs
 * @example
 * // The code of a note is unique.
 * const columns: InputColumns<Note> = { types: { code: 'text', body: 'text' }, toRow: ({ code, body }) => ({ code, body }) };
 * const insertNote = sharedStatement<Note>(
 *   { input: [columns], sizeOf: ({ body }) => body.length },
 *   (inputs) => `
 * with ${inputs}, written as (
 *   insert into note (${columnNames(columns)}) select ${columnNames(columns)} from input order by position returning code, id
 * )
 * select position, id from input join written using (code)`,
 * );
 * const row = await database.queryTogether(insertNote, { code: 'A1', body: 'The printer is out of paper.' });
 */
export function sharedStatement<Item>(
  inputs: Inputs<Item>,
  textFor: (inputs: string, count: ItemCount) => string,
): SharedStatement<Item> {
  const { input, lists = {}, sizeOf = () => 0 } = inputs;
  const one = textFor(composeInputs(inputs, 'one'), 'one');
  const many = textFor(composeInputs(inputs, 'many'), 'many');
  const columns = input.map(({ types, members = Object.keys(types), toRow }) => ({ members, toRow }));
  const listed = Object.values(lists).map(({ types, toRows }) => ({ members: Object.keys(types), toRows }));
  return {
    sizeOf,
    statementFor(items) {
      const values: unknown[] = [];
      for (const { members, toRow } of columns) {
        const rows = items.map(toRow);
        for (const member of members) values.push(items.length === 1 ? rows[0]?.[member] : pluck(rows, member));
      }
      for (const { members, toRows } of listed) {
        const { rows, positions } = rowsIn(items, toRows);
        values.push(positions);
        for (const member of members) values.push(pluck(rows, member));
      }
      return { text: items.length === 1 ? one : many, values };
    },
  };
}

function rowsIn<Item>(items: readonly Item[], toRows: InputList<Item>['toRows']) {
  const rows: Row[] = [];
  const positions: number[] = [];
  let position = 0;
  // Loops take a tenth of the time of `flatMap`.
  for (const item of items) {
    position += 1;
    for (const row of toRows(item)) {
      rows.push(row);
      positions.push(position);
    }
  }
  return { rows, positions };
}

function pluck(rows: readonly Row[], member: string): readonly unknown[] {
  return rows.map((row) => row[member]);
}

/** The common table expressions of the inputs, with placeholders in the order of the values. */
function composeInputs<Item>({ input, lists = {} }: Inputs<Item>, count: ItemCount): string {
  let placeholders = 0;
  const value = (type: string) => `$${(placeholders += 1)}::${type}`;
  const unnest = (name: string, types: readonly string[], columns: string) =>
    `select * from unnest(${types.map((type) => value(`${type}[]`)).join(', ')}) with ordinality as ${name} (${columns})`;
  const entries = input.flatMap(({ types }) => Object.entries(types));
  const rows =
    count === 'one'
      ? `select ${['1 as position', ...entries.map(([name, type]) => `${value(type)} as ${name}`)].join(', ')}`
      : unnest(
          'input',
          entries.map(([, type]) => type),
          `${columnNames(...input)}, position`,
        );
  return [
    `input ${count === 'one' ? materialization(count) : 'as'} (${rows})`,
    ...Object.entries(lists).map(([name, list]) => {
      const columns = `position, ${columnNames(list)}, number`;
      return `${name} as (${unnest(name, ['int', ...Object.values(list.types)], columns)})`;
    }),
  ].join(',\n');
}

/** How to evaluate a common table expression that is used several times: a single row is inlined, many rows are materialized. */
export function materialization(count: ItemCount): string {
  return count === 'one' ? 'as not materialized' : 'as materialized';
}

export function columnNames(...columns: readonly { readonly types: Types }[]): string {
  return columns.flatMap(({ types }) => Object.keys(types)).join(', ');
}
