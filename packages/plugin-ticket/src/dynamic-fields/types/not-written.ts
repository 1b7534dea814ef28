import {
  databaseOperators,
  referenceOperators,
  setOperators,
  textOperators,
} from '../../search/dynamic-fields/field-operators.js';
import { isMultiValue } from '../field-config.js';
import type { DynamicFieldType } from './dynamic-field-type.js';

/** Fields that are read, and refused on write: those of types that are not known. They are answered as lists. */
export const readOnlyType: DynamicFieldType = {
  names: [],
  column: 'value_text',
  writing: 'refused',
  search: textOperators,
  isList: () => true,
  check: (_value, field) => {
    return `parameter is invalid! Fields of type ${field.fieldType} can be read here, but not written; leave ${field.name} out.`;
  },
};

/** References to objects with numbers as ids. */
export const referenceType: DynamicFieldType = {
  ...readOnlyType,
  names: ['Agent', 'Ticket'],
  searchedColumn: 'value_int',
  search: referenceOperators,
};

export const databaseType: DynamicFieldType = { ...readOnlyType, names: ['Database'], search: databaseOperators };

/** The values of sets lie in the fields that they are made of. */
export const setType: DynamicFieldType = { ...readOnlyType, names: ['Set'], search: setOperators };

/** Script fields: writes are ignored. Their scripts cannot run here, so they are answered as unset. */
export const scriptType: DynamicFieldType = {
  names: ['Script', 'ScriptPerl', 'ScriptTemplateToolkit'],
  column: 'value_text',
  writing: 'ignored',
  search: textOperators,
  isList: isMultiValue,
  check: () => undefined,
};
