import { isMultiValue } from './field-config.js';
import type { DynamicFieldType } from './field-type.js';

/** Reference, database and set fields, and those of packages: read, and refused on write. They are answered as lists. */
export const readOnlyType: DynamicFieldType = {
  column: 'value_text',
  writing: 'refused',
  isList: () => true,
  check: (_value, field) => {
    return `parameter is invalid! Fields of type ${field.fieldType} can be read here, but not written; leave ${field.name} out.`;
  },
  readable: (item) => item,
};

/** Script fields: what is written is ignored. Their scripts cannot run here, so they are answered as unset. */
export const ignoredType: DynamicFieldType = {
  column: 'value_text',
  writing: 'ignored',
  isList: isMultiValue,
  check: () => undefined,
  readable: (item) => item,
};
