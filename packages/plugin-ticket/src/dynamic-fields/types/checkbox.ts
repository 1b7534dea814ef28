import { checkboxOperators } from '../../search/dynamic-fields/field-operators.js';
import { checkItems, isMultiValue } from '../field-config.js';
import type { DynamicFieldType } from './dynamic-field-type.js';

/** Checkbox: `''`, 0 or 1; 0 is a value, `''` clears. */
export const checkboxType: DynamicFieldType = {
  names: ['Checkbox'],
  inCatalogue: ['Checkbox'],
  column: 'value_int',
  writing: 'stored',
  search: checkboxOperators,
  isList: isMultiValue,
  check: (value, field) => checkItems(value, isMultiValue(field), (text) => ['0', '1'].includes(text)),
};
