import { checkboxOperators } from '../../search/dynamic-fields/field-operators.js';
import { INVALID, inputItems, isMultiValue, scalarText } from '../field-config.js';
import type { DynamicFieldType } from './dynamic-field-type.js';

/** Checkbox: `''`, 0 or 1; 0 is a value, `''` clears. */
export const checkboxType: DynamicFieldType = {
  names: ['Checkbox'],
  inCatalogue: ['Checkbox'],
  column: 'value_int',
  writing: 'stored',
  search: checkboxOperators,
  isList: isMultiValue,
  check(value, field) {
    const items = inputItems(value, isMultiValue(field));
    return items?.every((item) => ['', '0', '1'].includes(scalarText(item) ?? '-')) === true ? undefined : INVALID;
  },
};
