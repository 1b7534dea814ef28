import type { Data } from '@ticketgate/sdk';
import { text } from '@ticketgate/sdk/schema/words';

import type { DynamicField, Catalogue } from '../../catalogue/catalogue.js';
import { byName, integerBy, defineList, textBy } from './define-list.js';
import { findFieldType } from '../../dynamic-fields/types/field-types.js';
import { toText } from '../../request/family-values.js';
import { invalid, shown } from '../../request/input-errors.js';

const OBJECT_TYPES = ['Ticket', 'Article'] as const;

/** Catalogue::DynamicFieldList: the dynamic fields of tickets and articles. */
export const dynamicFieldList = defineList<DynamicField>()({
  type: 'Catalogue::DynamicFieldList',
  summary: 'Lists the dynamic fields of tickets and articles.',
  parameters: { ObjectType: { type: 'string', enum: OBJECT_TYPES, description: 'Only fields of these.' } },
  errors: ['InvalidParameter'],
  members: {
    DynamicFieldID: integerBy(({ id }) => id),
    Name: textBy(({ name }) => name),
    Label: textBy(({ label }) => label),
    FieldType: textBy(({ fieldType }) => fieldType, 'For example Text or Dropdown.'),
    ObjectType: { schema: { type: 'string', enum: OBJECT_TYPES }, of: ({ objectType }) => objectType },
    FieldOrder: integerBy(({ fieldOrder }) => fieldOrder, 'Their order in forms.'),
  },
  example: {
    summary: 'The fields of tickets.',
    input: { ObjectType: 'Ticket' },
    output: {
      Item: [
        {
          DynamicFieldID: 4,
          Name: 'Impact',
          Label: 'Impact',
          FieldType: 'Dropdown',
          ObjectType: 'Ticket',
          FieldOrder: 4,
        },
      ],
    },
  },
  list({ input, catalogue }) {
    const wanted: readonly unknown[] = input.ObjectType === undefined ? OBJECT_TYPES : [input.ObjectType];
    return catalogue.dynamicFields.all
      .filter(({ isValid, objectType }) => isValid && wanted.includes(objectType))
      .sort(byName);
  },
});

const NAME = 'DynamicFieldValues';

/** Catalogue::DynamicFieldValues: what a dropdown or multiselect field may have, by key. */
export const dynamicFieldValues = defineList<readonly [key: string, value: unknown]>()({
  type: 'Catalogue::DynamicFieldValues',
  summary: 'Lists the possible values of a dropdown or multiselect field.',
  parameters: { Name: text('Name of the dynamic field.') },
  required: ['Name'],
  errors: ['MissingParameter', 'InvalidParameter'],
  members: {
    Key: textBy(([key]) => key, 'What is stored, and sent in requests.'),
    Value: textBy(([, value]) => toText(value), 'What people see.'),
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
  list: ({ input, catalogue }) =>
    Object.entries(listFieldValues(catalogue, input.Name)).sort(([left], [right]) => (left < right ? -1 : 1)),
});

function listFieldValues({ dynamicFields }: Catalogue, name: unknown): Data {
  const field = dynamicFields.byName(toText(name));
  if (field?.isValid !== true) throw invalid(NAME, `There is no dynamic field ${shown(name)}.`);
  const values = findFieldType(field).possibleValues?.(field) ?? {};
  if (Object.keys(values).length > 0) return values;
  throw invalid(NAME, `"${field.name}", a field of type ${field.fieldType}, has no list of possible values.`);
}
