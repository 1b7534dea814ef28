import { checkItems, isMultiValue } from '../field-config.js';
import type { DynamicFieldType } from './dynamic-field-type.js';

const FLAGS = '1 or 0';

/** Checkbox: `''`, 0 or 1; 0 is a value, `''` clears. */
export const checkboxType: DynamicFieldType = {
  names: ['Checkbox'],
  inCatalogue: ['Checkbox'],
  column: 'value_int',
  writing: 'stored',
  search: {
    compare: (_equals, values) => (bind) => `v.value_int = any(${bind(values, 'bigint[]')})`,
    comparisons: ['='],
    values: { fit: isFlag, form: FLAGS },
    filled: 'v.value_int is not null',
  },
  isList: isMultiValue,
  check: (value, field) => checkItems(value, isMultiValue(field), isFlag),
  takes: () => FLAGS,
};

function isFlag(text: string): boolean {
  return text === '0' || text === '1';
}
