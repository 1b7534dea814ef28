import { isData, type Data } from '@ticketgate/sdk';

import type { DynamicField } from '../../catalogue/catalogue.js';
import { shown } from '../../request/input-errors.js';
import { checkEach, checkItems } from '../field-config.js';
import type { DynamicFieldType } from './dynamic-field-type.js';
import { keyOperators } from './text.js';

/** Dropdown: a key of `PossibleValues` or `''`; a list of them for multi-value fields. */
export const dropdownType: DynamicFieldType = {
  names: ['Dropdown'],
  column: 'value_text',
  search: keyOperators,
  check: checkEach(isKnownKey),
  takes: takesKeys,
  possibleValues,
};

/** Multiselect: a key of `PossibleValues`, `''`, or a list of keys; always answered as a list. */
export const multiselectType: DynamicFieldType = {
  ...dropdownType,
  names: ['Multiselect'],
  isAlwaysList: true,
  check: (value, field) => checkItems(value, Array.isArray(value), (text) => isKnownKey(text, field)),
  takes: (field) => `${takesKeys(field)}, or a list of keys`,
};

/** `PossibleValues` of the field's configuration. */
function possibleValues(field: DynamicField): Data {
  const values = field.config.PossibleValues;
  return isData(values) ? values : {};
}

function isKnownKey(text: string, field: DynamicField): boolean {
  return Object.hasOwn(possibleValues(field), text);
}

/** Keys that a message lists. */
const LISTED = 20;

function takesKeys(field: DynamicField): string {
  const keys = Object.keys(possibleValues(field));
  const listed = keys.slice(0, LISTED).map((key) => shown(key));
  if (keys.length > LISTED) listed.push(`… (DynamicFieldValues lists all ${keys.length})`);
  return listed.length === 0 ? 'nothing, since it has no possible values' : `one of the keys ${listed.join(', ')}`;
}

const FLAGS = '1 or 0';

/** Checkbox: `''`, 0 or 1; 0 is a value, `''` clears. */
export const checkboxType: DynamicFieldType = {
  names: ['Checkbox'],
  column: 'value_int',
  search: {
    compare: (_equals, values) => (bind) => `v.value_int = any(${bind(values, 'bigint[]')})`,
    comparisons: ['='],
    values: { fit: isFlag, form: FLAGS },
    filled: 'v.value_int is not null',
  },
  check: checkEach(isFlag),
  takes: () => FLAGS,
};

function isFlag(text: string): boolean {
  return text === '0' || text === '1';
}
