import { sql, statement } from '@ticketgate/database/postgres';
import type { Database } from '@ticketgate/sdk';

import { isMultiValue } from './field-config.js';
import { fieldTypeOf } from './types/field-types.js';
import type { DynamicFieldWrite } from './plan-writes.js';

/** The objects whose fields are written. */
export interface FieldOwners {
  readonly ticketID: number;
  readonly articleID?: number | undefined;
}

interface FieldCells {
  readonly written: readonly { readonly fieldID: number; readonly objectID: number }[];
  readonly cells: readonly Cell[];
}

const each =
  (name: keyof Cell) =>
  ({ cells }: FieldCells) =>
    cells.map((cell) => cell[name]);

const gone = sql<FieldCells>`
with written as (
  select * from unnest(${({ written }) => written.map(({ fieldID }) => fieldID)}::int[],
    ${({ written }) => written.map(({ objectID }) => objectID)}::bigint[]) as t(field_id, object_id)
), gone as (
  delete from dynamic_field_value v using written w
  where v.field_id = w.field_id and v.object_id = w.object_id and to_jsonb(v) ->> 'index_set' is null
)`;

const cells = sql<FieldCells>`unnest(${each('fieldID')}::int[], ${each('objectID')}::bigint[], ${each('value_text')}::text[],
  ${each('value_date')}::text[], ${each('value_int')}::text[]`;

const STORE = statement(sql<FieldCells>`${gone}
insert into dynamic_field_value (field_id, object_id, value_text, value_date, value_int)
select field_id, object_id, value_text, value_date::timestamp, value_int::bigint
from ${cells}) as n(field_id, object_id, value_text, value_date, value_int)`);

// Only systems that have multi-value fields have the column index_value.
const STORE_INDEXED = statement(sql<FieldCells>`${gone}
insert into dynamic_field_value (field_id, object_id, value_text, value_date, value_int, index_value)
select field_id, object_id, value_text, value_date::timestamp, value_int::bigint, index_value
from ${cells}, ${each('index')}::smallint[]) as n(field_id, object_id, value_text, value_date, value_int, index_value)`);

/** Replaces the rows of all written fields with one statement; the last write to a field wins. */
export async function storeDynamicFieldWrites(
  database: Database,
  writes: readonly DynamicFieldWrite[],
  owners: FieldOwners,
): Promise<void> {
  if (writes.length === 0) return;
  const last = [...new Map(writes.map((write) => [write.field.id, write])).values()];
  const values = {
    written: last.map((write) => ({ fieldID: write.field.id, objectID: objectIDOf(write, owners) })),
    cells: last.flatMap((write) => cellsOf(write, objectIDOf(write, owners))),
  };
  const { text, valuesOf } = values.cells.some(({ index }) => index !== null) ? STORE_INDEXED : STORE;
  await database.query(text, valuesOf(values));
}

function objectIDOf({ field }: DynamicFieldWrite, { ticketID, articleID }: FieldOwners): number {
  if (field.objectType !== 'Article') return ticketID;
  if (articleID === undefined) throw new TypeError(`The article field ${field.name} was written without an article.`);
  return articleID;
}

interface Cell {
  readonly fieldID: number;
  readonly objectID: number;
  readonly value_text: string | null;
  readonly value_date: string | null;
  readonly value_int: string | null;
  readonly index: number | null;
}

function cellsOf({ field, items }: DynamicFieldWrite, objectID: number): readonly Cell[] {
  const { column } = fieldTypeOf(field);
  const empty = { fieldID: field.id, objectID, value_text: null, value_date: null, value_int: null };
  return items.map((item, position) => ({ ...empty, [column]: item, index: isMultiValue(field) ? position : null }));
}
