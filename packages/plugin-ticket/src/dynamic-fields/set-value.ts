import { isData, type Data } from '@ticketgate/sdk';

import type { Catalogue, DynamicField } from '../catalogue/catalogue.js';
import { valueOfRows, type DynamicFieldRow } from './field-rows.js';

/** The fields that a field of type Set is made of; none for other types. */
export function setMembers(field: DynamicField, catalogue: Catalogue): readonly DynamicField[] {
  if (field.fieldType !== 'Set') return [];
  return memberNames(field.config.Include).flatMap((name) => catalogue.dynamicFields.byName(name) ?? []);
}

/** `Include` is a list of `{DF: name}`, also within grids of rows. */
function memberNames(include: unknown): readonly string[] {
  if (Array.isArray(include)) return include.flatMap((entry: unknown) => memberNames(entry));
  if (!isData(include)) return [];
  return Object.entries(include).flatMap(([key, value]) => {
    return key === 'DF' && typeof value === 'string' ? [value] : memberNames(value);
  });
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
