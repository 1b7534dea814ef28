import { isData } from '@ticketgate/sdk';

import { textCondition } from '../../search/condition-language/text-condition.js';
import { comparesToAny } from './dates.js';
import type { DynamicFieldType } from './dynamic-field-type.js';
import { keyOperators, textOperators } from './text.js';
import { NOTHING } from '../../search/statement/condition.js';

/** Unknown types: values are answered as lists, and writing them is refused. */
export const readOnlyType: DynamicFieldType = {
  names: [],
  column: 'value_text',
  writing: 'refused',
  search: textOperators,
  isAlwaysList: true,
  check: (_value, field) => {
    return `parameter is invalid! Fields of type ${field.fieldType} can be read here, but not written; leave ${field.name} out.`;
  },
};

/** References to objects with numeric ids. */
export const referenceType: DynamicFieldType = {
  ...readOnlyType,
  names: ['Agent', 'Ticket'],
  searchedColumn: 'value_int',
  search: {
    compare: (comparison, values) => comparesToAny('value_int', comparison, (bind) => bind(values, 'bigint[]')),
    values: { fit: (value) => /^[+-]?\d{1,16}$/.test(value), form: 'an id, such as 5' },
    like: (values) => textCondition('v.value_int::text', values),
    filled: 'v.value_int is not null',
  },
};

export const databaseType: DynamicFieldType = {
  ...readOnlyType,
  names: ['Database'],
  search: { compare: keyOperators.compare, like: (values) => textCondition('v.value_text', values) },
};

/** Script fields: writes are ignored. Their scripts cannot run here, so they are answered as unset. */
export const scriptType: DynamicFieldType = {
  names: ['Script', 'ScriptPerl', 'ScriptTemplateToolkit'],
  column: 'value_text',
  writing: 'ignored',
  search: textOperators,
  check: () => undefined,
};

/** Sets, whose values are stored in the fields that make them up. */
export const setType: DynamicFieldType = {
  ...readOnlyType,
  names: ['Set'],
  search: { compare: () => NOTHING, comparisons: [] },
  memberNames: ({ config }) => collectIncluded(config.Include),
};

/** `Include` is a list of `{DF: name}`, also within grids of rows. */
function collectIncluded(include: unknown): readonly string[] {
  if (Array.isArray(include)) return include.flatMap((entry: unknown) => collectIncluded(entry));
  if (!isData(include)) return [];
  return Object.entries(include).flatMap(([key, value]) => {
    return key === 'DF' && typeof value === 'string' ? [value] : collectIncluded(value);
  });
}
