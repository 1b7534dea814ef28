import type { DynamicField } from '../../catalogue/catalogue.js';
import { checkboxType } from './checkbox.js';
import { dateTimeType, dateType } from './dates.js';
import type { DynamicFieldType, FieldColumn } from './dynamic-field-type.js';
import { databaseType, readOnlyType, referenceType, scriptType } from './read-only.js';
import { dropdownType, multiselectType } from './selection.js';
import { setType } from './set.js';
import { textType } from './text.js';

const TYPES: readonly DynamicFieldType[] = [
  textType,
  dropdownType,
  multiselectType,
  checkboxType,
  dateType,
  dateTimeType,
  scriptType,
  referenceType,
  databaseType,
  setType,
];

const BY_NAME: ReadonlyMap<string, DynamicFieldType> = new Map(
  TYPES.flatMap((type) => type.names.map((name) => [name, type] as const)),
);

/** The field types that `config/catalogue.yml` may have. */
export const catalogueFieldTypes: readonly string[] = TYPES.flatMap(({ inCatalogue = [] }) => inCatalogue);

/** The type of a field. Unknown types, such as those of packages, are read-only. */
export function fieldTypeOf({ fieldType }: Pick<DynamicField, 'fieldType'>): DynamicFieldType {
  return BY_NAME.get(fieldType) ?? readOnlyType;
}

/** The column of `dynamic_field_value` that a field is searched and sorted by. */
export function searchedColumn(field: DynamicField): FieldColumn {
  const type = fieldTypeOf(field);
  return type.searchedColumn ?? type.column;
}
