import { columnNames, sharedStatement, type InputList } from '@ticketgate/database/postgres';
import type { Database } from '@ticketgate/sdk';

import { isMultiValue } from './field-config.js';
import { findFieldType } from './types/field-types.js';
import type { DynamicFieldWrite } from './plan-writes.js';

/** The objects whose fields are written. */
export interface FieldOwners {
  readonly ticketID: number;
  readonly articleID?: number | undefined;
}

interface FieldRows {
  readonly written: readonly Readonly<Record<'field_id' | 'object_id', number>>[];
  readonly cells: Readonly<ReturnType<typeof toCells>>;
}

const WRITTEN: InputList<FieldRows> = {
  types: { field_id: 'int', object_id: 'bigint' },
  toRows: ({ written }) => written,
};

const storeWith = (index: Readonly<Record<string, string>>) => {
  const value = { value_text: 'text', value_date: 'timestamp', value_int: 'bigint' };
  const cell: InputList<FieldRows> = { types: { ...WRITTEN.types, ...value, ...index }, toRows: ({ cells }) => cells };
  return sharedStatement<FieldRows>(
    { input: [], lists: { written: WRITTEN, cell } },
    (inputs) => `
with ${inputs}, gone as (
  delete from dynamic_field_value v using written w
  where v.field_id = w.field_id and v.object_id = w.object_id and to_jsonb(v) ->> 'index_set' is null
)
insert into dynamic_field_value (${columnNames(cell)}) select ${columnNames(cell)} from cell`,
  );
};
const STORE = storeWith({});
// Only systems that have multi-value fields have the column index_value.
const STORE_INDEXED = storeWith({ index_value: 'smallint' });

/** Replaces the rows of all written fields with one statement; the last write to a field wins. */
export async function storeDynamicFieldWrites(
  database: Database,
  writes: readonly DynamicFieldWrite[],
  owners: FieldOwners,
): Promise<void> {
  if (writes.length === 0) return;
  const last = [...new Map(writes.map((write) => [write.field.id, write])).values()];
  const rows = {
    written: last.map((write) => ({ field_id: write.field.id, object_id: chooseObjectID(write, owners) })),
    cells: last.flatMap((write) => toCells(write, chooseObjectID(write, owners))),
  };
  const isIndexed = rows.cells.some(({ index_value: index }) => index !== null);
  const { text, values } = (isIndexed ? STORE_INDEXED : STORE).statementFor([rows]);
  await database.query(text, values);
}

function chooseObjectID({ field }: DynamicFieldWrite, { ticketID, articleID }: FieldOwners): number {
  if (field.objectType !== 'Article') return ticketID;
  if (articleID === undefined) throw new TypeError(`The article field ${field.name} was written without an article.`);
  return articleID;
}

function toCells({ field, items }: DynamicFieldWrite, objectID: number) {
  const { column } = findFieldType(field);
  const empty = { field_id: field.id, object_id: objectID, value_text: null, value_date: null, value_int: null };
  return items.map((item, position) => ({
    ...empty,
    [column]: item,
    index_value: isMultiValue(field) ? position : null,
  }));
}
