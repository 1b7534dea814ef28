import type { DynamicField } from '../../../catalogue/catalogue.js';
import { fieldTypeOf, type FieldColumn } from '../../../dynamic-fields/field-type.js';

/** References to objects with numbers as ids; their type only says that they cannot be written. */
const NUMERIC_REFERENCES = new Set(['Agent', 'Ticket']);

/** The column of `dynamic_field_value` that a field is searched and sorted by. */
export function searchedColumn(field: DynamicField): FieldColumn {
  return NUMERIC_REFERENCES.has(field.fieldType) ? 'value_int' : fieldTypeOf(field).column;
}
