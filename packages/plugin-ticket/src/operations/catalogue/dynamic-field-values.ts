import type { Data } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import { fieldTypeOf } from '../../dynamic-fields/types/field-types.js';
import { textOf } from '../../request/family-values.js';
import { invalid, shown } from '../../request/input-errors.js';
import { defineList } from './define-list.js';

const NAME = 'DynamicFieldValues';

/** Catalogue::DynamicFieldValues: what a dropdown or multiselect field may have, by key. */
export const dynamicFieldValues = defineList({
  type: 'Catalogue::DynamicFieldValues',
  summary: 'Lists the possible values of a dropdown or multiselect field.',
  parameters: { Name: { type: 'string', description: 'Name of the dynamic field.' } },
  required: ['Name'],
  errors: ['MissingParameter', 'InvalidParameter'],
  entry: {
    Key: { type: 'string', description: 'What is stored, and sent in requests.' },
    Value: { type: 'string', description: 'What people see.' },
  },
  example: {
    summary: 'What Impact may be.',
    input: { Name: 'Impact' },
    output: {
      Item: [
        { Key: 'high', Value: 'High' },
        { Key: 'low', Value: 'Low' },
      ],
    },
  },
  list({ input, catalogue }) {
    const values = valuesOf(catalogue, input.Name);
    return Object.keys(values)
      .sort()
      .map((key) => ({ Key: key, Value: textOf(values[key]) }));
  },
});

function valuesOf({ dynamicFields }: Catalogue, name: unknown): Data {
  const field = dynamicFields.byName(textOf(name));
  if (field?.isValid !== true) throw invalid(NAME, `There is no dynamic field ${shown(name)}.`);
  const values = fieldTypeOf(field).possibleValues?.(field) ?? {};
  if (Object.keys(values).length > 0) return values;
  throw invalid(NAME, `"${field.name}", a field of type ${field.fieldType}, has no list of possible values.`);
}
