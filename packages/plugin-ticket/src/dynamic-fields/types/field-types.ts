import type { DynamicField } from '../../catalogue/catalogue.js';
import { isMultiValue } from '../field-config.js';
import { checkboxType, dropdownType, multiselectType } from './selection.js';
import { dateTimeType, dateType } from './dates.js';
import type { DynamicFieldType, FieldColumn } from './dynamic-field-type.js';
import { databaseType, readOnlyType, referenceType, scriptType, setType } from './read-only.js';
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
export const catalogueFieldTypes: readonly string[] = TYPES.filter(({ writing }) => writing === undefined).flatMap(
  ({ names, inCatalogue = names }) => inCatalogue,
);

/** The type of a field. Unknown types, such as those of packages, are read-only. */
export function findFieldType({ fieldType }: Pick<DynamicField, 'fieldType'>): DynamicFieldType {
  return BY_NAME.get(fieldType) ?? readOnlyType;
}

/** Whether the values of a field are answered as a list. */
export function isList(field: DynamicField): boolean {
  return findFieldType(field).isAlwaysList === true || isMultiValue(field);
}

/** The column of `dynamic_field_value` that a field is searched and sorted by. */
export function searchedColumn(field: DynamicField): FieldColumn {
  const type = findFieldType(field);
  return type.searchedColumn ?? type.column;
}

/** The key whose label was sent instead of it; undefined for keys, and for fields without labels. */
export function findLabelKey(field: DynamicField, value: unknown): string | undefined {
  const labels = findFieldType(field).possibleValues?.(field) ?? {};
  const sent: readonly unknown[] = [value].flat();
  return Object.entries(labels).find(([, label]) =>
    sent.some((each) => each === label && !Object.hasOwn(labels, String(each))),
  )?.[0];
}
