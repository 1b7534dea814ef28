import type { Database } from '@ticketgate/sdk';

import { isMultiValue } from './field-config.js';
import { fieldTypeOf } from './field-type.js';
import type { DynamicFieldWrite } from './plan-writes.js';

/** The objects whose fields are written. */
export interface FieldOwners {
  readonly ticketID: number;
  readonly articleID?: number | undefined;
}

const GONE = `
with written as (select * from unnest($1::int[], $2::bigint[]) as t(field_id, object_id)),
gone as (
  delete from dynamic_field_value v using written w
  where v.field_id = w.field_id and v.object_id = w.object_id and to_jsonb(v) ->> 'index_set' is null
)`;

const VALUES = 'unnest($3::int[], $4::bigint[], $5::text[], $6::text[], $7::text[]';

const STORE = `${GONE}
insert into dynamic_field_value (field_id, object_id, value_text, value_date, value_int)
select field_id, object_id, value_text, value_date::timestamp, value_int::bigint
from ${VALUES}) as n(field_id, object_id, value_text, value_date, value_int)`;

// Only systems that have multi-value fields have the column index_value.
const STORE_INDEXED = `${GONE}
insert into dynamic_field_value (field_id, object_id, value_text, value_date, value_int, index_value)
select field_id, object_id, value_text, value_date::timestamp, value_int::bigint, index_value
from ${VALUES}, $8::smallint[]) as n(field_id, object_id, value_text, value_date, value_int, index_value)`;

/** Replaces the rows of all written fields, with one statement; of several writes to a field the last counts. */
export async function storeDynamicFieldWrites(
  database: Database,
  writes: readonly DynamicFieldWrite[],
  owners: FieldOwners,
): Promise<void> {
  if (writes.length === 0) return;
  const last = [...new Map(writes.map((write) => [write.field.id, write])).values()];
  const cells = last.flatMap((write) => cellsOf(write, objectIDOf(write, owners)));
  const values = [
    last.map((write) => write.field.id),
    last.map((write) => objectIDOf(write, owners)),
    cells.map((cell) => cell.fieldID),
    cells.map((cell) => cell.objectID),
    cells.map((cell) => cell.value_text),
    cells.map((cell) => cell.value_date),
    cells.map((cell) => cell.value_int),
  ];
  const isIndexed = cells.some((cell) => cell.index !== null);
  await (isIndexed
    ? database.query(STORE_INDEXED, [...values, cells.map((cell) => cell.index)])
    : database.query(STORE, values));
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
