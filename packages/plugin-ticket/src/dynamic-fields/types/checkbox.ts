import { NOTHING } from '../../search/statement/condition.js';
import { checkItems, isMultiValue } from '../field-config.js';
import type { DynamicFieldType } from './dynamic-field-type.js';

/** Checkbox: `''`, 0 or 1; 0 is a value, `''` clears. */
export const checkboxType: DynamicFieldType = {
  names: ['Checkbox'],
  inCatalogue: ['Checkbox'],
  column: 'value_int',
  writing: 'stored',
  search: {
    compare: (comparison, values) =>
      comparison === '=' && values.every(isFlag) ? (bind) => `v.value_int = any(${bind(values, 'bigint[]')})` : NOTHING,
    filled: 'v.value_int is not null',
  },
  isList: isMultiValue,
  check: (value, field) => checkItems(value, isMultiValue(field), isFlag),
  takes: () => '1 or 0',
};

function isFlag(text: string): boolean {
  return text === '0' || text === '1';
}
