import type { DynamicField } from '../catalogue/catalogue.js';
import type { FieldColumn } from './types/dynamic-field-type.js';
import { fieldTypeOf } from './types/field-types.js';
import type { FieldScalar, FieldValue } from './field-value.js';

/** A row of `dynamic_field_value`. */
export interface DynamicFieldRow {
  readonly field_id: number;
  readonly object_id: number;
  readonly value_text: string | null;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly value_date: string | null;
  readonly value_int: number | null;
  /** The entry of the set that the value belongs to; null outside of sets. */
  readonly index_set: number | null;
}

/** The value of a field from its rows, in order. */
export function valueOfRows(field: DynamicField, rows: readonly DynamicFieldRow[]): FieldValue {
  const type = fieldTypeOf(field);
  if (type.writing === 'ignored') return null;
  const values = rows.map((row) => cellOf(row, type.column)).filter((cell) => cell !== null);
  if (values.length === 0) return null;
  return type.isList(field) ? values : (values[0] ?? null);
}

function cellOf(row: DynamicFieldRow, column: FieldColumn): FieldScalar | null {
  // Unknown types may store their value in any column.
  return row[column] ?? row.value_text ?? row.value_int ?? row.value_date;
}
