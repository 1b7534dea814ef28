import { anyInList, groupRows, quickIfFew } from '@ticketgate/database/postgres';
import type { Database, Data } from '@ticketgate/sdk';

import type { Catalogue, DynamicField } from '../catalogue/catalogue.js';
import type { FieldValue, FieldScalar } from './field-config.js';
import { findFieldType, isList } from './types/field-types.js';
import type { FieldColumn } from './types/dynamic-field-type.js';

// Systems before OTOBO 11 lack the columns index_value and index_set; through jsonb, they are null.
const READ_VALUES = `
select v.field_id, v.object_id, v.value_text, v.value_date, v.value_int, (to_jsonb(v) ->> 'index_set')::int as index_set
from dynamic_field_value v
where v.field_id = ${anyInList('$1')} and v.object_id = ${anyInList('$2')}
order by v.object_id, v.field_id, (to_jsonb(v) ->> 'index_value')::int nulls first, v.id`;

/** The valid fields of an object type (`Ticket`, `Article`), sorted by name. */
export function listFields(catalogue: Catalogue, objectType: string): readonly DynamicField[] {
  return catalogue.dynamicFields.all
    .filter((field) => field.isValid && field.objectType === objectType)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Reads the values of fields of any number of objects with one statement. Fields of tickets and articles may be mixed if
 * `objectIDs` has the ids of both, since a field only has values of its own object type.
 */
export async function readDynamicFieldValues(
  database: Database,
  request: { fields: readonly DynamicField[]; objectIDs: readonly number[]; catalogue: Catalogue },
) {
  const { fields, objectIDs, catalogue } = request;
  if (fields.length === 0 || objectIDs.length === 0) return createDynamicFieldValues([], catalogue);
  const members = fields.flatMap((field) => setMembers(field, catalogue));
  const fieldIDs = [...new Set([...fields, ...members].map((field) => field.id))];
  const rows = await database.query<DynamicFieldRow>(READ_VALUES, [fieldIDs, objectIDs], quickIfFew(objectIDs));
  return createDynamicFieldValues(rows, catalogue);
}

/** Values of several objects from rows, which must be ordered by `index_value` within a field. */
export function createDynamicFieldValues(rows: readonly DynamicFieldRow[], catalogue: Catalogue) {
  const byKey = groupRows(rows, (row) => `${row.field_id}/${row.object_id}`);
  const findRows = ({ id }: DynamicField, objectID: number) => byKey.get(`${id}/${objectID}`) ?? [];
  return {
    /** Null when unset. */
    of(field: DynamicField, objectID: number): FieldValue {
      const members = setMembers(field, catalogue);
      if (members.length > 0)
        return setValue(members.map((inner) => ({ field: inner, rows: findRows(inner, objectID) })));
      const rowsOutside = findRows(field, objectID).filter((row) => row.index_set === null);
      return toFieldValue(field, rowsOutside);
    },
  };
}

/** The fields that make up a set; none for fields of other types. */
function setMembers(field: DynamicField, { dynamicFields }: Catalogue): readonly DynamicField[] {
  const names = findFieldType(field).memberNames?.(field);
  return names === undefined ? [] : names.flatMap((name) => dynamicFields.byName(name) ?? []);
}

/** The entries of a set: a list of objects, one per `index_set`; null if there are none. */
function setValue(
  members: readonly { field: DynamicField; rows: readonly DynamicFieldRow[] }[],
): readonly Data[] | null {
  const indexes = new Set(members.flatMap(({ rows }) => rows.flatMap((row) => row.index_set ?? [])));
  if (indexes.size === 0) return null;
  const entryAt = (index: number): Data => {
    const rowsAt = (rows: readonly DynamicFieldRow[]) => rows.filter((row) => row.index_set === index);
    return Object.fromEntries(members.map(({ field, rows }) => [field.name, toFieldValue(field, rowsAt(rows))]));
  };
  return [...indexes].sort((a, b) => a - b).map(entryAt);
}

/** A row of `dynamic_field_value`. */
interface DynamicFieldRow {
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
function toFieldValue(field: DynamicField, rows: readonly DynamicFieldRow[]): FieldValue {
  const type = findFieldType(field);
  if (type.writing === 'ignored') return null;
  const values = rows.map((row) => readCell(row, type.column)).filter((cell) => cell !== null);
  if (values.length === 0) return null;
  return isList(field) ? values : (values[0] ?? null);
}

function readCell(row: DynamicFieldRow, column: FieldColumn): FieldScalar | null {
  // Unknown types may store their value in any column.
  return row[column] ?? row.value_text ?? row.value_int ?? row.value_date;
}
