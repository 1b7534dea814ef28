import type { Data } from '@ticketgate/sdk';

import type { Catalogue, DynamicField } from '../catalogue/catalogue.js';
import { valueOfRows, type DynamicFieldRow } from './field-rows.js';
import { fieldTypeOf } from './types/field-types.js';

/** The fields that make up a set; none for fields of other types. */
export function setMembers(field: DynamicField, { dynamicFields }: Catalogue): readonly DynamicField[] {
  const names = fieldTypeOf(field).memberNames?.(field);
  return names === undefined ? [] : names.flatMap((name) => dynamicFields.byName(name) ?? []);
}

/** The entries of a set: a list of objects, one per `index_set`; null if there are none. */
export function setValue(
  members: readonly { field: DynamicField; rows: readonly DynamicFieldRow[] }[],
): readonly Data[] | null {
  const indexes = new Set(members.flatMap(({ rows }) => rows.flatMap((row) => row.index_set ?? [])));
  if (indexes.size === 0) return null;
  const entryAt = (index: number): Data => {
    const rowsAt = (rows: readonly DynamicFieldRow[]) => rows.filter((row) => row.index_set === index);
    return Object.fromEntries(members.map(({ field, rows }) => [field.name, valueOfRows(field, rowsAt(rows))]));
  };
  return [...indexes].sort((a, b) => a - b).map(entryAt);
}
