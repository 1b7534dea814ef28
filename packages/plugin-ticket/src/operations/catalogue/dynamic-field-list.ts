import { byName, defineList } from './define-list.js';

const OBJECT_TYPES = ['Ticket', 'Article'];

/** Catalogue::DynamicFieldList: the dynamic fields of tickets and articles. */
export const dynamicFieldList = defineList({
  type: 'Catalogue::DynamicFieldList',
  summary: 'Lists the dynamic fields of tickets and articles.',
  path: 'dynamic-fields',
  parameters: { ObjectType: { type: 'string', enum: OBJECT_TYPES, description: 'Only fields of these.' } },
  errors: ['InvalidParameter'],
  entry: {
    DynamicFieldID: { type: 'integer' },
    Name: { type: 'string' },
    Label: { type: 'string' },
    FieldType: { type: 'string', description: 'For example Text or Dropdown.' },
    ObjectType: { type: 'string', enum: OBJECT_TYPES },
    FieldOrder: { type: 'integer', description: 'Their order in forms.' },
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
    const wanted = input.ObjectType === undefined ? OBJECT_TYPES : [input.ObjectType];
    return catalogue.dynamicFields.all
      .filter(({ isValid, objectType }) => isValid && wanted.includes(objectType))
      .sort(byName)
      .map(({ id, name, label, fieldType, objectType, fieldOrder }) => ({
        DynamicFieldID: id,
        Name: name,
        Label: label,
        FieldType: fieldType,
        ObjectType: objectType,
        FieldOrder: fieldOrder,
      }));
  },
});
