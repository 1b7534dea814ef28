import type { DynamicField } from '../catalogue/catalogue.js';
import { INVALID, inputItems, isMultiValue, possibleValues, scalarText } from './field-config.js';
import type { DynamicFieldType } from './field-type.js';

/** Dropdown: a key of `PossibleValues` or `''`; a list of them for multi-value fields. */
export const dropdownType: DynamicFieldType = {
  column: 'value_text',
  writing: 'stored',
  isList: isMultiValue,
  check: (value, field) => checkKeys(inputItems(value, isMultiValue(field)), field),
  readable: (item) => item,
};

/** Multiselect: a key of `PossibleValues`, `''`, or a list of keys; always answered as a list. */
export const multiselectType: DynamicFieldType = {
  column: 'value_text',
  writing: 'stored',
  isList: () => true,
  check: (value, field) => checkKeys(inputItems(value, Array.isArray(value)), field),
  readable: (item) => item,
};

function checkKeys(items: readonly unknown[] | undefined, field: DynamicField): string | undefined {
  const values = possibleValues(field);
  const isKey = (item: unknown): boolean => {
    const text = scalarText(item);
    return text === '' || (text !== undefined && Object.hasOwn(values, text));
  };
  return items?.every(isKey) === true ? undefined : INVALID;
}
