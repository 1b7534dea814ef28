import type { DynamicField } from '../../catalogue/catalogue.js';
import { byName, integer, listOf, text } from './define-list.js';

const OBJECT_TYPES = ['Ticket', 'Article'] as const;

/** Catalogue::DynamicFieldList: the dynamic fields of tickets and articles. */
export const dynamicFieldList = listOf<DynamicField>()({
  type: 'Catalogue::DynamicFieldList',
  summary: 'Lists the dynamic fields of tickets and articles.',
  path: 'dynamic-fields',
  parameters: { ObjectType: { type: 'string', enum: OBJECT_TYPES, description: 'Only fields of these.' } },
  errors: ['InvalidParameter'],
  members: {
    DynamicFieldID: integer(({ id }) => id),
    Name: text(({ name }) => name),
    Label: text(({ label }) => label),
    FieldType: text(({ fieldType }) => fieldType, 'For example Text or Dropdown.'),
    ObjectType: { schema: { type: 'string', enum: OBJECT_TYPES }, of: ({ objectType }) => objectType },
    FieldOrder: {
      schema: { type: 'integer', description: 'Their order in forms.' },
      of: ({ fieldOrder }) => fieldOrder,
    },
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
